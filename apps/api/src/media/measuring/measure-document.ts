import { type DocumentFault, readDocument } from './documents/read-document.ts';
import { type Measured, noFacts, Refused } from './measured.ts';

const reasons: Readonly<Record<DocumentFault, string>> = {
  damaged: 'El documento está dañado o incompleto. Expórtelo de nuevo como PDF y súbalo.',
  locked: 'El documento pide una contraseña. Guárdelo sin ella y súbalo de nuevo.',
  empty: 'El documento no tiene páginas. Expórtelo de nuevo y súbalo.',
};

/** Counts the pages of a PDF and draws the first one. @throws Refused */
export const measureDocument = async (bytes: Uint8Array): Promise<Measured> => {
  const read = await readDocument(bytes);
  if (typeof read === 'string') throw new Refused(reasons[read]);
  return {
    facts: { ...noFacts, pages: read.pages, codec: 'PDF' },
    thumbnail: read.thumbnail,
    strip: null,
    peaks: null,
    photo: null,
  };
};
