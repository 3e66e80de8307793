import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** What is read of a PDF. */
export interface DocumentFacts {
  readonly pages: number;
  /** The first page in small, as WebP. */
  readonly thumbnail: Buffer;
}

/** Why a PDF is not read. */
export type DocumentFault = 'damaged' | 'locked' | 'empty';

const side = 480;

const faultOf = (error: unknown): DocumentFault =>
  /password/i.test(error instanceof Error ? error.message : '') ? 'locked' : 'damaged';

/** Reads a PDF in WebAssembly, whose memory is its own; scripts in it are not run. */
export const readDocument = async (bytes: Uint8Array): Promise<DocumentFacts | DocumentFault> => {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    try {
      const pages = document.getPageCount();
      if (pages < 1) return 'empty';
      const page = document.getPage(0);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      // Whatever size a page claims to have, this is what is drawn of it.
      const scale = side / Math.max(originalWidth, originalHeight);
      const drawn = await page.render({
        width: Math.max(1, Math.round(originalWidth * scale)),
        height: Math.max(1, Math.round(originalHeight * scale)),
        render: ({ data, width, height }) =>
          sharp(data, { raw: { width, height, channels: 4 } })
            .flatten({ background: '#fff' })
            .webp({ quality: 75 })
            .toBuffer(),
      });
      return { pages, thumbnail: Buffer.from(drawn.data) };
    } finally {
      document.destroy();
    }
  } catch (error) {
    return faultOf(error);
  } finally {
    library.destroy();
  }
};
