import type { MediaSource } from './decoding/media-source.ts';
import { Refused } from './measured.ts';

const incomplete = () => new Refused('El audio está incompleto. Expórtelo de nuevo y súbalo.');

/** Where the samples of a WAV file are, and how they are written. */
export interface WavLayout {
  readonly rate: number;
  readonly channels: number;
  /** Bytes of one sample of one channel. */
  readonly width: number;
  readonly isFloat: boolean;
  readonly start: number;
  readonly end: number;
}

/** Size of a chunk whose recorder did not know it, because it wrote a stream. */
const unknownSizes = new Set([0, 0xffff_ffff]);

/**
 * The layout of uncompressed WAV (RIFF, chunks `fmt ` and `data`); undefined for any other encoding.
 *
 * @throws Refused when it ends before its samples do
 */
export const wavLayout = (source: MediaSource): WavLayout | undefined => {
  const head = source.read(0, 12);
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return undefined;
  let format: Omit<WavLayout, 'start' | 'end'> | undefined;
  for (let at = 12; at + 8 <= source.size; ) {
    const chunk = source.read(at, 48);
    const name = chunk.toString('latin1', 0, 4);
    const size = chunk.readUInt32LE(4);
    if (name === 'fmt ') {
      if (chunk.length < 24) throw incomplete();
      const declared = chunk.readUInt16LE(8);
      // WAVE_FORMAT_EXTENSIBLE: the encoding is the start of its sub-format.
      const encoding = declared === 0xfffe && chunk.length >= 34 ? chunk.readUInt16LE(32) : declared;
      const width = chunk.readUInt16LE(22) / 8;
      const isKnown = (encoding === 1 && [1, 2, 3, 4].includes(width)) || (encoding === 3 && width === 4);
      const channels = chunk.readUInt16LE(10);
      const rate = chunk.readUInt32LE(12);
      if (!isKnown || channels < 1 || channels > 8 || rate < 1000 || rate > 768_000) return undefined;
      format = { rate, channels, width, isFloat: encoding === 3 };
    }
    if (name === 'data') {
      if (!format) return undefined;
      const start = at + 8;
      const isUnknown = unknownSizes.has(size);
      if (!isUnknown && start + size > source.size) throw incomplete();
      const end = isUnknown ? source.size : start + size;
      return { ...format, start, end };
    }
    at += 8 + size + (size % 2);
  }
  throw incomplete();
};

const sampleAt = (bytes: Buffer, at: number, { width, isFloat }: WavLayout): number => {
  if (isFloat) return bytes.readFloatLE(at);
  // Samples of one byte have no sign.
  return width === 1 ? (bytes.readUInt8(at) - 128) / 128 : bytes.readIntLE(at, width) / 2 ** (width * 8 - 1);
};

/** The samples of each channel, in pieces of a second. */
export function* wavSamples(source: MediaSource, layout: WavLayout): Generator<readonly Float32Array[]> {
  const { rate, channels, width, start, end } = layout;
  const frame = channels * width;
  for (let at = start; at + frame <= end; at += rate * frame) {
    const bytes = source.read(at, Math.min(rate * frame, end - at));
    const count = Math.floor(bytes.length / frame);
    yield Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: count }, (__, index) =>
        sampleAt(bytes, index * frame + channel * width, layout),
      ),
    );
  }
}
