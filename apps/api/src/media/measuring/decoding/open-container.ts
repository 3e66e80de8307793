import { ALL_FORMATS, CustomSource, Input } from 'mediabunny';
import type { MediaSource } from './media-source.ts';

/** Why something of a file could not be measured; its message is for the user and continues a sentence. */
export class Unreadable extends Error {}

/** Works with the tracks of a video or a sound, read where they are needed. */
export const withContainer = async <T>(
  source: MediaSource,
  work: (input: Input) => Promise<T>,
): Promise<T> => {
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end - start),
      maxCacheSize: 4 * 1024 * 1024,
    }),
  });
  try {
    return await work(input);
  } finally {
    input.dispose();
  }
};

/**
 * The decoders and encoders, which are native code for the usual systems; they are loaded with the first file that needs them.
 *
 * @throws Unreadable on a system for which there are none
 */
export const loadCodecs = async (): Promise<typeof import('@napi-rs/webcodecs')> => {
  try {
    return await import('@napi-rs/webcodecs');
  } catch {
    throw new Unreadable('este servidor no tiene decodificadores');
  }
};

/** Waits until a decoder has at most a few packets before it, so that what it holds is bounded. */
export const untilReady = async (
  decoder: { readonly decodeQueueSize: number },
  most: number,
): Promise<void> => {
  while (decoder.decodeQueueSize > most) await new Promise((resolve) => setTimeout(resolve, 1));
};
