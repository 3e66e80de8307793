import { positionsAt } from '@pauta/domain/document/position.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import { copyOfQuote } from '@pauta/domain/sales/quotes/copy-quote.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { lockRecords } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { insertCopy } from './insert-copy.ts';

/** What a contract has in force, in the form of a quote. */
const planInForce = async (tx: Transaction, contract: AnyRecord): Promise<AnyRecord> => {
  const ids = await tx.query<{ id: string }>(sql`
    SELECT o.id FROM order_lines o LEFT JOIN contract_lines l ON l.id = o.contract_line_id
    WHERE o.contract_id = ${contract.id}::uuid AND o.status = 'active' ORDER BY l.position, o.id`);
  const lines = await lockRecords(
    tx,
    tableOf(orderLines),
    ids.map(({ id }) => id),
    'system',
  );
  const positions = positionsAt([], 0, ids.length);
  return {
    ...contract,
    flight: contract.flight_in_force,
    opportunity_id: null,
    notes: null,
    lines: ids.map(({ id }, index) => ({ ...lines.get(id), id, position: positions[index] })),
  };
};

/** How a contract is offered again. */
export interface Renewal {
  readonly name: string;
  /** First day of the new flight. */
  readonly from: string;
  readonly priceListId: string | null;
  /** Whether agreed prices stay; otherwise those of the list count. */
  readonly keepsAgreed: boolean;
}

/**
 * Offers again what a contract has in force: a draft of the same length, which names the contract.
 *
 * @param context acts for its author
 * @returns the id of the draft
 * @throws Problem if its author could not make it, for example for a blocked client
 */
export const insertRenewal = async (
  context: HandlerContext,
  contract: AnyRecord,
  { name, from, priceListId, keepsAgreed }: Renewal,
): Promise<string> => {
  const plan = await planInForce(context.tx, contract);
  const made = await insertCopy(context, plan, copyOfQuote(plan, { from, keepsAgreed }), {
    change: { name, price_list_id: priceListId },
    extra: async () => ({ renewal_of_id: contract.id }),
  });
  return made.record.id;
};

/** The renewal of contracts: one for each, until its draft is archived. */
export const renew: CommandHandler = {
  answer: { quote_id: { type: 'string', format: 'uuid' } },
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ contract_id: string; id: string; number: string }>(sql`
      SELECT DISTINCT ON (renewal_of_id) renewal_of_id AS contract_id, id, number FROM quotes
      WHERE renewal_of_id = ANY(${ids}::uuid[]) AND archived_at IS NULL ORDER BY renewal_of_id, version DESC, id`);
    return new Map(
      rows.map(({ contract_id, id, number }): [string, Reason[]] => [
        contract_id,
        [
          {
            code: 'renewed',
            text: `Ya tiene una renovación, el presupuesto ${number}.`,
            fix: { label: 'Abrir el presupuesto', path: `/${quotes.screen}/${id}` },
          },
        ],
      ]),
    );
  },
  run: async (context, contract, input) => {
    if (!contract) throw new Error('a contract is renewed by itself');
    const quoteId = await insertRenewal(context, contract, {
      name: String(input.name),
      from: String(input.from),
      priceListId: referenceId(input.price_list_id),
      keepsAgreed: input.keeps_agreed === true,
    });
    return { quote_id: quoteId };
  },
};
