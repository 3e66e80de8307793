import type { PostedTo } from '@pauta/domain/billing/ledger/postings.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/**
 * The account of the ledger of the bank account that pays a record: of its company, in its currency.
 *
 * @throws Problem 422 at `bank_account_id`
 */
export const payingAccount = async (tx: Transaction, record: AnyRecord, input: Values): Promise<PostedTo> => {
  const bank = await tx.one<{ company_id: string; currency_code: string; gl_account_id: string | null }>(sql`
    SELECT company_id, currency_code, gl_account_id FROM bank_accounts
    WHERE id = ${referenceId(input.bank_account_id)}::uuid`);
  if (bank?.company_id !== referenceId(record.company_id))
    throw invalid({ bank_account_id: ['Esa cuenta es de otra compañía.'] });
  if (bank?.currency_code !== record.currency_code)
    throw invalid({ bank_account_id: ['Esa cuenta está en otra moneda que el pago.'] });
  return bank?.gl_account_id ? { accountId: bank.gl_account_id } : { role: 'bank' };
};
