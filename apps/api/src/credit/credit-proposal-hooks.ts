import { creditAccounts, oneAccount } from '@pauta/domain/crm/credit-proposal.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database.ts';
import { conflict, invalid, Problem } from '../platform/problem.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { quoted } from '../resource/table.ts';
import type { TransitionHandler } from '../resource/transitions.ts';

interface Account {
  readonly id: string;
  readonly credit_limit: string | null;
  readonly currency_code: string;
  readonly archived: boolean;
}

/** The account a proposal is about, held until the transaction ends. */
const lockAccount = async (tx: Transaction, values: Values) => {
  for (const [field, of] of Object.entries(creditAccounts)) {
    const reference = values[field] as Reference | null | undefined;
    if (!reference) continue;
    const resource = of();
    const account = await tx.one<Account>(sql`
      SELECT id, credit_limit::text, currency_code, archived_at IS NOT NULL AS archived
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

const said = (limit: string | null, currency: string): string =>
  limit === null ? 'sin límite indicado' : formatAmount({ currency, amount: limit });

const decided = (userId: string, { reason }: Values): Values => ({
  decided_by_id: userId,
  decided_at: new Date().toISOString(),
  decision_reason: reason ?? null,
});

const approve: TransitionHandler = async ({ tx, actor }, proposal, input) => {
  const { table, account } = await lockAccount(tx, proposal);
  if (
    account.credit_limit !== proposal.current_limit ||
    account.currency_code !== proposal.current_currency_code
  ) {
    throw conflict(
      'changed_since',
      `El límite cambió después de esta propuesta: ahora es ${said(account.credit_limit, account.currency_code)}. ` +
        'Rechácela y pida otra si hace falta.',
    );
  }
  await tx.query(sql`
    UPDATE ${table} SET credit_limit = ${proposal.proposed_limit}::numeric, currency_code = ${proposal.currency_code}
    WHERE id = ${account.id}`);
  return decided(actor.userId, input);
};

/** Proposals of another credit limit: what they begin with, and what a decision does. */
export const creditProposalHooks: ResourceHooks = {
  rules: [oneAccount],
  beforeCreate: async ({ tx, actor }, values) => {
    const { account } = await lockAccount(tx, values);
    if (
      Number(account.credit_limit ?? Number.NaN) === Number(values.proposed_limit) &&
      account.currency_code === values.currency_code
    ) {
      throw invalid({ proposed_limit: ['Ese ya es el límite.'] });
    }
    const row = await tx.one<{ folio: string }>(sql`SELECT next_folio('CRE') AS folio`);
    return {
      folio: row?.folio,
      status: 'pending',
      current_limit: account.credit_limit,
      current_currency_code: account.currency_code,
      proposed_by_id: actor.userId,
    };
  },
  transitions: {
    approve,
    reject: async ({ actor }, _proposal, input) => decided(actor.userId, input),
    withdraw: async ({ actor }, proposal) => {
      if ((proposal.proposed_by_id as Reference | null)?.id === actor.userId) return undefined;
      throw new Problem(403, 'not_yours', 'Solo quien hizo la propuesta puede retirarla.');
    },
  },
};
