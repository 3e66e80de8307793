import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { conflict } from '../../../platform/http/problem.ts';

interface Unsent {
  readonly id: string;
  readonly status: string;
  readonly is_unsent: boolean;
  readonly company_id: string;
  readonly document: string;
  readonly number: number;
  readonly sequence_id: string | null;
}

/**
 * Voids the electronic document of an invoice that nobody got: it is signed or to be signed, and was sent neither to the
 * authority nor to the customer. Its number
 * is voided before the authority by a message that is signed and sent behind. In the transaction that voids the invoice.
 *
 * @throws Problem 409 `ecf_sent` if it was sent, or may have been
 */
export const voidUnsent = async (
  tx: Transaction,
  invoice: AnyRecord,
  reasonId: string | null,
): Promise<void> => {
  const document = await tx.one<Unsent>(sql`
    SELECT d.id, d.status, d.status IN ('to_sign', 'signed', 'contingency') AND d.sent_at IS NULL AND NOT d.maybe_sent
        AND NOT EXISTS (SELECT FROM invoice_deliveries v WHERE v.invoice_id = d.invoice_id AND v.status <> 'failed') AS is_unsent,
      d.company_id, left(d.encf, 3) AS document, substr(d.encf, 4)::integer AS number, (
        SELECT s.id FROM fiscal_sequences s WHERE s.company_id = d.company_id AND s.document = left(d.encf, 3)
          AND substr(d.encf, 4)::bigint BETWEEN s.first_no AND s.last_no) AS sequence_id
    FROM ecf_documents d WHERE d.invoice_id = ${invoice.id}::uuid FOR UPDATE OF d`);
  // What the authority rejected has no value: nothing is left to void before it.
  if (document?.status === 'rejected') return;
  if (!document?.is_unsent || document.sequence_id === null)
    throw conflict(
      'ecf_sent',
      'El comprobante ya se envió, o pudo haber llegado: no se anula. Emita una nota de crédito por el total.',
    );
  await tx.query(sql`
    UPDATE ecf_documents SET status = 'voided', voided_at = now(), next_attempt_at = NULL, leased_until = NULL, message = NULL
    WHERE id = ${document.id}::uuid`);
  await tx.query(sql`
    INSERT INTO voided_numbers (name, company_id, sequence_id, document, first_no, last_no, reason_id, created_by)
    VALUES (${`${document.document} · ${document.number}`}, ${document.company_id}::uuid, ${document.sequence_id}::uuid,
      ${document.document}, ${document.number}, ${document.number}, ${reasonId}::uuid, ${tx.change.actorId}::uuid)`);
};
