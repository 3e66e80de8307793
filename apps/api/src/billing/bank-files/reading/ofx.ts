import { FileRefused } from '../../../import-export/reading/file-text.ts';
import type { StatedMovements } from './statement.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code !== null) return code > 31 && code < 0x11_0000 ? String.fromCodePoint(code) : ' ';
    return entities[String(name).toLowerCase()] ?? all;
  });

/** Whether the text is OFX: 1.x is SGML with a header of its own, 2.x is XML. */
export const isOfx = (text: string): boolean =>
  /^\s*(OFXHEADER\s*:|<\?OFX\b|<OFX>)/i.test(text) || /^\s*<\?xml[^>]*\?>\s*(<\?OFX\b|<OFX>)/i.test(text);

/** `20260103120000.000[-4:AST]` is a day of the bank: its zone is not applied. */
const dayOf = (text: string | undefined): string | null => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text?.trim() ?? '') ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
};

/** Amounts of OFX have no groups; the decimal separator is a point or a comma. */
const amountOf = (text: string | undefined): string => (text ?? '').trim().replace(',', '.');

const aggregates = new Set(['STMTRS', 'CCSTMTRS', 'STMTTRN', 'BANKACCTFROM', 'CCACCTFROM', 'PAYEE']);

/**
 * Reads the statements of an OFX file, 1.x or 2.x: elements are `<NAME>value`, closed or not; aggregates are closed.
 *
 * @throws FileRefused if it has no statement
 */
export const readOfx = (text: string): readonly StatedMovements[] => {
  const start = text.search(/<OFX>/i);
  if (start < 0) throw new FileRefused('El archivo OFX está incompleto: no tiene su contenido.');
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new FileRefused('El archivo OFX tiene partes que no se aceptan.');
  const statements: { account: { number: string; currency: string | null }; rows: string[][] }[] = [];
  const open: string[] = [];
  let fields: Map<string, string> | null = null;
  for (const [, slash, rawName = '', rawText = ''] of text
    .slice(start)
    .matchAll(/<(\/?)([A-Za-z0-9._]{1,32})>([^<]*)/g)) {
    const name = rawName.toUpperCase();
    const value = unescaped(rawText).trim();
    const current = statements.at(-1);
    if (slash) {
      if (!aggregates.has(name)) continue;
      const at = open.lastIndexOf(name);
      if (at >= 0) open.splice(at);
      if (name !== 'STMTTRN' || fields === null || !current) continue;
      const memo = fields.get('MEMO') ?? '';
      const payer = fields.get('NAME') ?? '';
      current.rows.push([
        dayOf(fields.get('DTPOSTED')) ?? fields.get('DTPOSTED') ?? '',
        amountOf(fields.get('TRNAMT')),
        fields.get('CHECKNUM') ?? fields.get('REFNUM') ?? '',
        memo || payer,
        memo ? payer : '',
        fields.get('FITID') ?? '',
      ]);
      fields = null;
      continue;
    }
    if (aggregates.has(name)) {
      open.push(name);
      if (open.length > 20) throw new FileRefused('El archivo OFX está dañado: no cierra sus partes.');
      if (name === 'STMTRS' || name === 'CCSTMTRS')
        statements.push({ account: { number: '', currency: null }, rows: [] });
      if (name === 'STMTTRN') fields = new Map();
    } else if (fields) {
      if (!fields.has(name)) fields.set(name, value);
    } else if (current && name === 'CURDEF') current.account.currency = value.toUpperCase() || null;
    else if (current && name === 'ACCTID' && /ACCTFROM$/.test(open.at(-1) ?? ''))
      current.account.number = value;
  }
  if (statements.length === 0) throw new FileRefused('El archivo OFX no tiene ningún estado de cuenta.');
  return statements;
};
