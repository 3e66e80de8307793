import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import type { RunObstacle, RunPayer, RunPlan } from '@pauta/domain/billing/runs/run-plan.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { allocate } from '@pauta/domain/money/allocate.ts';
import { isZero, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { minorDigits } from '@pauta/domain/money/minor-unit.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { join } from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { addDrafts, type BilledContract, billedContracts } from '../contracts/billed-contract.ts';
import { readDueContracts } from '../contracts/due-contracts.ts';
import { lockContracts } from '../contracts/prepare-invoices.ts';

/** Contracts of one run; those that are due longest go first, and another run bills the rest. */
const mostContracts = 2000;

/** Days ahead that a run bills at most. */
const mostDaysAhead = 92;

interface Plan {
  readonly billed: readonly BilledContract[];
  readonly answer: RunPlan;
}

/** Makes what is due the instalments up to a day, until the transaction ends. */
const billUntil = (tx: Transaction, day: string): Promise<unknown> =>
  tx.query(sql`
    SELECT set_config('pauta.billing_day', ${day}, true), set_config('statement_timeout', '60s', true)`);

/** What is due of the contracts that the actor sees and the input chooses. */
const dueOf = ({ tx, actor }: HandlerContext, input: Values): Promise<DueContract[]> => {
  const id = (name: string) => referenceId(input[name]);
  const plan = (input.billing_plan as string | null | undefined) ?? null;
  return readDueContracts(
    tx,
    join(
      [
        rowVisibility(contracts, actor, 'c'),
        sql`c.company_id = ${id('company_id')}::uuid`,
        sql`(${plan}::text IS NULL OR c.billing_plan = ${plan}::text)`,
        sql`(${id('client_id')}::uuid IS NULL OR c.client_id = ${id('client_id')}::uuid)`,
        sql`(${id('agency_id')}::uuid IS NULL OR c.agency_id = ${id('agency_id')}::uuid)`,
        sql`(${id('owner_id')}::uuid IS NULL OR c.owner_id = ${id('owner_id')}::uuid)`,
      ],
      ' AND ',
    ),
    mostContracts,
  );
};

/** The drafts by payer and currency. What is planned of a contract is shared out over its payers by what they are billed. */
const payersOf = (billed: readonly BilledContract[], due: readonly DueContract[]): RunPayer[] => {
  const planned = new Map(due.map((one) => [one.id, one.planned]));
  const byContract = Map.groupBy(billed, ({ contract }) => contract.id);
  const rows = [...byContract].flatMap(([id, drafts]) => {
    const parts = allocate(
      planned.get(id) ?? '0',
      drafts.map(({ header }) => header.net),
      minorDigits(drafts[0]?.contract.currency_code ?? 'DOP'),
    );
    return drafts.map((draft, place) => ({ draft, planned: parts[place] ?? '0.00' }));
  });
  const keyOf = ({ contract, payer }: BilledContract): string =>
    [contract.currency_code, payer.bill_to, payer.name].join('\n');
  return [...Map.groupBy(rows, ({ draft }) => keyOf(draft)).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const total = (name: 'net' | 'tax' | 'total') => sum(group.map(({ draft }) => draft.header[name]));
    const net = total('net');
    const due = sum(group.map((one) => one.planned));
    return [
      {
        bill_to: first.draft.payer.bill_to,
        payer: first.draft.payer.name,
        currency: first.draft.contract.currency_code,
        invoices: group.length,
        planned: due,
        net,
        tax: total('tax'),
        total: total('total'),
        difference: subtract(net, due),
      },
    ];
  });
};

const obstaclesOf = (due: readonly DueContract[]): RunObstacle[] =>
  due.flatMap(({ id, number, name, reasons }) => {
    const against = reasons.filter(({ blocks }) => blocks !== 'nothing');
    return against.length > 0 ? [{ id, title: `${number} · ${name}`, reasons: against }] : [];
  });

const untilOf = (input: Values, today: string): string => {
  const until = String(input.until);
  const last = addDays(today, mostDaysAhead);
  if (until > last) throw invalid({ until: [`Se factura hasta ${mostDaysAhead} días por adelantado.`] });
  return until;
};

const object = { type: 'object', additionalProperties: true };

/**
 * Prepares a run: the drafts of what is due of the chosen contracts, one for each contract and payer. Contracts of which no
 * draft can be made are left out with their reasons.
 */
export const prepareRun: CommandHandler<Plan> = {
  answer: {
    invoices: { type: 'integer' },
    payers: { type: 'array', items: object },
    obstacles: { type: 'array', items: object },
  },
  plan: async (context, _record, input) => {
    const today = companyDay(context.now.getTime());
    const until = untilOf(input, today);
    await billUntil(context.tx, until);
    const found = await dueOf(context, input);
    const ids = found
      .filter((one) => !one.reasons.some(({ blocks }) => blocks === 'draft'))
      .map(({ id }) => id);
    const locked = context.isDry ? ids : await lockContracts(context, ids);
    const billed = (await billedContracts(context.tx, locked, today)).filter(
      ({ lines, header }) => lines.length > 0 && !isZero(header.total),
    );
    if (billed.length === 0 && found.length === 0)
      throw conflict('nothing_due', 'No hay nada por facturar con esos parámetros.');
    return {
      billed,
      answer: {
        invoices: billed.length,
        payers: payersOf(billed, found),
        obstacles: obstaclesOf(found),
      },
    };
  },
  toAnswer: (_context, { answer }) => answer,
  run: async ({ tx, actor }, _record, input, { billed, answer }) => {
    if (billed.length === 0)
      throw conflict('nothing_billable', 'De lo que está por facturar no se puede preparar ningún borrador.');
    const company = referenceId(input.company_id) ?? '';
    const number = await takeNumber(tx, { series: 'billing_run', company });
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO billing_runs (number, company_id, until, billing_plan, client_id, agency_id, owner_id, prepared_by_id, plan)
      VALUES (${number}, ${company}::uuid, ${String(input.until)}::date, ${(input.billing_plan as string | null) ?? null},
        ${referenceId(input.client_id)}::uuid, ${referenceId(input.agency_id)}::uuid, ${referenceId(input.owner_id)}::uuid,
        ${actor.userId}::uuid, ${JSON.stringify(answer.payers)}::jsonb)
      RETURNING id`);
    if (!made) throw new Error(`inserting a record of ${billingRuns.name} answers its id`);
    await addDrafts(tx, billed, made.id);
    return { createdId: made.id };
  },
};
