import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { TiedOut } from '@pauta/domain/resource/tie-out.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import sql from 'sql-template-tag';
import type { FullDay } from '../../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { conflict, Problem } from '../../../platform/http/problem.ts';
import type { HandlerContext } from '../../../resource/commands/context.ts';
import { parseRecord } from '../../../resource/reading/read-record.ts';
import { tableOf } from '../../../resource/table.ts';
import { reread } from '../../../resource/writing/write-record.ts';
import { partiesOf } from '../../signing/contract-parties.ts';
import { addVersion } from '../../signing/contract-version.ts';
import { lockAccounts } from '../../signing/lock-accounts.ts';
import {
  billedAccount,
  incompleteReasons,
  readSigningStates,
  type SigningState,
} from '../../signing/signing-state.ts';
import { startContract } from '../../signing-room/complete-contract.ts';
import { scheduleOf, writeSchedule } from '../plan-billing.ts';
import { openBilling } from './opening-billing.ts';
import { airedReasons, billedReasons, lineReasons } from './opening-reasons.ts';

const refuse = (reasons: readonly string[]): void => {
  if (reasons.length > 0) throw conflict('not_taken_over', reasons.join(' '));
};

const readContract = async (tx: Transaction, id: string): Promise<AnyRecord> =>
  parseRecord(await reread(tx, tableOf(contracts), id));

const stateOf = async (tx: Transaction, id: string): Promise<SigningState> => {
  const [state] = await readSigningStates(tx, [id]);
  if (!state) throw new Error(`contract ${id} is gone within its own transaction`);
  return state;
};

/** The number of the other system is kept. It is registered, so that the series of contracts never gives it again. */
const keepNumber = async (tx: Transaction, contract: AnyRecord, number: string): Promise<void> => {
  const company = referenceId(contract.company_id);
  const taken = await tx.one(sql`
    SELECT FROM contracts WHERE company_id = ${company}::uuid AND number = ${number} AND withdrawn_at IS NULL`);
  if (taken) refuse([`La compañía ya tiene el contrato ${number}: revise si es el mismo.`]);
  const counter = `former_contract/${company}`;
  await tx.query(sql`
    INSERT INTO given_numbers (series, company_id, number, counter, year, count)
    VALUES ('contract', ${company}::uuid, ${number}, ${counter}, 0, first_count(${counter}, 0))
    ON CONFLICT ON CONSTRAINT given_numbers_once DO NOTHING`);
};

/** Every space without room, with its days. */
const withEveryDay = (error: unknown): unknown => {
  if (!(error instanceof Problem) || error.code !== 'no_capacity') return error;
  const full = error.extra.full as readonly FullDay[];
  const spaces = [...Map.groupBy(full, ({ item }) => item.label)].map(([name, days]) => {
    const shown = [...new Set(days.map(({ day }) => day))].sort();
    return `«${name}» el ${new Intl.ListFormat('es').format(shown.map(formatCivilDate))}`;
  });
  return conflict(
    'no_capacity',
    `No hay capacidad en ${spaces.join('; ')}. Corrija el renglón, o autorice antes un sobrecupo de esos días.`,
  );
};

interface Sums {
  readonly lines: string;
  readonly read_net: string | null;
  readonly read_tax: string | null;
  readonly read_total: string | null;
  readonly read_aired: string;
  readonly read_billed: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly instalments: string;
  readonly aired: string;
  readonly billed: string;
}

