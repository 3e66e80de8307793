import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';

/** jsQR is a CommonJS module, whose default export Node.js wraps once more. */
const decode = ((jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr) as typeof jsqr;

/** The text of the QR code on the first page of a PDF, as a camera reads it; null without one. */
export const readQr = async (bytes: Uint8Array): Promise<string | null> => {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    let found: string | null = null;
    await document.getPage(0).render({
      scale: 3,
      render: async ({ data, width, height }) => {
        // Of the two channels of colour that PDFium exchanges, a black and white code needs neither in order.
        found = decode(new Uint8ClampedArray(data), width, height)?.data ?? null;
        return new Uint8Array();
      },
    });
    return found;
  } finally {
    document.destroy();
    library.destroy();
  }
};
