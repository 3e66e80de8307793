import type { ColorSpace } from '@pauta/domain/media/files/color-space.ts';
import sharp from 'sharp';

/** What is measured of an image. Null: its file does not say. */
export interface ImageFacts {
  readonly width_px: number;
  readonly height_px: number;
  readonly color_space: ColorSpace | null;
  /** Pixels per inch. */
  readonly dpi: number | null;
}

/** Names of libvips for what the file holds (https://www.libvips.org/API/current/enum.Interpretation.html). */
const colorSpaceOf = (space: string | undefined): ColorSpace | null => {
  switch (space) {
    case 'srgb':
    case 'rgb':
    case 'rgb16':
      return 'rgb';
    case 'cmyk':
      return 'cmyk';
    case 'b-w':
    case 'grey16':
      return 'gray';
    default:
      return null;
  }
};

/**
 * Measures an image as it is shown; of its pixels none is decoded.
 *
 * @param picture its bytes, or the path of its file
 * @throws when the content is damaged or not an image
 */
export const imageFacts = async (picture: Buffer | string): Promise<ImageFacts> => {
  const image = await sharp(picture, { limitInputPixels: false }).metadata();
  const { width, height, pageHeight, orientation = 1, space, density } = image;
  const tall = pageHeight ?? height;
  // From 5 on, EXIF orientations turn the image by a quarter (EXIF 2.32, 4.6.4).
  const [width_px, height_px] = orientation >= 5 ? [tall, width] : [width, tall];
  return { width_px, height_px, color_space: colorSpaceOf(space), dpi: density ?? null };
};
