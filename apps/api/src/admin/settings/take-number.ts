import { type NumberSeries, numberSeries, patternKey } from '@pauta/domain/document/number-series.ts';
import { countAffixes, hasContract, hasYear, writeNumber } from '@pauta/domain/document/numbering.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Queryable, type Transaction } from '../../platform/database/database.ts';
import type { NumberedRecord } from '../../resource/engine.ts';
import { defaultOf } from './store.ts';

/** Identifies the document that needs a number. */
export interface NumberRequest extends NumberedRecord {
  /** Determines the year, in the company's time zone; by default now. */
  readonly at?: string | undefined;
}

/** The series with the pattern and the count: the kind's own if there is one. */
const patternSeries = ({ series, kind }: NumberRequest): { name: string; settings: NumberSeries } => {
  const name = kind !== undefined && numberSeries[kind]?.kindOf === series ? kind : series;
  const settings = numberSeries[name];
  if (!settings) throw new Error(`There is no series of numbers ${series}.`);
  return { name, settings };
};

/** Key of a counter: of a series, per company if it is counted by company, per contract if its pattern contains it. */
export const counterOf = (
  series: string,
  { company, contract }: Pick<NumberRequest, 'company' | 'contract'> = {},
): string => [numberSeries[series]?.counter ?? series, company, contract].filter(Boolean).join('/');

const context = async (
  database: Queryable,
  series: string,
  { company, at }: NumberRequest,
): Promise<{ pattern: string; company: string | undefined; year: number }> => {
  const row = await database.one<{ pattern: string | null; company: string | null; year: number }>(sql`
    SELECT (SELECT value #>> '{}' FROM settings WHERE key = ${patternKey(series)}) AS pattern,
      (SELECT code FROM companies WHERE id = ${company ?? null}::uuid) AS company,
      extract(year FROM business_date(coalesce(${at ?? null}::timestamptz, now())))::integer AS year`);
  if (!row) throw new Error('a constant query answers one row');
  if (company !== undefined && row.company === null) throw new Error(`There is no company ${company}.`);
  return {
    pattern: row.pattern ?? String(defaultOf(patternKey(series))),
    company: row.company ?? undefined,
    year: row.year,
  };
};

/**
 * The next number of a series, in the pattern of the current settings. A gapless series locks its counter until the
 * transaction ends, so take the number late; a rollback releases it. A series that may have gaps blocks nobody: a
 * concurrent request gets the number after it.
 *
 * @throws Error when the series needs a company or a contract that was not given, a programming error
 * @example await takeNumber(tx, { series: 'invoice', kind: 'credit_note', company: invoice.company_id })
 */
export const takeNumber = async (tx: Transaction, request: NumberRequest): Promise<string> => {
  const { name, settings } = patternSeries(request);
  const isByCompany = settings.per.includes('company');
  if (isByCompany !== (request.company !== undefined))
    throw new Error(`A number of ${name} is taken ${isByCompany ? 'for' : 'without'} a company.`);
  const { pattern, company, year } = await context(tx, name, request);
  if (hasContract(pattern) && request.contract === undefined)
    throw new Error(`A number of ${name} is taken within a contract.`);

  const parts = { year, company, contract: request.contract };
  if (request.isDryRun) return writeNumber(pattern, parts, null);
  const counter = counterOf(name, {
    company: request.company,
    contract: hasContract(pattern) ? request.contract : undefined,
  });
  const countedYear = hasYear(pattern) ? year : 0;
  const { before, after, digits } = countAffixes(pattern, parts);
  // A number that exists already is skipped: an earlier pattern produced it, or another transaction took it and ended
  // after this statement began.
  for (let skipped = 0; ; ) {
    const next = settings.gapless
      ? sql`
        INSERT INTO numbering_counters AS c (series, year, last)
        VALUES (${counter}, ${countedYear}, first_count(${counter}, ${countedYear}))
        ON CONFLICT ON CONSTRAINT numbering_counters_pkey DO UPDATE SET last = c.last + 1
        RETURNING last AS count`
      : // A lock on the number itself keeps others from taking it, and lets them try the next one without waiting.
        sql`
        SELECT count
        FROM (SELECT generate_series(
          greatest(first_count(${counter}, ${countedYear}), ${skipped}::integer + 1), 2147483647) AS count) free
        WHERE pg_try_advisory_xact_lock(hashtext(${`${counter}/${countedYear}`}), count) LIMIT 1`;
    const tried = await tx.one<{ count: number; number: string | null }>(
      preparedStatement(sql`
      WITH next AS (${next}), given AS (
        INSERT INTO given_numbers (series, company_id, number, counter, year, count)
        SELECT ${settings.kindOf ?? name}, ${request.company ?? null}::uuid,
          ${before} || lpad(count::text, greatest(${digits}::integer, length(count::text)), '0') || ${after},
          ${counter}, ${countedYear}, count
        FROM next
        ON CONFLICT ON CONSTRAINT given_numbers_once DO NOTHING
        RETURNING number)
      SELECT count, (SELECT number FROM given) AS number FROM next`),
    );
    if (!tried) throw new Error(`The series ${name} has no numbers left.`);
    if (tried.number !== null) return tried.number;
    skipped = tried.count;
  }
};
