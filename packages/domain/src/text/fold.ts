const marks = /\p{Mn}/gu;
/** All typographic dashes (U+2010 to U+2015), because users type a hyphen for a range like 18–24. */
const dashes = /[\u2010-\u2015]/g;

/**
 * Text as the search compares it: lower case, without accents, single spaces, every dash a hyphen.
 * The database function `fold(text)` gives the same for every Spanish letter.
 *
 * @example fold('  Compañía  ÁBACO ') // 'compania abaco'
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(marks, '')
    .replace(dashes, '-')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
