/** Colour spaces of images and artwork. */
export const colorSpaces = { rgb: 'RGB', cmyk: 'CMYK', gray: 'Escala de grises' } as const;

/** Colour space of an image. */
export type ColorSpace = keyof typeof colorSpaces;
