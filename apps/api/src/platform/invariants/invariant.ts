import type { Sql } from 'sql-template-tag';

/** The number of an invariant in the domain model (§2.3). */
export type InvariantNumber = `I${number}`;

/**
 * Something that always holds, with the query that proves it (domain §2.3, §4.1). Each area exports its own beside its
 * code; `apps/api/src/invariants.ts` collects them. Several may have one number, each about other records.
 *
 * @example
 * {
 *   name: 'one_principal', number: 'I13', title: 'Cada cliente tiene un solo vendedor principal por día',
 *   meaning: 'Así nadie discute de quién es una venta.', enforcedBy: 'Restricción de exclusión',
 *   offending: sql`SELECT 'clients' AS resource, id, trade_name AS label, 'Tiene dos principales.' AS wrong FROM …`,
 * }
 */
export interface Invariant {
  readonly number: InvariantNumber;
  /** What holds, as a sentence in Spanish: "Ningún día tiene más tomado de lo que cabe". */
  readonly title: string;
  /** What it means to the company, in Spanish. */
  readonly meaning: string;
  /** Unique and stable: results and tasks refer to it. At most 60 characters. */
  readonly name: string;
  /** The mechanism that prevents a violation, in Spanish. */
  readonly enforcedBy: string;
  /**
   * The rows that violate it: `resource` (name, or null), `id` (uuid of the record, or null), `label` (name of the
   * record) and `wrong` (what is wrong, in Spanish). It runs in a read-only transaction of its own, with a time limit.
   */
  readonly offending: Sql;
}
