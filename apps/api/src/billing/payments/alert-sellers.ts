import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Context } from '../../resource/commands/context.ts';

/**
 * Opens a task for each seller of what a returned payment had settled: the sellers of the contracts of the invoice, else the
 * one of its client. Each is due in a day and names the invoices that are open again.
 */
export const alertSellers = async ({ tx }: Pick<Context, 'tx'>, payment: AnyRecord): Promise<void> => {
  const what = payment.method === 'cheque' ? 'Cheque devuelto' : 'Cobro devuelto';
  const amount = formatAmount({ currency: String(payment.currency_code), amount: String(payment.amount) });
  await tx.query(sql`
    INSERT INTO activities (kind, subject, priority, client_id, assigned_to_id, due_at, notes)
    SELECT 'task', left(${what} || ' de ' || c.trade_name || ': ' || ${amount}, 160), 'high', c.id, s.seller,
      now() + interval '1 day', left('El banco devolvió el cobro ' || ${String(payment.receipt_no)}
        || '. Otra vez pendiente: ' || string_agg(DISTINCT i.internal_no, ', ' ORDER BY i.internal_no) || '.', 4000)
    FROM (
      SELECT DISTINCT invoice_id FROM payment_applications
      WHERE payment_id = ${payment.id}::uuid AND amount > 0) a
      JOIN invoices i ON i.id = a.invoice_id AND i.balance > 0
      JOIN clients f ON f.id = i.client_id JOIN clients c ON c.id = coalesce(f.merged_into_id, f.id)
      LEFT JOIN invoice_contracts g ON g.invoice_id = i.id LEFT JOIN contracts o ON o.id = g.contract_id
      LEFT JOIN users u ON u.id = o.owner_id AND u.status = 'active'
      CROSS JOIN LATERAL (SELECT coalesce(u.id, c.primary_sales_rep_id) AS seller) s
    WHERE s.seller IS NOT NULL
    GROUP BY c.id, c.trade_name, s.seller`);
};
