import type { InvoiceGrouping } from '@pauta/domain/billing/grouping/invoice-groupings.ts';
import { companyWithoutTaxId } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { addDrafts, type Draft, groupDrafts, preparedOf } from './add-drafts.ts';
import { billedByMonth } from './billed-by-month.ts';
import { type BilledContract, billedContracts } from './billed-contract.ts';

/** Contracts that one command bills. */
const mostContracts = 200;

/** Why no draft can be made of what is due of a contract; null if it can. */
const obstacle = ({ contract, lines }: BilledContract): Reason | null => {
  if (contract.company_tax_id === null) return companyWithoutTaxId(contract.company_name);
  return lines.length > 0
    ? null
    : {
        code: 'nothing_due',
        text: 'No hay nada por facturar hoy: no vence ninguna cuota, lo cumplido ya se facturó o está en un borrador.',
      };
};

const amount = { type: 'string' };
const answer = {
  invoices: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        contracts: { type: 'array', items: { type: 'object', additionalProperties: true } },
        bill_to: { type: 'string', enum: ['client', 'agency'] },
        client_id: { type: 'string', format: 'uuid' },
        payer: { type: 'string' },
        month: { type: ['string', 'null'] },
        po_number: { type: ['string', 'null'] },
        currency: { type: 'string' },
        lines: { type: 'integer' },
        taxable: amount,
        tax: amount,
        total: amount,
      },
    },
  },
  blocked: {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'string' }, title: { type: 'string' }, reason: { type: 'string' } },
    },
  },
};

/** Locks those of the contracts that the actor sees, so that two preparations do not bill the same. */
export const lockContracts = async (
  { tx, actor }: HandlerContext,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT c.id FROM contracts c WHERE c.id = ANY(${ids}::uuid[]) AND ${rowVisibility(contracts, actor, 'c')}
    ORDER BY c.id FOR NO KEY UPDATE OF c`);
  return rows.map(({ id }) => id);
};

/** What is due of contracts now, by what their drafts are to be. */
export const billedBy = (
  tx: Transaction,
  ids: readonly string[],
  day: string,
  { grouping, until }: { readonly grouping: InvoiceGrouping; readonly until: string },
): Promise<readonly BilledContract[]> =>
  grouping === 'month' ? billedByMonth(tx, ids, day, until) : billedContracts(tx, ids, day);

interface Prepared {
  readonly drafts: readonly Draft[];
  readonly blocked: readonly { readonly contract: BilledContract; readonly reason: Reason }[];
}

const prepared = (billed: readonly BilledContract[], grouping: InvoiceGrouping): Prepared => ({
  drafts: groupDrafts(
    billed.filter((one) => obstacle(one) === null),
    grouping,
  ),
  blocked: billed.flatMap((contract) => {
    const reason = obstacle(contract);
    return reason ? [{ contract, reason }] : [];
  }),
});

/**
 * Prepares the drafts of what is due of several contracts, one for each of their payers or grouped. Contracts of which
 * nothing can be billed are answered with the reason.
 */
export const prepareInvoices: CommandHandler<Prepared> = {
  answer,
  plan: async (context, _record, input) => {
    const ids = input.ids as readonly string[];
    if (ids.length > mostContracts)
      throw invalid({ ids: [`Elija hasta ${mostContracts} contratos a la vez.`] });
    const day = companyDay(context.now.getTime());
    const grouping = input.grouping as InvoiceGrouping;
    const locked = await lockContracts(context, ids);
    return prepared(await billedBy(context.tx, locked, day, { grouping, until: day }), grouping);
  },
  toAnswer: (_context, { drafts, blocked }) => ({
    invoices: drafts.map(preparedOf),
    blocked: blocked.map(({ contract: { contract }, reason }) => ({
      id: contract.id,
      title: `${contract.number} · ${contract.name}`,
      reason: reason.text,
    })),
  }),
  run: async ({ tx }, _record, _input, { drafts }) => {
    await addDrafts(tx, drafts);
    return {};
  },
};

/** Prepares the drafts of what is due of one contract, one for each of its payers. */
export const billContract: CommandHandler<Prepared> = {
  answer: { ...answer, invoice_ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
  plan: async (context, contract) => {
    const day = companyDay(context.now.getTime());
    const plan = prepared(await billedContracts(context.tx, [contract?.id ?? ''], day), 'contract');
    const [blocked] = plan.blocked;
    if (blocked) throw refusalOf([blocked.reason]);
    return plan;
  },
  toAnswer: (_context, { drafts }) => ({ invoices: drafts.map(preparedOf), blocked: [] }),
  run: async ({ tx }, _contract, _input, { drafts }) => ({ invoice_ids: await addDrafts(tx, drafts) }),
};
