import sql, { join, raw, type Sql } from 'sql-template-tag';
import { quoted } from '../../resource/table.ts';

/** What there is at the end of some days, as rows that each stand for several days. */
export interface Stock {
  /** The days, the earliest first. */
  readonly days: readonly string[];
  /** The columns that are asked for. */
  readonly fields: ReadonlySet<string>;
  /**
   * A query with the columns of the rows, and with those of the days on which a row stands: those after the place
   * `after`, up to the place `upto` (`daysBefore`).
   */
  readonly rows: Sql;
  /** Columns that are added up. */
  readonly sums: readonly string[];
  /** Columns whose value `of` follows from the day `d.day`, its place `d.place`, and the columns `by` of the row `t`. */
  readonly ofDay: Readonly<Record<string, { readonly of: Sql; readonly by?: readonly string[] }>>;
}

/** How many of the days are before one: the place in `days` after which what begins on it stands, or up to which what ends on it does. */
export const daysBefore = (days: readonly string[], day: Sql): Sql =>
  sql`width_bucket(${day} - 1, ${[...days]}::date[])`;

/**
 * The rows that stand on each of the days. Rows that are alike in everything asked for are one, with their sums and their
 * number `n`, and are added up before they are repeated for each day: so the work hardly grows with the days.
 */
export const stockRows = ({ days, fields, rows, sums, ofDay }: Stock): Sql => {
  const asked = Object.entries(ofDay).filter(([name]) => fields.has(name));
  const isKept = (name: string): boolean => !sums.includes(name) && !Object.hasOwn(ofDay, name);
  const by = asked.flatMap(([, { by: needed = [] }]) => needed.filter(isKept));
  const kept = [...new Set([...[...fields].filter(isKept), ...by, 'after', 'upto'])].map((name) =>
    raw(quoted(name)),
  );
  const added = sums.map((name) => raw(`sum(${quoted(name)}) AS ${quoted(name)}`));
  const values = asked.map(([name, { of }]) => sql`${of} AS ${raw(quoted(name))}`);
  return sql`
    SELECT ${join([raw('t.*'), ...values])}
    FROM (
      SELECT ${join([...kept, ...added])}, count(*) AS n FROM (${rows}) r GROUP BY ${join(kept)}) t
      JOIN unnest(${[...days]}::date[]) WITH ORDINALITY AS d (day, place) ON d.place > t.after AND d.place <= t.upto`;
};
