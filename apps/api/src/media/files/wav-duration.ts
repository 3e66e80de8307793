/**
 * The duration of a WAV file in seconds (RIFF, chunks `fmt ` and `data`); undefined for any other content.
 *
 * @example wavDuration(bytes) // 2.5
 */
export const wavDuration = (bytes: Buffer): number | undefined => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    return undefined;
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 20 <= bytes.length) bytesPerSecond = bytes.readUInt32LE(at + 16);
    // A recorder that was cut off leaves a size beyond the end of the file.
    if (name === 'data')
      return bytesPerSecond > 0 ? Math.min(size, bytes.length - at - 8) / bytesPerSecond : undefined;
    at += 8 + size + (size % 2);
  }
  return undefined;
};
