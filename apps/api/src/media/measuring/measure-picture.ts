import sharp from 'sharp';
import { photoFacts } from '../photos/photo-facts.ts';
import { imageFacts } from './image-facts.ts';
import { checkPixels, type Measured, mostPixels, noFacts, Refused } from './measured.ts';

/** Pixels on each side of the small version of a picture. */
const thumbnailSide = 480;

const damaged = () => new Refused('La imagen está dañada o incompleta. Expórtela de nuevo y súbala.');

/**
 * Measures a picture and draws its small version, for which all of it is read: what is damaged anywhere is found.
 *
 * @param picture its bytes, or the path of its file
 * @throws Refused
 */
export const measurePicture = async (picture: Buffer | string, mime: string): Promise<Measured> => {
  const facts = await imageFacts(picture).catch(() => {
    throw damaged();
  });
  checkPixels(facts.width_px, facts.height_px);
  const thumbnail = await sharp(picture, {
    limitInputPixels: mostPixels.area,
    failOn: 'error',
    sequentialRead: true,
  })
    .rotate()
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
    .catch(() => {
      throw damaged();
    });
  const codec = mime.slice('image/'.length).toUpperCase();
  return {
    facts: { ...noFacts, ...facts, codec },
    thumbnail,
    strip: null,
    peaks: null,
    photo: await photoFacts(picture, thumbnail),
  };
};
