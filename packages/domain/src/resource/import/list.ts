const separators = /[;|\n\r"]/;

/**
 * Several values in one cell: `radio; tv`. A value that contains a separator is quoted.
 *
 * @example joinList(['radio', 'a;b']) // 'radio; "a;b"'
 */
export const joinList = (values: readonly string[]): string =>
  values
    .map((value) =>
      separators.test(value) || value !== value.trim() ? `"${value.replaceAll('"', '""')}"` : value,
    )
    .join('; ');

/** The values of a cell, separated by `;`, `|` or line breaks: the inverse of `joinList`. */
export function splitList(text: string): string[] {
  const values: string[] = [];
  const part = /\s*(?:"((?:[^"]|"")*)"|([^;|\n\r]*))\s*(?:[;|\n\r]+|$)/y;
  while (part.lastIndex < text.length) {
    const from = part.lastIndex;
    const match = part.exec(text);
    // A quote without a closing quote is an ordinary character.
    if (!match || part.lastIndex === from) {
      values.push(text.slice(from).trim());
      break;
    }
    values.push(match[1]?.replaceAll('""', '"') ?? (match[2] ?? '').trim());
  }
  return values.filter((value) => value !== '');
}
