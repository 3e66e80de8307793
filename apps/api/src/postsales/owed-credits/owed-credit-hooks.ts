import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Refuses what is no valid credit note of the client, or gives another credit already. */
export const requireCreditNote = async (
  tx: Transaction,
  note: string | null,
  clientId: string | null,
): Promise<void> => {
  const found = await tx.one<{ taken: boolean }>(sql`
    SELECT EXISTS (SELECT FROM owed_credits o WHERE o.credit_note_id = i.id) AS taken
    FROM invoices i
    WHERE i.id = ${note}::uuid AND i.client_id = ${clientId}::uuid AND i.doc_kind = 'credit_note'
      AND i.status <> 'voided' AND i.archived_at IS NULL`);
  if (!found)
    throw invalid({ credit_note_id: ['Elija una nota de crédito del mismo cliente que no esté anulada.'] });
  if (found.taken) throw conflict('taken', 'Esa nota de crédito ya da otro crédito propuesto. Elija otra.');
};

const settle: StateChangeHandler = async ({ tx }, record, { credit_note_id }) => {
  await requireCreditNote(tx, referenceId(credit_note_id), referenceId((record as AnyRecord).client_id));
  return { credit_note_id: referenceId(credit_note_id) };
};

/** Server code of the credits that postsales owes. */
export const owedCreditHooks: ResourceHooks = { commands: { settle } };
