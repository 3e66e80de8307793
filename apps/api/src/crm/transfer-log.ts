import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import sql from 'sql-template-tag';
import { type OwnerChange, partLabel } from '../admin/portfolio.ts';
import type { Queryable, Transaction } from '../platform/database.ts';

/** A record that a transfer was to move and left where it is. */
export interface Skipped extends Pick<OwnerChange, 'entity' | 'field' | 'record_id' | 'label' | 'before_id'> {
  readonly note: string;
}

export type TransferOrigin = 'manual' | 'portfolio' | 'deactivation' | 'reversal';

/** What the log keeps of one transfer. */
export interface TransferEntry {
  readonly origin: TransferOrigin;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string;
  readonly changes: readonly OwnerChange[];
  readonly skipped?: readonly Skipped[];
  /** The transfer that this one takes back. */
  readonly reverts?: string;
}

/** How many columns changed, by what they are. */
export const scopeOf = (changes: readonly OwnerChange[]): { part: string; count: number }[] =>
  [...Map.groupBy(changes, ({ part }) => part)].map(([part, group]) => ({ part, count: group.length }));

/** The credit limits of the clients among the records, by currency. */
export const creditOf = (
  database: Queryable,
  changes: readonly Pick<OwnerChange, 'entity' | 'record_id'>[],
): Promise<CurrencyAmount[]> => {
  const ids = changes.filter(({ entity }) => entity === 'clients').map(({ record_id: id }) => id);
  return database.query<CurrencyAmount>(sql`
    SELECT currency_code AS currency, sum(credit_limit)::text AS amount
    FROM clients WHERE id = ANY(${[...new Set(ids)]}::uuid[]) AND credit_limit > 0
    GROUP BY currency_code ORDER BY currency_code`);
};

/** Writes the records of a transfer. */
export const logItems = async (
  tx: Transaction,
  transferId: string,
  changes: readonly OwnerChange[],
  skipped: readonly Skipped[] = [],
): Promise<void> => {
  const items = [
    ...changes.map((change) => ({ ...change, outcome: 'moved', note: null })),
    ...skipped.map((one) => ({ ...one, part: partLabel(one.entity, one.field), outcome: 'skipped' })),
  ];
  if (items.length === 0) return;
  await tx.query(sql`
    INSERT INTO account_transfer_items (transfer_id, entity, field, part, record_id, label, before_id, after_id, before_share,
      outcome, note)
    SELECT ${transferId}::uuid, i.entity, i.field, i.part, i.record_id, i.label, i.before_id, i.after_id, i.before_share,
      i.outcome, i.note
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i(entity text, field text, part text, record_id text,
      label text, before_id uuid, after_id uuid, before_share numeric, outcome text, note text)`);
};

/**
 * Adds an executed transfer to the log: the last thing a transaction does, since the next number waits for it.
 *
 * @returns its id
 */
export const logTransfer = async (tx: Transaction, entry: TransferEntry): Promise<string> => {
  const { origin, from, to, reason, changes, skipped = [], reverts = null } = entry;
  const amounts = await creditOf(tx, changes);
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO account_transfers (batch_no, status, origin, from_user_id, to_user_id, effective_on, reason, item_count,
      skipped_count, scope, amounts, executed_at, executed_by_id, reverts_id)
    VALUES (next_folio('TRA'), 'executed', ${origin}, ${from}, ${to}, business_date(), ${reason}, ${changes.length},
      ${skipped.length}, ${JSON.stringify(scopeOf(changes))}::jsonb, ${JSON.stringify(amounts)}::jsonb, now(),
      ${tx.change.actorId}, ${reverts})
    RETURNING id`);
  if (!row) throw new Error('inserting a transfer answered no row');
  await logItems(tx, row.id, changes, skipped);
  return row.id;
};
