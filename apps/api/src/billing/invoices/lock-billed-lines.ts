import sql from 'sql-template-tag';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';

/**
 * Locks the order lines that a document bills, in the order of their ids, before the counters of numbers and entries. The
 * trigger of `invoices` counts on them when the document is issued or voided.
 */
export const lockBilledLines = async (tx: Transaction, invoiceId: string): Promise<void> => {
  await tx.query(
    preparedStatement(sql`
    SELECT FROM order_lines WHERE id IN (
      SELECT order_line_id FROM invoice_lines WHERE invoice_id = ${invoiceId}::uuid)
    ORDER BY id FOR NO KEY UPDATE`),
  );
};
