import pg from 'pg';

type Parser = (text: string) => unknown;

const asIs: Parser = (text) => text;
const textArray = pg.types.getTypeParser(1009 as never) as Parser;

// Keeps the microseconds, which a Date would lose and a cursor needs.
const instant: Parser = (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z');

const integer = (text: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`bigint ${text} is beyond the exact integers of a number; select it as text`);
};

const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    (textArray(text) as (string | null)[]).map((item) => (item === null ? null : parse(item)));

const parsers = new Map<number, Parser>([
  [20, integer],
  [1016, arrayOf(integer as Parser)],
  [1700, asIs],
  [1231, textArray],
  [1082, asIs],
  [1182, textArray],
  [1083, asIs],
  [1114, (text) => text.replace(' ', 'T')],
  [1184, instant],
  [1185, arrayOf(instant)],
  [1186, asIs],
]);

/**
 * Types of column values in JavaScript: bigint as number, numeric and date as string, timestamptz as ISO string in UTC,
 * json parsed, the rest as in node-postgres. Arrays likewise.
 */
export const parserOf = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers.get(oid)) ||
  pg.types.getTypeParser(oid as never, format as never)) as typeof pg.types.getTypeParser;
