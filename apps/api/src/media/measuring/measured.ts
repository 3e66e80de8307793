import type { ColorSpace } from '@pauta/domain/media/files/color-space.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';

/** What is measured of a media file, as its columns; null: its file does not say, or it could not be read. */
export interface MediaFacts {
  readonly width_px: number | null;
  readonly height_px: number | null;
  readonly duration_sec: string | null;
  readonly fps: string | null;
  readonly bitrate_kbps: number | null;
  readonly codec: string | null;
  readonly loudness_lufs: string | null;
  readonly color_space: ColorSpace | null;
  readonly dpi: number | null;
  /** Of a document. */
  readonly pages: number | null;
  /** What could not be measured and why, as sentences for the user. */
  readonly unmeasured: string | null;
}

export const noFacts: MediaFacts = {
  width_px: null,
  height_px: null,
  duration_sec: null,
  fps: null,
  bitrate_kbps: null,
  codec: null,
  loudness_lufs: null,
  color_space: null,
  dpi: null,
  pages: null,
  unmeasured: null,
};

/** A media file that was read. */
export interface Measured {
  readonly facts: MediaFacts;
  /** A small version of a picture, of a frame of a video or of the first page of a document, as WebP. */
  readonly thumbnail: Uint8Array | null;
  /** Frames of a video side by side, as WebP. */
  readonly strip: Uint8Array | null;
  /** The loudest sample of each part of a sound, from 0 to 255. */
  readonly peaks: Uint8Array | null;
  /** Of a picture. */
  readonly photo: PhotoFacts | null;
}

/** A media file is not accepted; its message is for the user. */
export class Refused extends Error {}

/** Sides and area of pictures and videos that are accepted. */
export const mostPixels = { side: 16_384, area: 100_000_000 } as const;

/** @throws Refused for dimensions that would cost too much to show */
export const checkPixels = (width: number, height: number): void => {
  if (width > mostPixels.side || height > mostPixels.side || width * height > mostPixels.area)
    throw new Refused(
      `Mide ${width} × ${height} px y se admiten hasta ${mostPixels.side} px por lado y 100 megapíxeles. Redúzcalo y súbalo de nuevo.`,
    );
};
