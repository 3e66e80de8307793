import { referenceId } from '@pauta/domain/kinds/reference.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Refuses what is no issued credit note of the client in the currency of the credit, or gives another credit already. */
export const requireCreditNote = async (
  tx: Transaction,
  note: string | null,
  { clientId, currency }: { readonly clientId: string | null; readonly currency: string },
): Promise<void> => {
  const found = await tx.one<{ taken: boolean; rebilled: boolean }>(sql`
    SELECT EXISTS (SELECT FROM owed_credits o WHERE o.credit_note_id = i.id) AS taken,
      i.rebill AND EXISTS (SELECT FROM invoice_contracts g WHERE g.invoice_id = i.id) AS rebilled
    FROM invoices i
    WHERE i.id = ${note}::uuid AND i.client_id = ${clientId}::uuid AND i.doc_kind = 'credit_note'
      AND i.status = 'issued' AND i.currency_code = ${currency}`);
  if (!found)
    throw invalid({
      credit_note_id: [`Elija una nota de crédito emitida del mismo cliente y en ${currency}.`],
    });
  if (found.rebilled)
    throw invalid({
      credit_note_id: [
        'Lo que acredita esa nota se vuelve a facturar. Elija una que no se vuelva a facturar.',
      ],
    });
  if (found.taken) throw conflict('taken', 'Esa nota de crédito ya da otro crédito propuesto. Elija otra.');
};

const settle: StateChangeHandler = async ({ tx }, record, { credit_note_id }) => {
  await requireCreditNote(tx, referenceId(credit_note_id), {
    clientId: referenceId(record.client_id),
    currency: String(record.currency_code),
  });
  return { credit_note_id: referenceId(credit_note_id) };
};

/** Server code of the credits that postsales owes. */
export const owedCreditHooks: ResourceHooks = { commands: { settle } };
