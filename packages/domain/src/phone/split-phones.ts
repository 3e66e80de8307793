/** One number in a text, with the extension that follows it. */
export interface PhonePart {
  /** As written, without the extension. */
  readonly number: string;
  readonly extension: string | null;
}

/** `ext. 3`, `extensión: 12`, `x45`, `#6`: at the end of a part, or a part by itself. */
const extension =
  /(?:^|[\s,;(])*(?:ext(?:ensi[oó]n)?|anexo|interno|int|x|#)\s*[.:#-]?\s*(\d{1,8})\s*\)?\s*$/iu;
const label = /^[\s\p{L}.]*[:.]\s*(?=[+(\d])/u;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Separators between numbers; a `+` starts a new number as well. */
const separators = /[;/|\n\r\t,•·]+|\s+(?:y|o|e|u|and|or)\s+|\s{3,}/iu;

/** More digits than E.164 allows are several numbers; groups of the same shape determine where to split. */
function evenly(text: string): string[] {
  const size = digitsOf(text).length;
  if (size <= 15) return [text];
  const groups = text.trim().split(/\s+/);
  for (const count of [2, 3, 4]) {
    if (groups.length % count !== 0 || size % count !== 0) continue;
    const each = groups.length / count;
    const parts = Array.from({ length: count }, (_, index) =>
      groups.slice(index * each, (index + 1) * each).join(' '),
    );
    if (parts.every((part) => digitsOf(part).length === size / count)) return parts;
  }
  return [text];
}

/**
 * Splits a text with one or several telephone numbers, as in a signature or a cell, and keeps each extension with its
 * number. Other text is ignored; the numbers are not validated.
 *
 * @example splitPhones('809-555-0101 / 829 555 0102, ext. 3; +1 (849) 555-0103')
 * // [{ number: '809-555-0101', extension: null }, { number: '829 555 0102', extension: '3' }, { number: '+1 (849) 555-0103', extension: null }]
 */
export function splitPhones(text: string): PhonePart[] {
  const pieces = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(separators)
    .flatMap((piece) => piece.split(/(?<=\d\)?\s*)(?=\+\s*\d)/u))
    .flatMap((piece) => {
      const [tail] = extension.exec(piece) ?? [];
      return tail === undefined ? evenly(piece) : [piece];
    });
  const found: PhonePart[] = [];
  for (const piece of pieces) {
    const match = extension.exec(piece);
    const number = (match ? piece.slice(0, match.index) : piece).replace(label, '').trim();
    const own = match?.[1] ?? null;
    const size = digitsOf(number).length;
    const last = found.at(-1);
    if (size === 0 && own !== null && last && last.extension === null) {
      // «829 555 0102, ext. 3»: the comma does not end the number.
      found[found.length - 1] = { number: last.number, extension: own };
    } else if (size >= 5) {
      found.push({ number, extension: own });
    }
  }
  return found;
}
