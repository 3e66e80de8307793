import type { MoneyOptions } from '@pauta/domain/kinds/number.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { quoted, tableOf } from '../../resource/table.ts';
import { ownerOfEntity } from './audited-records.ts';

/** Names of the field with the amount of a record, the most telling first. */
const telling = ['total', 'amount', 'expected_amount', 'net', 'price'];

interface AmountColumns {
  readonly amount: string;
  readonly currency: string;
}

/** The columns with the amount of a record and its currency; null for a resource without one that every reader sees. */
const amountColumns = ({ fields }: Resource): AmountColumns | null => {
  for (const name of telling) {
    const field = fields[name];
    if (field?.kind.name !== 'money' || field.options.computed || field.options.seenBy) continue;
    const { currency } = field.options as unknown as MoneyOptions;
    if (currency in fields && !fields[currency]?.options.computed) return { amount: name, currency };
  }
  return null;
};

/**
 * What the records of audit log rows amount to today, in the requested order, in one statement; null where a record has
 * no amount, no longer exists, or the reader may not see it.
 */
export const readRecordAmounts = async (
  database: Queryable,
  asked: readonly { readonly entity: string; readonly id: string }[],
  actor: Actor,
): Promise<(CurrencyAmount | null)[]> => {
  const wanted = new Map<Resource, { readonly columns: AmountColumns; readonly ids: Set<string> }>();
  for (const { entity, id } of asked) {
    const resource = ownerOfEntity(entity);
    const columns = resource && amountColumns(resource);
    if (!resource || !columns) continue;
    const known = wanted.get(resource) ?? { columns, ids: new Set<string>() };
    wanted.set(resource, known);
    known.ids.add(id);
  }
  if (wanted.size === 0) return asked.map(() => null);
  const queries = [...wanted].map(([resource, { columns, ids }]): Sql => {
    const seen = tableOf(resource).isOpen ? raw('true') : scopeCondition(resource, actor);
    return sql`SELECT ${resource.name} || ' ' || t.id AS key, t.${raw(quoted(columns.amount))}::text AS amount,
        t.${raw(quoted(columns.currency))} AS currency
      FROM ${raw(quoted(resource.name))} t WHERE t.id = ANY(${[...ids].filter(isId)}::uuid[]) AND ${seen}`;
  });
  const rows = await database.query<{ key: string; amount: string | null; currency: string | null }>(
    join(queries, ' UNION ALL '),
  );
  const found = new Map(rows.map(({ key, amount, currency }) => [key, { amount, currency }]));
  return asked.map(({ entity, id }) => {
    const { amount = null, currency = null } = found.get(`${ownerOfEntity(entity)?.name} ${id}`) ?? {};
    return amount === null || currency === null ? null : { currency, amount };
  });
};
