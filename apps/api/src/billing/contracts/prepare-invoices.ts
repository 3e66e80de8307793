import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { companyWithoutTaxId } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { addDrafts, type BilledContract, billedContracts } from './billed-contract.ts';

/** Contracts that one command bills. */
const mostContracts = 200;

const preparedOf = ({ contract, payer, header, lines }: BilledContract): PreparedInvoice => ({
  contract_id: contract.id,
  contract: `${contract.number} · ${contract.name}`,
  bill_to: payer.bill_to,
  client_id: payer.client_id,
  payer: payer.name,
  currency: contract.currency_code,
  lines: lines.length,
  taxable: header.taxable,
  tax: header.tax,
  total: header.total,
});

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
        contract_id: { type: 'string', format: 'uuid' },
        contract: { type: 'string' },
        bill_to: { type: 'string', enum: ['client', 'agency'] },
        client_id: { type: 'string', format: 'uuid' },
        payer: { type: 'string' },
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

/**
 * Prepares the drafts of what is due of several contracts, one for each of their payers. Contracts of which nothing can be
 * billed are answered with the reason.
 */
export const prepareInvoices: CommandHandler<readonly BilledContract[]> = {
  answer,
  plan: async (context, _record, input) => {
    const ids = input.ids as readonly string[];
    if (ids.length > mostContracts)
      throw invalid({ ids: [`Elija hasta ${mostContracts} contratos a la vez.`] });
    return billedContracts(context.tx, await lockContracts(context, ids), companyDay(context.now.getTime()));
  },
  toAnswer: (_context, plan) => ({
    invoices: plan.filter((one) => obstacle(one) === null).map(preparedOf),
    blocked: plan.flatMap((one) => {
      const reason = obstacle(one);
      return reason
        ? [
            {
              id: one.contract.id,
              title: `${one.contract.number} · ${one.contract.name}`,
              reason: reason.text,
            },
          ]
        : [];
    }),
  }),
  run: async ({ tx }, _record, _input, plan) => {
    await addDrafts(
      tx,
      plan.filter((one) => obstacle(one) === null),
    );
    return {};
  },
};

/** Prepares the drafts of what is due of one contract, one for each of its payers. */
export const billContract: CommandHandler<readonly BilledContract[]> = {
  answer: { ...answer, invoice_ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
  plan: async (context, contract) => {
    const day = companyDay(context.now.getTime());
    const plan = await billedContracts(context.tx, [contract?.id ?? ''], day);
    const [reason] = plan.flatMap((one) => obstacle(one) ?? []);
    if (reason) throw refusalOf([reason]);
    return plan;
  },
  toAnswer: (_context, plan) => ({ invoices: plan.map(preparedOf), blocked: [] }),
  run: async ({ tx }, _contract, _input, plan) => ({ invoice_ids: await addDrafts(tx, plan) }),
};
