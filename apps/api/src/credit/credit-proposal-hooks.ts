import { creditAccounts, creditProposals, oneAccount } from '@pauta/domain/crm/clients/credit-proposal.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { round } from '@pauta/domain/money/arithmetic.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import { takeNumber } from '../admin/settings/take-number.ts';
import type { AfterDecision } from '../approval/approval-area.ts';
import { requestApproval } from '../approval/approvals.ts';
import { decideFor, type Outcome } from '../approval/decide.ts';
import type { Transaction } from '../platform/database/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import type { HandlerContext } from '../resource/commands/context.ts';
import type { StateChangeHandler } from '../resource/commands/handler.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { parseRecord } from '../resource/reading/read-record.ts';
import { quoted, tableOf } from '../resource/table.ts';
import { reread, updateRecord } from '../resource/writing/write-record.ts';
import { creditContent, creditReasons, formatLimit, type PresentLimit } from './credit-approval.ts';

interface Account {
  readonly id: string;
  readonly trade_name: string;
  readonly credit_limit: string | null;
  readonly currency_code: string;
  readonly archived: boolean;
}

const presentOf = ({ credit_limit: amount, currency_code: currency }: Account): PresentLimit => ({
  amount,
  currency,
});

/** The account of a proposal, locked until the transaction ends. */
const lockAccount = async (tx: Transaction, values: Values) => {
  for (const [field, of] of Object.entries(creditAccounts)) {
    const reference = values[field] as Reference | null | undefined;
    if (!reference) continue;
    const resource = of();
    const account = await tx.one<Account>(sql`
      SELECT id, trade_name, credit_limit::text, currency_code, archived_at IS NOT NULL AS archived
      FROM ${raw(quoted(resource.name))} WHERE id = ${reference.id}::uuid FOR NO KEY UPDATE`);
    if (!account) break;
    if (account.archived)
      throw conflict(
        'archived',
        `No se puede: ${thisOne(resource.label)} está en el archivo. Restáurelo primero.`,
      );
    return { table: raw(quoted(resource.name)), account };
  }
  throw invalid(oneAccount(values) ?? { client_id: ['El registro indicado no existe.'] });
};

/** Sets the proposed limit. @throws Problem if the account's limit has changed since the proposal */
const applyLimit = async ({ tx }: HandlerContext, proposal: Values): Promise<void> => {
  const { table, account } = await lockAccount(tx, proposal);
  if (
    account.credit_limit !== proposal.current_limit ||
    account.currency_code !== proposal.current_currency_code
  ) {
    throw conflict(
      'changed_since',
      `El límite cambió después de esta propuesta: ahora es ${formatLimit(presentOf(account))}. ` +
        'Rechácela y pida otra si hace falta.',
    );
  }
  await tx.query(sql`
    UPDATE ${table} SET credit_limit = ${proposal.proposed_limit}::numeric, currency_code = ${proposal.currency_code}
    WHERE id = ${account.id}`);
};

const decidedColumns = (userId: string, comment: string | null): Values => ({
  decided_by_id: userId,
  decided_at: new Date().toISOString(),
  decision_reason: comment,
});

/** The effect of a decision in the approvals inbox on its proposal. */
export const afterCreditDecision: AfterDecision = async (context, recordId, { outcome, comment }) => {
  const { tx, actor } = context;
  const table = tableOf(creditProposals);
  await tx.query(sql`SELECT FROM credit_proposals WHERE id = ${recordId}::uuid FOR NO KEY UPDATE`);
  const proposal = parseRecord(await reread(tx, table, recordId));
  if (outcome === 'approved') await applyLimit(context, proposal);
  const columns = outcome === 'withdrawn' ? {} : decidedColumns(actor.userId, comment);
  await updateRecord(
    tx,
    table,
    { id: recordId, version: proposal.row_version },
    {},
    { status: outcome, ...columns },
  );
};

/** A decision made on the proposal itself. */
const decideHere =
  (outcome: Outcome): StateChangeHandler =>
  async (context, proposal, { reason }) => {
    const comment = (reason as string | null | undefined) ?? null;
    await decideFor(context, { kind: 'credit_proposal', recordId: proposal.id }, { outcome, comment });
    if (outcome === 'withdrawn') return undefined;
    if (outcome === 'approved') await applyLimit(context, proposal);
    return decidedColumns(context.actor.userId, comment);
  };

/** Hooks of credit proposals: initial values, and the effect of a decision. */
export const creditProposalHooks: ResourceHooks = {
  rules: [oneAccount],
  beforeCreate: async (context, values) => {
    const { tx, actor } = context;
    const { account } = await lockAccount(tx, values);
    const present = presentOf(account);
    const proposed = {
      amount: round(String(values.proposed_limit), 2),
      currency: String(values.currency_code),
    };
    if (present.amount === proposed.amount && present.currency === proposed.currency)
      throw invalid({ proposed_limit: ['Ese ya es el límite.'] });
    const folio = await takeNumber(tx, { series: 'credit_proposal' });
    const row = await tx.one<{ id: string }>(sql`SELECT new_id() AS id`);
    if (!row) throw new Error('a constant query answers one row');
    await requestApproval(context, {
      kind: 'credit_proposal',
      recordId: row.id,
      title: `${folio} · ${account.trade_name}`.slice(0, 200),
      content: creditContent(account.id, proposed),
      reasons: creditReasons(present, proposed),
    });
    return {
      id: row.id,
      folio,
      status: 'pending',
      current_limit: account.credit_limit,
      current_currency_code: account.currency_code,
      proposed_by_id: actor.userId,
    };
  },
  commands: {
    approve: decideHere('approved'),
    reject: decideHere('rejected'),
    withdraw: decideHere('withdrawn'),
  },
};
