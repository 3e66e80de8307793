import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { quoted } from '../resource/table.ts';

const catalogues = [
  'countries',
  'localities',
  'industries',
  'client_types',
  'client_categories',
  'lead_sources',
  'clusters',
  'credit_terms',
  'agency_types',
  'agency_categories',
  'agency_groups',
  'commission_types',
  'job_positions',
  'departments',
  'contact_results',
  'closing_probabilities',
  'platforms',
  'roles',
] as const;

/** Ids of rows that the migrations created, by table and code. */
export interface Known {
  /** @throws if the table has no such code, which is an error in the generator */
  id(table: (typeof catalogues)[number], code: string): string;
  /** All ids of a table whose codes have this prefix. */
  ids(table: (typeof catalogues)[number], start?: string): readonly string[];
}

/** Reads all of them in one query. */
export const readKnown = async (database: Queryable): Promise<Known> => {
  const parts = catalogues.map((table) => {
    const code = table === 'roles' ? 'name' : 'code';
    return `SELECT '${table}' AS table, ${code} AS code, id FROM ${quoted(table)}`;
  });
  const rows = await database.query<{ table: string; code: string; id: string }>(
    sql`${raw(parts.join(' UNION ALL '))} ORDER BY 1, 2`,
  );
  const ids = new Map(rows.map(({ table, code, id }) => [`${table}:${code}`, id]));
  return {
    id: (table, code) => {
      const found = ids.get(`${table}:${code}`);
      if (found === undefined) throw new Error(`${table} has no ${code}`);
      return found;
    },
    ids: (table, start = '') =>
      rows.filter((row) => row.table === table && row.code.startsWith(start)).map(({ id }) => id),
  };
};