const tieOutOf = async (
  tx: Transaction,
  contract: AnyRecord,
  { isProposed }: { readonly isProposed: boolean },
): Promise<TiedOut> => {
  const sums = await tx.one<Sums>(sql`
    SELECT count(*)::text AS lines,
      CASE WHEN count(l.former_net) = count(*) THEN sum(l.former_net)::text END AS read_net,
      CASE WHEN count(l.former_tax) = count(*) THEN sum(l.former_tax)::text END AS read_tax,
      CASE WHEN count(l.former_total) = count(*) THEN sum(l.former_total)::text END AS read_total,
      coalesce(sum(l.former_aired), 0)::text AS read_aired, coalesce(sum(l.former_billed), 0)::numeric(18,2)::text AS read_billed,
      sum(o.net)::text AS net, sum(o.tax)::text AS tax, sum(o.total)::text AS total,
      (SELECT coalesce(sum(amount), 0)::numeric(18,2)::text FROM contract_instalments WHERE contract_id = ${contract.id}::uuid) AS instalments,
      coalesce(sum(coalesce(q.aired, CASE WHEN w.status = 'completed' THEN l.former_aired END)), 0)::text AS aired,
      sum(o.billed_net)::text AS billed
    FROM contract_lines l JOIN order_lines o ON o.contract_line_id = l.id
      LEFT JOIN quotas q ON q.order_line_id = o.id
      LEFT JOIN work_orders w ON w.order_line_id = o.id AND q.id IS NULL
    WHERE l.contract_id = ${contract.id}::uuid`);
  if (!sums) throw new Error('a query without groups answers one row');
  const { lines, net, tax, total, instalments, aired, billed } = sums;
  return {
    group: String(contract.currency_code),
    read: {
      documents: '1',
      lines: String(linesIn(contract, 'lines').length),
      net: sums.read_net,
      tax: sums.read_tax,
      total: sums.read_total,
      instalments: isProposed ? null : instalments,
      aired: sums.read_aired,
      billed: sums.read_billed,
    },
    stored: { documents: '1', lines, net, tax, total, instalments, aired, billed },
  };
};

/**
 * Makes a contract that an import inserted as a draft valid as it runs in another system: with its number there, what was
 * aired and billed of it, and the signatures on paper of the signatories that it names. Nobody's credit or power is checked
 * again, because it was signed before.
 *
 * @returns what it amounts to; undefined for a contract without a number of another system
 * @throws Problem 409 with every reason
 */
export const takeOver = async (context: HandlerContext, id: string): Promise<TiedOut | undefined> => {
  const { tx, now } = context;
  const draft = await readContract(tx, id);
  const number = draft.former_number as string | null;
  if (!number) return undefined;
  const signedOn = String(draft.former_signed_on);
  const today = companyDay(now);
  const currency = String(draft.currency_code);
  await lockAccounts(tx, referenceId(draft.client_id), referenceId(draft.agency_id));
  const isProposed = linesIn(draft, 'instalments').length === 0;
  if (isProposed) await writeSchedule(tx, id, scheduleOf(draft, now));
  refuse([
    ...(signedOn > today ? [`La firma no puede ser posterior a hoy, ${formatCivilDate(today)}.`] : []),
    ...incompleteReasons(await stateOf(tx, id)).map(({ text }) => text),
    ...(await lineReasons(tx, id, currency)),
    ...(await openBilling(tx, draft)),
  ]);
  await keepNumber(tx, draft, number);

  const state = await stateOf(tx, id);
  const account = billedAccount(state);
  await tx.query(
    sql`UPDATE contracts SET status = 'pending_signature', number = ${number} WHERE id = ${id}::uuid`,
  );
  try {
    await startContract(context, draft, state, async () => {
      refuse(await airedReasons(tx, id));
      await tx.query(sql`SELECT open_former_delivery(${id}::uuid)`);
      refuse(await billedReasons(tx, id, currency));
    });
  } catch (error) {
    throw withEveryDay(error);
  }
  const whole = await readContract(tx, id);
  await addVersion(tx, {
    contractId: id,
    version: 0,
    label: `${number} v0`,
    content: contractContent(
      { ...whole, signed_on: signedOn, payer_name: account.legal_name, payer_tax_id: account.tax_id },
      partiesOf(state),
    ),
    prevHash: null,
  });
  await tx.query(sql`
    UPDATE contracts SET status = 'signed', signed_on = ${signedOn}::date, payer_name = ${account.legal_name},
      payer_tax_id = ${account.tax_id} WHERE id = ${id}::uuid`);
  await tx.query(sql`SELECT sign_on_paper(ARRAY[${id}::uuid], ${signedOn}::date)`);
  const { from } = draft.flight as DateRange;
  if (from !== null && from <= today)
    await tx.query(sql`UPDATE contracts SET status = 'active' WHERE id = ${id}::uuid`);
  return tieOutOf(tx, draft, { isProposed });
};
