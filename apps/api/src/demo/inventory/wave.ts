const rate = 8000;

/**
 * A tone as a WAV file: mono, 8 kHz, 8 bits, fading out. @example wave({ seconds: 1, hertz: 440 })
 */
export const wave = ({ seconds, hertz }: { seconds: number; hertz: number }): Buffer => {
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at += 1) {
    const loudness = 60 * (1 - at / samples);
    bytes[44 + at] = 128 + Math.round(loudness * Math.sin((2 * Math.PI * hertz * at) / rate));
  }
  return bytes;
};
