import { MPEGDecoder } from 'mpg123-decoder';
import type { MediaSource } from './media-source.ts';
import { createLoudness } from './sound/loudness.ts';
import { createPeaks } from './sound/peaks.ts';
import { wavLayout, wavSamples } from './wav.ts';

/** What is heard in a sound. */
export interface SoundFacts {
  readonly seconds: number;
  /** Integrated loudness in LUFS; undefined: too short to have one. */
  readonly loudness: number | undefined;
  readonly peaks: Uint8Array;
}

/** Seconds of sound that are decoded; a longer programme has neither a loudness nor a waveform. */
const mostSeconds = 2 * 60 * 60;
const chunk = 256 * 1024;

type Piece = { readonly rate: number; readonly samples: readonly Float32Array[] };

async function* mp3Pieces(source: MediaSource): AsyncGenerator<Piece> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (let at = 0; at < source.size; at += chunk) {
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(source.read(at, chunk));
      if (samplesDecoded > 0) yield { rate: sampleRate, samples: channelData };
    }
  } finally {
    decoder.free();
  }
}

async function* wavPieces(source: MediaSource): AsyncGenerator<Piece> {
  const layout = wavLayout(source);
  if (!layout) return;
  for (const samples of wavSamples(source, layout)) yield { rate: layout.rate, samples };
}

const piecesOf = (source: MediaSource, mime: string): AsyncGenerator<Piece> | undefined =>
  mime === 'audio/mpeg' ? mp3Pieces(source) : mime.endsWith('wav') ? wavPieces(source) : undefined;

/**
 * Decodes MP3 and uncompressed WAV; undefined for other sound, and for sound that cannot be decoded.
 *
 * @throws Refused for WAV that ends before its samples do
 */
export const measureSound = async (source: MediaSource, mime: string): Promise<SoundFacts | undefined> => {
  const pieces = piecesOf(source, mime);
  if (!pieces) return undefined;
  let loudness: ReturnType<typeof createLoudness> | undefined;
  let rate = 0;
  let count = 0;
  const peaks = createPeaks();
  for await (const piece of pieces) {
    rate ||= piece.rate;
    loudness ??= createLoudness(rate, piece.samples.length);
    count += piece.samples[0]?.length ?? 0;
    if (piece.rate !== rate || count > mostSeconds * rate) return undefined;
    loudness.add(piece.samples);
    peaks.add(piece.samples);
  }
  if (count === 0) return undefined;
  return { seconds: count / rate, loudness: loudness?.integrated(), peaks: peaks.shape() };
};
