/** What separates the counts of a series; each combination has a count of its own. */
export type NumberedBy = 'company' | 'kind' | 'contract' | 'year';

/**
 * How the records of a definition get their number.
 *
 * @example { series: 'invoice', at: { command: 'issue' }, per: ['company', 'kind', 'year'], gapless: true }
 */
export interface Numbering {
  /** Key of `numberSeries`; with `per: 'kind'`, each kind that is a series of its own has its own pattern. */
  readonly series: string;
  /** When the number is assigned: when the record is created, or by the command that makes it final. */
  readonly at: 'create' | { readonly command: string };
  readonly per: readonly NumberedBy[];
  /** The numbers must have no gaps, by law or custom: a number is released when its transaction fails. */
  readonly gapless: boolean;
}

/**
 * How a document gets its number: the engine takes it, in the transaction that creates the document or runs the command.
 * A document that has a number keeps it.
 *
 * @example
 * { series: 'contract', at: { command: 'sign' }, per: ['company', 'year'], gapless: true, field: 'contract_no', of: { company: 'company_id' } }
 */
export interface DocumentNumber extends Numbering {
  /** Read-only field of the header that contains the number. */
  readonly field: string;
  /** Required fields of the header that determine the count, for a series that needs them. */
  readonly of?: Readonly<Partial<Record<Exclude<NumberedBy, 'year'>, string>>>;
}

/** The parts of a number besides the count. */
export interface NumberParts {
  readonly year: number;
  /** Code of the issuing company. */
  readonly company?: string | undefined;
  /** Number of the contract that the document belongs to. */
  readonly contract?: string | undefined;
}

const tokens: Readonly<Record<string, (parts: NumberParts) => string>> = {
  year: ({ year }) => String(year).padStart(4, '0'),
  yy: ({ year }) => String(year).padStart(4, '0').slice(-2),
  company: ({ company = '' }) => company,
  contract: ({ contract = '' }) => contract,
};

/** Maximum length of a pattern; the number can be longer when it contains a company code or a contract number. */
export const longestPattern = 40;

const shape = /^(?:[A-Z0-9./-]|\{(?:year|yy|company|contract)\}|\{number:[1-9]\})+$/;

/** Whether a pattern contains the year; then the count restarts each year. */
export const hasYear = (pattern: string): boolean => /\{(?:year|yy)\}/.test(pattern);

/** Whether a pattern contains the contract; then the count is kept per contract. */
export const hasContract = (pattern: string): boolean => pattern.includes('{contract}');

const hasCompany = (pattern: string): boolean => pattern.includes('{company}');

/**
 * The error of a pattern, in Spanish; null when it is valid.
 *
 * @param per what the series may be counted by: other parts are unknown when a number is assigned
 * @example patternFault('PR-{year}', ['year']) // 'Incluya una vez {number:5}: …'
 */
export const patternFault = (pattern: string, per: readonly NumberedBy[]): string | null => {
  const others = ['{year}', '{yy}'];
  if (per.includes('company')) others.push('{company}');
  if (per.includes('contract')) others.push('{contract}');
  const allowed = `Use mayúsculas, cifras, guiones, puntos, barras, ${others.join(', ')} y una vez {number:5}.`;
  if (!shape.test(pattern)) return allowed;
  if (pattern.match(/\{number:/g)?.length !== 1)
    return 'Incluya una vez {number:5}: es la cuenta, con tantas cifras como diga.';
  if (hasCompany(pattern) && !per.includes('company'))
    return `Estos números no son de una compañía. ${allowed}`;
  if (hasContract(pattern) && !per.includes('contract'))
    return `Estos números no son de un contrato. ${allowed}`;
  return null;
};

/** A pattern with every part filled in but the count. */
export interface CountAffixes {
  readonly before: string;
  readonly after: string;
  /** Minimum number of digits of the count. */
  readonly digits: number;
}

/** The text before and after the count, for a pattern that passed `patternFault`. */
export const countAffixes = (pattern: string, parts: NumberParts): CountAffixes => {
  const [before = '', digits = '1', after = ''] = pattern
    .replace(/\{(year|yy|company|contract)\}/g, (token, name: string) => tokens[name]?.(parts) ?? token)
    .split(/\{number:([1-9])\}/);
  return { before, after, digits: Number(digits) };
};

/**
 * The number for a count. Without a count, a placeholder stands in its place, as in a dry run.
 *
 * @example writeNumber('PR-{year}-{number:5}', { year: 2026 }, 12) // 'PR-2026-00012'
 * @example writeNumber('PR-{year}-{number:5}', { year: 2026 }, null) // 'PR-2026-•••••'
 */
export const writeNumber = (pattern: string, parts: NumberParts, count: number | null): string => {
  const { before, after, digits } = countAffixes(pattern, parts);
  return `${before}${count === null ? '•'.repeat(digits) : String(count).padStart(digits, '0')}${after}`;
};

/** An example number of this pattern, for its setting. */
export const exampleNumber = (pattern: string, year: number): string =>
  writeNumber(pattern, { year, company: 'ABC', contract: `CT-${year}-00007` }, 12);

const escaped = (text: string): string => text.replace(/[.]/g, '\\.');

/**
 * A regular expression, for JavaScript and PostgreSQL, that matches all numbers of a pattern. Its groups are the year
 * as written, if the pattern has one, and the count.
 */
export const numbersOf = (pattern: string): string => {
  let isYearSeen = false;
  const source = escaped(pattern)
    .replace(/\{(?:year|yy)\}/g, (token) => {
      const year = token === '{yy}' ? '[0-9]{2}' : '[0-9]{4}';
      if (isYearSeen) return year;
      isYearSeen = true;
      return `(${year})`;
    })
    .replace(/\{(?:company|contract)\}/g, '.+')
    .replace(/\{number:([1-9])\}/, (_, digits: string) => `([0-9]{${digits},})`);
  return `^${source}$`;
};
