import { numberSeries, patternKey } from '@pauta/domain/document/number-series.ts';
import { hasContract, hasYear, numbersOf } from '@pauta/domain/document/numbering.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { FieldErrors } from '../../platform/http/problem.ts';
import type { SettingValues } from '../../resource/engine.ts';
import { defaultOf, readSettings } from './store.ts';
import { counterOf } from './take-number.ts';

/** Two patterns that are equal apart from the length of their year and count produce the same numbers. */
const plain = (pattern: string): string =>
  pattern.replace(/\{(?:year|yy)\}/g, '{year}').replace(/\{number:[1-9]\}/, '{number}');

const companies = async (database: Queryable): Promise<number> =>
  (
    await database.one<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM companies WHERE archived_at IS NULL`,
    )
  )?.count ?? 0;

/** A number that was already given and that the pattern would produce again, because its count is still lower. */
const repeatedNumber = async (
  database: Queryable,
  series: string,
  pattern: string,
): Promise<string | undefined> => {
  // Counted within a contract, whose number is unique.
  if (hasContract(pattern)) return undefined;
  const isYearFirst = pattern.search(/\{(?:year|yy)\}/) < pattern.indexOf('{number:');
  const [yearPlace, countPlace] = hasYear(pattern) ? (isYearFirst ? [1, 2] : [2, 1]) : [null, 1];
  const century = pattern.includes('{year}') ? 10_000 : 100;
  const row = await database.one<{ number: string }>(sql`
    WITH matching AS (
      SELECT g.number, g.company_id, m.found[${countPlace}::integer]::numeric AS count,
        t.year - t.year % ${century}::integer + m.found[${yearPlace}::integer]::integer AS year, t.year AS this_year
      FROM given_numbers g
        CROSS JOIN (SELECT extract(year FROM business_date())::integer AS year) t
        CROSS JOIN LATERAL (SELECT regexp_match(g.number, ${numbersOf(pattern)}) AS found) m
      WHERE g.series = ${numberSeries[series]?.kindOf ?? series} AND m.found IS NOT NULL
    )
    SELECT number FROM matching
    WHERE coalesce(year >= this_year, true)
      AND count >= first_count(${counterOf(series)} || coalesce('/' || company_id, ''), coalesce(year, 0))
    ORDER BY number LIMIT 1`);
  return row?.number;
};

/**
 * Errors of number patterns that are about to change, by setting: a pattern is refused when it would produce a number
 * that another series, another company or an earlier pattern has already produced.
 *
 * @param values settings as they would be written; null resets one to its default
 */
export const checkPatterns = async (database: Queryable, values: SettingValues): Promise<FieldErrors> => {
  const current = await readSettings(database);
  const wanted = (series: string): string => {
    const key = patternKey(series);
    return String(key in values ? (values[key] ?? defaultOf(key)) : current[key]);
  };
  const errors: FieldErrors = {};
  for (const [series, { per }] of Object.entries(numberSeries)) {
    const key = patternKey(series);
    const pattern = wanted(series);
    if (pattern === current[key]) continue;
    const twin = Object.keys(numberSeries).find(
      (other) => other !== series && plain(wanted(other)) === plain(pattern),
    );
    const isShared =
      per.includes('company') && !/\{(?:company|contract)\}/.test(pattern) && (await companies(database));
    const repeated = await repeatedNumber(database, series, pattern);
    if (twin !== undefined) {
      errors[key] = [
        `Es igual al de «${numberSeries[twin]?.label}»: dos documentos tendrían el mismo número. Cambie las letras de uno.`,
      ];
    } else if (isShared && isShared > 1) {
      errors[key] = [
        `Hay ${isShared} compañías y cada una lleva su cuenta: incluya {company}, o dos documentos tendrían el mismo número.`,
      ];
    } else if (repeated !== undefined) {
      errors[key] = [
        `Repetiría números ya dados, como ${repeated}. Agregue {year} u otras letras que los distingan.`,
      ];
    }
  }
  return errors;
};
