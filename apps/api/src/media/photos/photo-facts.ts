import readExif from 'exif-reader';
import sharp from 'sharp';

/** What a photo says of itself (EXIF), and what tells it from other pictures. */
export interface PhotoFacts {
  /** As its camera wrote it, `YYYY-MM-DDTHH:MM:SS`, with the offset from UTC if the camera knew it. */
  readonly taken_at: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly camera: string | null;
  /** 64 bits as text: of two similar pictures few differ. */
  readonly dhash: string;
}

/** Sides of the small grey picture whose neighbouring pixels are compared. */
const grid = { width: 9, height: 8 } as const;

/** The difference hash of a picture: for each pixel of 8 × 8 whether the next one is brighter. */
export const differenceHash = async (picture: Buffer | string): Promise<string> => {
  const pixels = await sharp(picture)
    .greyscale()
    .resize(grid.width, grid.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  let bits = '';
  for (let y = 0; y < grid.height; y += 1)
    for (let x = 0; x + 1 < grid.width; x += 1) {
      const at = y * grid.width + x;
      bits += (pixels[at + 1] ?? 0) > (pixels[at] ?? 0) ? '1' : '0';
    }
  return bits;
};

/** Degrees from degrees, minutes and seconds; null if they are no place. */
const degrees = (parts: unknown, reference: unknown, most: number): number | null => {
  if (!Array.isArray(parts) || parts.length !== 3) return null;
  const [whole = 0, minutes = 0, seconds = 0] = parts.map(Number);
  const value = (whole + minutes / 60 + seconds / 3600) * (reference === 'S' || reference === 'W' ? -1 : 1);
  return Number.isFinite(value) && Math.abs(value) <= most ? Math.round(value * 1e6) / 1e6 : null;
};

const offset = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** The time that a camera wrote, which the library reads as if it were UTC. */
const takenAt = (time: unknown, zone: unknown): string | null => {
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) return null;
  const year = time.getUTCFullYear();
  // Cameras without a clock write zeros.
  if (year < 1990 || year > 2200) return null;
  return `${time.toISOString().slice(0, 19)}${typeof zone === 'string' && offset.test(zone) ? zone : ''}`;
};

// NUL ends texts in EXIF, and PostgreSQL does not store it.
const printable = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll(/\p{Cc}/gu, '').trim() : '';

const readTags = (exif: Buffer | undefined): ReturnType<typeof readExif> | undefined => {
  try {
    return exif && readExif(exif);
  } catch {
    // A stranger may write anything there.
    return undefined;
  }
};

/**
 * What a picture says of itself, as far as it can be read.
 *
 * @param picture its bytes, or the path of its file
 * @param small a version that was decoded already
 */
export const photoFacts = async (picture: Buffer | string, small: Buffer): Promise<PhotoFacts> => {
  const { exif } = await sharp(picture, { limitInputPixels: false }).metadata();
  const tags = readTags(exif);
  const { Photo: photo, GPSInfo: gps, Image: image } = tags ?? {};
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef, 90);
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef, 180);
  const isPlace = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0);
  const camera = [printable(image?.Make), printable(image?.Model)].filter(Boolean).join(' ').slice(0, 80);
  return {
    taken_at: takenAt(photo?.DateTimeOriginal, photo?.OffsetTimeOriginal),
    latitude: isPlace ? latitude : null,
    longitude: isPlace ? longitude : null,
    camera: camera === '' ? null : camera,
    dhash: await differenceHash(small),
  };
};
