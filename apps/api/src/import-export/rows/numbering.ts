import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { nextCode, type Sequence } from '../../resource/writing/next-code.ts';
import type { ImportJob } from './job.ts';

/** The highest numbers that rows of the file contain, by field: proposed numbers follow them. */
export type GivenNumbers = Readonly<Record<string, number>>;

/** Fields of a new record that get the next code of their series when none is given. */
export const numberedFields = (fields: Fields): [string, Sequence][] =>
  Object.entries(fields).flatMap(([name, { options }]): [string, Sequence][] =>
    options.begins?.from === 'sequence' ? [[name, options.begins]] : [],
  );

const numberOf = (code: string): number => Number(/(\d+)$/.exec(code)?.[1] ?? 0);

/** The codes of the series in the file, of rows that may be written. */
export const readGivenNumbers = async (
  database: Queryable,
  resource: Resource,
  job: ImportJob,
): Promise<GivenNumbers> => {
  const given: Record<string, number> = {};
  for (const [name, { prefix }] of numberedFields(resource.fields)) {
    const column = job.mapping.indexOf(name);
    if (column < 0) continue;
    const row = await database.one<{ highest: number | null }>(sql`
      SELECT max(substring(upper(trim(cells ->> ${column}::integer)) FROM ${raw(`'^${prefix}-([0-9]{1,9})$'`)})::integer) AS highest
      FROM import_rows WHERE import_id = ${job.id}::uuid AND verdict <> 'error'`);
    given[name] = row?.highest ?? 0;
  }
  return given;
};

/**
 * Assigns the next codes to new records without one, without gaps: concurrent assignments in the same series wait.
 *
 * @param wanting the fields without a code, for each record
 * @returns the codes of each record, by field
 */
export const takeCodes = async (
  tx: Transaction,
  { fields, name: table }: Resource,
  wanting: readonly (readonly string[])[],
  given: GivenNumbers,
): Promise<Values[]> => {
  const codes: Record<string, string>[] = wanting.map(() => ({}));
  for (const [name, sequence] of numberedFields(fields)) {
    const places = wanting.flatMap((names, place) => (names.includes(name) ? [place] : []));
    if (places.length === 0) continue;
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`pauta.sequence.${table}.${name}`}))`);
    const next = Math.max(numberOf(await nextCode(tx, sequence)), (given[name] ?? 0) + 1);
    for (const [index, place] of places.entries()) {
      const own = codes[place];
      if (own) own[name] = `${sequence.prefix}-${String(next + index).padStart(4, '0')}`;
    }
  }
  return codes;
};
