import { measurePicture } from './measure-picture.ts';
import type { Measured } from './measured.ts';
import { bytesSource, withFile } from './media-source.ts';

/**
 * Measures a picture, a video or a sound.
 *
 * @param content its bytes, or the path of its local file
 * @param mime the type detected from the content
 * @throws Refused when it is damaged or too large to be shown
 */
export const measureMedia = async (content: Buffer | string, mime: string): Promise<Measured> => {
  if (mime.startsWith('image/')) return measurePicture(content, mime);
  // Most files are pictures, and the libraries for streams take a while to load.
  const { measureStream } = await import('./measure-stream.ts');
  return typeof content === 'string'
    ? withFile(content, (source) => measureStream(source, mime))
    : measureStream(bytesSource(content), mime);
};
