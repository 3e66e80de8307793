import { MPEGDecoder } from 'mpg123-decoder';
import { hearTrack, type SoundPiece } from './decoding/decoded-sound.ts';
import type { MediaSource } from './decoding/media-source.ts';
import { Unreadable } from './decoding/open-container.ts';
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
/** Milliseconds that this may take. */
const patience = 30_000;
const chunk = 256 * 1024;

/** Gives the sound in pieces to `use`, until it answers false. */
const hearMp3 = async (source: MediaSource, use: (piece: SoundPiece) => boolean): Promise<boolean> => {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (let at = 0; at < source.size; at += chunk) {
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(source.read(at, chunk));
      if (samplesDecoded > 0 && !use({ rate: sampleRate, samples: channelData })) break;
    }
  } finally {
    decoder.free();
  }
  return true;
};

const hear = (
  source: MediaSource,
  mime: string,
  use: (piece: SoundPiece) => boolean,
): Promise<boolean> | boolean => {
  if (mime === 'audio/mpeg') return hearMp3(source, use);
  const layout = mime.endsWith('wav') ? wavLayout(source) : undefined;
  if (!layout) return hearTrack(source, use);
  for (const samples of wavSamples(source, layout)) if (!use({ rate: layout.rate, samples })) break;
  return true;
};

/**
 * Decodes a sound, or the sound of a video; undefined if it has none.
 *
 * @throws Refused for WAV that ends before its samples do
 * @throws Unreadable when it cannot be decoded, or not in the time and memory it may take
 */
export const measureSound = async (source: MediaSource, mime: string): Promise<SoundFacts | undefined> => {
  const started = Date.now();
  const peaks = createPeaks();
  let loudness: ReturnType<typeof createLoudness> | undefined;
  let rate = 0;
  let channels = 0;
  let count = 0;
  let problem: string | undefined;
  const isHeard = await hear(source, mime, (piece) => {
    rate ||= piece.rate;
    channels ||= piece.samples.length;
    loudness ??= createLoudness(rate, channels);
    count += piece.samples[0]?.length ?? 0;
    if (piece.rate !== rate || piece.samples.length !== channels)
      problem = 'cambia de frecuencia o de canales';
    else if (count > mostSeconds * rate) problem = 'dura más de dos horas';
    else if (Date.now() - started > patience) problem = 'decodificarlo pide demasiado tiempo';
    if (problem !== undefined) return false;
    loudness.add(piece.samples);
    peaks.add(piece.samples);
    return true;
  });
  if (!isHeard) return undefined;
  if (problem !== undefined) throw new Unreadable(problem);
  if (count === 0) throw new Unreadable('no se pudo decodificar');
  return { seconds: count / rate, loudness: loudness?.integrated(), peaks: peaks.shape() };
};
