const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const box = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(name, 'latin1'), content]);
};

const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** An MP4 video (ISO 14496-12) whose frames are noise: enough to be measured. */
export const mp4 = ({
  width = 640,
  height = 360,
  frames = 60,
  timescale = 30_000,
  frameTime = 1001,
  frameBytes = 200,
} = {}): Buffer => {
  const duration = frames * frameTime;
  const head = box(
    'ftyp',
    Buffer.from('isom', 'latin1'),
    uint32(0x200),
    Buffer.from('isomavc1mp41', 'latin1'),
  );
  const moov = (offset: number): Buffer =>
    box(
      'moov',
      box(
        'mvhd',
        uint32(0, 0, 0, timescale, duration, 0x10000),
        uint16(0x100),
        Buffer.alloc(10),
        matrix,
        Buffer.alloc(24),
        uint32(2),
      ),
      box(
        'trak',
        box(
          'tkhd',
          uint32(3, 0, 0, 1, 0, duration, 0, 0, 0, 0),
          matrix,
          uint32(width * 0x10000, height * 0x10000),
        ),
        box(
          'mdia',
          box('mdhd', uint32(0, 0, 0, timescale, duration, 0x55c40000)),
          box('hdlr', uint32(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(13)),
          box(
            'minf',
            box('vmhd', uint32(1, 0, 0)),
            box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))),
            box(
              'stbl',
              box(
                'stsd',
                uint32(0, 1),
                box(
                  'avc1',
                  Buffer.alloc(6),
                  uint16(1),
                  Buffer.alloc(16),
                  uint16(width),
                  uint16(height),
                  uint32(0x480000, 0x480000, 0),
                  uint16(1),
                  Buffer.alloc(32),
                  uint16(24),
                  uint16(0xffff),
                ),
              ),
              box('stts', uint32(0, 1, frames, frameTime)),
              box('stsc', uint32(0, 1, 1, frames, 1)),
              box('stsz', uint32(0, frameBytes, frames)),
              box('stco', uint32(0, 1, offset)),
            ),
          ),
        ),
      ),
    );
  const { length } = moov(0);
  return Buffer.concat([
    head,
    moov(head.length + length + 8),
    box('mdat', Buffer.alloc(frames * frameBytes, 0x5a)),
  ]);
};

/** A stereo WAV file of 16 bits at 48 kHz with a tone, as loud as its amplitude (at most 1). */
export const tone = ({ seconds = 3, hertz = 1000, amplitude = 0.5 } = {}): Buffer => {
  const rate = 48_000;
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples * 4);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples * 4, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples * 4, 40);
  for (let at = 0; at < samples; at += 1) {
    const sample = Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * hertz * at) / rate));
    bytes.writeInt16LE(sample, 44 + at * 4);
    bytes.writeInt16LE(sample, 46 + at * 4);
  }
  return bytes;
};
