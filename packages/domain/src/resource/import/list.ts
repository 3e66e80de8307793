const separators = /[;|\n\r"]/;

/**
 * Several values in one cell: `radio; tv`. A value with a separator in it stands in quotes.
 *
 * @example joinList(['radio', 'a;b']) // 'radio; "a;b"'
 */
export const joinList = (values: readonly string[]): string =>
  values
    .map((value) =>
      separators.test(value) || value !== value.trim() ? `"${value.replaceAll('"', '""')}"` : value,
    )
    .join('; ');

/** The values of a cell, parted by `;`, `|` or line breaks: the inverse of `joinList`. */
export function splitList(text: string): string[] {
  const values: string[] = [];
  const part = /\s*(?:"((?:[^"]|"")*)"|([^;|\n\r]*))\s*(?:[;|\n\r]+|$)/y;
  while (part.lastIndex < text.length) {
    const from = part.lastIndex;
    const match = part.exec(text);
    // A quote that nothing closes is a character like any other.
    if (!match || part.lastIndex === from) {
      values.push(text.slice(from).trim());
      break;
    }
    values.push(match[1]?.replaceAll('""', '"') ?? (match[2] ?? '').trim());
  }
  return values.filter((value) => value !== '');
}
