import { readFile } from 'node:fs/promises';
import { bytesSource, withFile } from './decoding/media-source.ts';
import { measurePicture } from './measure-picture.ts';
import type { Measured } from './measured.ts';

/**
 * Measures a picture, a video, a sound or a document.
 *
 * @param content its bytes, or the path of its local file
 * @param mime the type detected from the content
 * @param decodes whether the sound and the frames of a video are read, too
 * @throws Refused when it is damaged or too large to be shown
 */
export const measureMedia = async (
  content: Buffer | string,
  mime: string,
  decodes = true,
): Promise<Measured> => {
  if (mime.startsWith('image/')) return measurePicture(content, mime);
  if (mime === 'application/pdf') {
    const { measureDocument } = await import('./measure-document.ts');
    return measureDocument(typeof content === 'string' ? await readFile(content) : content);
  }
  // Most files are pictures, and the libraries for streams take a while to load.
  const { measureStream } = await import('./measure-stream.ts');
  return typeof content === 'string'
    ? withFile(content, (source) => measureStream(source, mime, decodes))
    : measureStream(bytesSource(content), mime, decodes);
};
