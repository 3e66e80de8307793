/** A text without case and accents, with the position in the original of each of its UTF-16 units. */
export interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Part of a text: UTF-16 offsets with an exclusive end, as in `String.prototype.slice`. */
export type Slice = readonly [start: number, end: number];

const marks = /\p{M}/gu;

/** Lower, upper and lower case again, so that `ß` and `ẞ` equal `ss`, and `ς` equals `σ`. */
function foldCodePoint(char: string): string {
  return char
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '');
}

/**
 * Removes case and accents from a text, for searching: `Gestión` → `gestion`, `AÑO` → `ano`.
 *
 * Folding may change the length (`ß` → `ss`, `ﬁ` → `fi`, a combining accent → nothing), so each unit of the result
 * refers to the part of the original that it comes from; an accent belongs to the letter before it.
 *
 * @example
 * fold('Ocupación').text; // 'ocupacion'
 */
export function fold(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let start = 0;
  for (const char of original) {
    const end = start + char.length;
    const folded = foldCodePoint(char);
    if (folded === '') {
      const owner = starts.at(-1);
      for (let unit = ends.length - 1; unit >= 0 && starts[unit] === owner; unit--) ends[unit] = end;
    } else {
      text += folded;
      for (let unit = 0; unit < folded.length; unit++) {
        starts.push(start);
        ends.push(end);
      }
    }
    start = end;
  }
  return { text, starts, ends };
}

/**
 * The first occurrence of an already folded needle, as a slice of the original text; `null` if there is none. An empty
 * needle is never found.
 *
 * @example
 * const label = 'Ocupación y Disponibilidad';
 * const slice = findFolded(fold(label), 'cion');
 * slice && label.slice(...slice); // 'ción'
 */
export function findFolded(haystack: Folded, needle: string): Slice | null {
  const at = haystack.text.indexOf(needle);
  const start = haystack.starts[at];
  const end = haystack.ends[at + needle.length - 1];
  return start === undefined || end === undefined ? null : [start, end];
}
