import { splitMonths } from '@pauta/domain/billing/grouping/split-months.ts';
import { add } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import {
  type BilledContract,
  boundsOf,
  type ContractRow,
  type PayerPart,
  type PayerRow,
  payerParts,
  readDue,
  withAmounts,
} from './billed-contract.ts';

interface DueMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Its last day. */
  readonly end: string;
  /** The contracts of which it has instalments that are due and not invoiced. */
  readonly ids: readonly string[];
}

/** Makes what is due the instalments up to a day, until the transaction ends. */
export const billUntil = (tx: Queryable, day: string): Promise<unknown> =>
  tx.query(sql`SELECT set_config('pauta.billing_day', ${day}, true)`);

/** The months before the last one that is due in which contracts have instalments that are not invoiced, in order. */
const readMonths = (tx: Queryable, ids: readonly string[]): Promise<DueMonth[]> =>
  tx.query<DueMonth>(sql`
    SELECT to_char(m.month, 'YYYY-MM') AS month, (m.month + interval '1 month' - interval '1 day')::date::text AS end,
      array_agg(m.contract_id ORDER BY m.contract_id) AS ids
    FROM (
      SELECT n.contract_id, n.month, sum(sum(n.amount)) OVER (PARTITION BY n.contract_id ORDER BY n.month) AS upto
      FROM (
        SELECT contract_id, amount, date_trunc('month', due_on)::date AS month FROM instalments_in_force
        WHERE contract_id = ANY(${ids}::uuid[]) AND due_on <= billing_day()) n
        JOIN contracts c ON c.id = n.contract_id
      WHERE c.billing_plan NOT IN ('by_consumption', 'on_delivery') AND c.status <> 'cancelled'
      GROUP BY n.contract_id, n.month) m
    WHERE m.upto > (SELECT coalesce(sum(o.billed_net), 0) FROM order_lines o WHERE o.contract_id = m.contract_id)
    GROUP BY m.month ORDER BY m.month`);

/** A contract as it is due at the end of each month, in order, with the month of each. */
type Until = { readonly month: string; readonly contract: ContractRow };

/** What of a contract goes to each of its payers by month; what one month bills to a payer counts in the next. */
const monthParts = (contract: ContractRow, until: readonly Until[]): PayerPart[] => {
  const months = splitMonths(
    until.map(({ contract: { lines } }) => new Map(lines.map((line) => [line.order_line_id, line]))),
  );
  const keyOf = ({ bill_to, client_id }: PayerRow): string => `${bill_to} ${client_id}`;
  const billed = new Map(contract.payers.map((payer) => [keyOf(payer), { ...payer.billed }]));
  let begun = '';
  return months.flatMap((own, place): PayerPart[] => {
    const at = until[place];
    if (!at || own.size === 0) return [];
    const [from, to] = boundsOf(at.contract.period);
    const first = begun > from && begun < to ? begun : from;
    begun = to;
    const parts = payerParts({
      ...contract,
      period: `[${first},${to})`,
      payers: contract.payers.map((payer) => ({ ...payer, billed: billed.get(keyOf(payer)) ?? {} })),
      lines: contract.lines.flatMap((line) => {
        const amount = own.get(line.order_line_id);
        return amount ? [{ ...line, ...amount }] : [];
      }),
    });
    for (const { payer, lines } of parts) {
      const sums = billed.get(keyOf(payer));
      for (const { order_line_id: id, net } of lines) if (sums) sums[id] = add(sums[id] ?? '0.00', net);
    }
    return parts.map((part) => ({ ...part, month: at.month }));
  });
};

/**
 * What can be billed of contracts now, as `billedContracts`, with the instalments of each month apart. What is billed by
 * consumption is not divided.
 *
 * @param day civil day of the taxes
 * @param until the day up to which instalments are due
 */
export const billedByMonth = async (
  tx: Transaction,
  ids: readonly string[],
  day: string,
  until: string,
): Promise<readonly BilledContract[]> => {
  await billUntil(tx, until);
  const months = await readMonths(tx, ids);
  const byContract = new Map<string, Until[]>();
  for (const { month, end, ids: own } of months) {
    await billUntil(tx, end < until ? end : until);
    for (const contract of await readDue(tx, own)) {
      const before = byContract.get(contract.id);
      if (before) before.push({ month, contract });
      else byContract.set(contract.id, [{ month, contract }]);
    }
  }
  await billUntil(tx, until);
  const parts = (await readDue(tx, ids)).flatMap((contract) => {
    const all = byContract.get(contract.id) ?? [];
    const last = all.at(-1);
    // All that is due is what the last month makes due.
    return last ? monthParts(contract, [...all.slice(0, -1), { ...last, contract }]) : payerParts(contract);
  });
  return withAmounts(tx, parts, day);
};
