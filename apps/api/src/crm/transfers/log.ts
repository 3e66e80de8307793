import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import { sumAmounts } from '@pauta/domain/money/sum-amounts.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql, { type Sql } from 'sql-template-tag';
import { creditSum, type OwnerChange, partLabel, worthSum } from '../../admin/portfolio/portfolio.ts';
import { takeNumber } from '../../admin/settings/take-number.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** A record in the scope of a transfer that was not moved. */
export interface Skipped extends Pick<OwnerChange, 'entity' | 'field' | 'record_id' | 'label' | 'before_id'> {
  readonly note: string;
}

export type TransferOrigin = 'manual' | 'portfolio' | 'deactivation' | 'reversal';

/** The log entry of one transfer. */
export interface TransferEntry {
  readonly origin: TransferOrigin;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string;
  readonly changes: readonly OwnerChange[];
  readonly skipped?: readonly Skipped[];
  /** The transfer that this one reverts. */
  readonly reverts?: string;
}

/** Summary of the records transferred from one user. */
export interface MovedSummary {
  readonly count: number;
  /** Their number by part. */
  readonly scope: readonly { readonly part: string; readonly count: number }[];
  /** Their kinds. */
  readonly entities: readonly string[];
  /** Their credit limits. */
  readonly amounts: readonly CurrencyAmount[];
  /** What the records of each kind are worth. Kinds are not added up: a quote is worth its contract again. */
  readonly worth: readonly (CurrencyAmount & { readonly entity: string })[];
}

/**
 * Summarizes the records transferred from a user. A second place that became empty because its owner became the first
 * owner of the record is recorded, but not counted.
 */
export const sumUp = async (
  database: Queryable,
  from: string | null,
  changes: readonly OwnerChange[],
): Promise<MovedSummary> => {
  const moved = changes.filter(({ before_id }) => before_id === from);
  const kinds = [...Map.groupBy(moved, ({ entity }) => entity)]
    .map(([entity, own]) => ({
      entity,
      resource: resources.find(({ name }) => name === entity),
      ids: [...new Set(own.map(({ record_id }) => record_id))],
    }))
    .sort((a, b) => (a.entity < b.entity ? -1 : 1));
  const amounts: CurrencyAmount[] = [];
  const worth: (CurrencyAmount & { entity: string })[] = [];
  for (const { entity, resource, ids } of kinds) {
    const read = async (sumOf: (of: Resource, condition: Sql) => Sql | null): Promise<CurrencyAmount[]> => {
      const sums = resource && sumOf(resource, sql`t.id = ANY(${ids}::uuid[])`);
      return sums ? sumAmounts(await database.query<CurrencyAmount>(sums)) : [];
    };
    amounts.push(...(await read(creditSum)));
    worth.push(...(await read(worthSum)).map((one) => ({ entity, ...one })));
  }
  return {
    count: kinds.reduce((sum, { ids }) => sum + ids.length, 0),
    scope: [...Map.groupBy(moved, ({ part }) => part)].map(([part, { length: count }]) => ({ part, count })),
    entities: kinds.map(({ entity }) => entity),
    amounts: sumAmounts(amounts),
    worth,
  };
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
 * Adds an executed transfer to the log. Call it last in a transaction, because it locks the number series.
 *
 * @returns its id
 */
export const logTransfer = async (tx: Transaction, entry: TransferEntry): Promise<string> => {
  const { origin, from, to, reason, changes, skipped = [], reverts = null } = entry;
  const { count, scope, entities, amounts, worth } = await sumUp(tx, from, changes);
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO account_transfers (batch_no, status, origin, from_user_id, to_user_id, effective_on, reason, item_count,
      skipped_count, scope, entities, amounts, worth, executed_at, executed_by_id, reverts_id)
    VALUES (${await takeNumber(tx, { series: 'transfer' })}, 'executed', ${origin}, ${from}, ${to}, business_date(), ${reason}, ${count},
      ${skipped.length}, ${JSON.stringify(scope)}::jsonb, ${[...entities]}::text[], ${JSON.stringify(amounts)}::jsonb,
      ${JSON.stringify(worth)}::jsonb, now(),
      ${tx.change.actorId}, ${reverts})
    RETURNING id`);
  if (!row) throw new Error('inserting a transfer answered no row');
  await logItems(tx, row.id, changes, skipped);
  return row.id;
};
