const marks = /\p{Mn}/gu;

/**
 * Text as the search compares it: lower case, without accents, single spaces.
 * The database function `fold(text)` gives the same for every Spanish letter.
 *
 * @example fold('  Compañía  ÁBACO ') // 'compania abaco'
 */
export function fold(text: string): string {
  return text.normalize('NFD').replace(marks, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
