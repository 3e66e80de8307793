import type { InvoiceGrouping } from '@pauta/domain/billing/grouping/invoice-groupings.ts';
import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import {
  mostListed,
  type RunObstacle,
  type RunPayer,
  type RunPlan,
} from '@pauta/domain/billing/runs/run-plan.ts';
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
import { addDrafts, type Draft, groupDrafts, preparedOf } from '../contracts/add-drafts.ts';
import { billUntil } from '../contracts/billed-by-month.ts';
import { readDueContracts } from '../contracts/due-contracts.ts';
import { billedBy, lockContracts } from '../contracts/prepare-invoices.ts';

/** Contracts of one run; those that are due longest go first, and another run bills the rest. */
const mostContracts = 2000;

/** Days ahead that a run bills at most. */
const mostDaysAhead = 92;

interface Plan {
  readonly drafts: readonly Draft[];
  readonly answer: RunPlan;
}

/** Preparing the drafts of many contracts takes longer than the limit of other statements. */
const allowTime = (tx: Transaction): Promise<unknown> =>
  tx.query(sql`SELECT set_config('statement_timeout', '60s', true)`);

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

/** The drafts by payer and currency. What is planned of a contract is shared out over its parts by what they are billed. */
const payersOf = (drafts: readonly Draft[], due: readonly DueContract[]): RunPayer[] => {
  const planned = new Map(due.map((one) => [one.id, one.planned]));
  const parts = drafts.flatMap((draft) => draft.parts.map((part) => ({ draft, part })));
  const rows = [...Map.groupBy(parts, ({ part }) => part.contract.id)].flatMap(([id, own]) => {
    const shares = allocate(
      planned.get(id) ?? '0',
      own.map(({ part }) => part.header.net),
      minorDigits(own[0]?.part.contract.currency_code ?? 'DOP'),
    );
    return own.map((row, place) => ({ ...row, planned: shares[place] ?? '0.00' }));
  });
  const groups = Map.groupBy(rows, ({ part: { contract, payer } }) =>
    [contract.currency_code, payer.bill_to, payer.name].join('\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const total = (name: 'net' | 'tax' | 'total') => sum(group.map(({ part }) => part.header[name]));
    const net = total('net');
    const due = sum(group.map((one) => one.planned));
    return [
      {
        bill_to: first.part.payer.bill_to,
        payer: first.part.payer.name,
        currency: first.part.contract.currency_code,
        invoices: new Set(group.map(({ draft }) => draft)).size,
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
 * Prepares a run: the drafts of what is due of the chosen contracts, one for each contract and payer or grouped. Contracts
 * of which no draft can be made are left out with their reasons.
 */
export const prepareRun: CommandHandler<Plan> = {
  answer: {
    invoices: { type: 'integer' },
    drafts: { type: 'array', items: object },
    payers: { type: 'array', items: object },
    obstacles: { type: 'array', items: object },
  },
  plan: async (context, _record, input) => {
    const today = companyDay(context.now.getTime());
    const until = untilOf(input, today);
    const grouping = input.grouping as InvoiceGrouping;
    await allowTime(context.tx);
    await billUntil(context.tx, until);
    const found = await dueOf(context, input);
    const ids = found
      .filter((one) => !one.reasons.some(({ blocks }) => blocks === 'draft'))
      .map(({ id }) => id);
    const locked = context.isDry ? ids : await lockContracts(context, ids);
    const billed = await billedBy(context.tx, locked, today, { grouping, until });
    const drafts = groupDrafts(
      billed.filter(({ lines, header }) => lines.length > 0 && !isZero(header.total)),
      grouping,
    );
    if (drafts.length === 0 && found.length === 0)
      throw conflict('nothing_due', 'No hay nada por facturar con esos parámetros.');
    return {
      drafts,
      answer: {
        invoices: drafts.length,
        drafts: drafts.slice(0, mostListed).map(preparedOf),
        payers: payersOf(drafts, found),
        obstacles: obstaclesOf(found),
      },
    };
  },
  toAnswer: (_context, { answer }) => answer,
  run: async ({ tx, actor }, _record, input, { drafts, answer }) => {
    if (drafts.length === 0)
      throw conflict('nothing_billable', 'De lo que está por facturar no se puede preparar ningún borrador.');
    const company = referenceId(input.company_id) ?? '';
    const number = await takeNumber(tx, { series: 'billing_run', company });
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO billing_runs (number, company_id, until, billing_plan, client_id, agency_id, owner_id, grouping,
        prepared_by_id, plan)
      VALUES (${number}, ${company}::uuid, ${String(input.until)}::date, ${(input.billing_plan as string | null) ?? null},
        ${referenceId(input.client_id)}::uuid, ${referenceId(input.agency_id)}::uuid, ${referenceId(input.owner_id)}::uuid,
        ${String(input.grouping)}, ${actor.userId}::uuid, ${JSON.stringify(answer.payers)}::jsonb)
      RETURNING id`);
    if (!made) throw new Error(`inserting a record of ${billingRuns.name} answers its id`);
    await addDrafts(tx, drafts, made.id);
    return { createdId: made.id };
  },
};
