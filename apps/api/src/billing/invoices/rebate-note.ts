import type { Posting } from '@pauta/domain/billing/ledger/postings.ts';
import { rebateNotePostings } from '@pauta/domain/billing/ledger/rebate-postings.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Locks the volume rebate that a credit note settles, before the document that it modifies, in the order in which preparing
 * its notes locks them.
 *
 * @returns its agency; null of any other note
 */
export const lockRebateOf = async (
  tx: Transaction,
  noteId: string,
): Promise<{ readonly agency_id: string } | null> =>
  (await tx.one<{ agency_id: string }>(sql`
    SELECT r.agency_id FROM rebate_accruals r JOIN rebate_accrual_credit_notes l ON l.rebate_accrual_id = r.id
    WHERE l.credit_note_id = ${noteId}::uuid FOR NO KEY UPDATE OF r`)) ?? null;

/** What a note adds to its entry if it settles a rebate. */
export const rebatePostingsOf = (
  rebate: { readonly agency_id: string } | null,
  taxable: string,
): readonly Posting[] => (rebate === null ? [] : rebateNotePostings(taxable, rebate.agency_id));
