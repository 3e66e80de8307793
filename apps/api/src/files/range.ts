import type { ByteRange } from '../platform/storage/storage.ts';

/**
 * The one byte range of a `Range` header (RFC 9110, 14.2). Undefined for the whole file: without the header, for
 * several ranges and for any other form, which a server may ignore.
 *
 * @example rangeOf('bytes=0-99', 1000) // { start: 0, end: 99 }
 * @example rangeOf('bytes=-100', 1000) // { start: 900, end: 999 }
 */
export const rangeOf = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
};
