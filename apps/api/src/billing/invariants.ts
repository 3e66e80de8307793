import { fiscalDocuments, fiscalNumber } from '@pauta/domain/finance/fiscal-documents.ts';
import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** Number of digits of each kind of fiscal document, so that SQL writes numbers as `fiscalNumber` does. */
const digits = JSON.stringify(
  Object.fromEntries(
    (Object.keys(fiscalDocuments) as (keyof typeof fiscalDocuments)[]).map((document) => [
      document,
      fiscalNumber(document, 1).length - document.length,
    ]),
  ),
);

/** What holds for fiscal numbers, invoices, payments, commissions and the ledger; see `0044_finance.sql`, `0052_billing.sql`. */
export const billingInvariants: readonly Invariant[] = [
  {
    name: 'fiscal_numbers',
    number: 'I8',
    title: 'Los comprobantes fiscales no tienen huecos ni repeticiones',
    meaning:
      'Cada número que se tomó de una secuencia, desde donde la apertura la dejó, está en un comprobante emitido, una sola vez, y ninguno se emitió después de vencer su secuencia.',
    enforcedBy: 'La secuencia se bloquea hasta emitir; índice único; nadie puede borrar comprobantes',
    offending: sql`
      SELECT 'fiscal_sequences' AS resource, s.id, s.name AS label,
        'Falta el comprobante ' || n.number || '.' AS wrong
      FROM fiscal_sequences s CROSS JOIN LATERAL (
        SELECT s.document || lpad(no::text, (${digits}::jsonb ->> s.document)::integer, '0') AS number
        FROM generate_series(coalesce(s.opening_no, s.first_no), s.next_no - 1) AS no) n
      WHERE NOT EXISTS (
        SELECT FROM invoices i WHERE i.company_id = s.company_id AND i.fiscal_number = n.number AND i.status IN ('issued', 'voided'))
      UNION ALL
      SELECT 'invoices', min(i.id::text)::uuid, i.fiscal_number, 'Este número fiscal está en ' || count(*) || ' comprobantes.'
      FROM invoices i WHERE i.fiscal_number IS NOT NULL AND NOT (i.is_opening AND i.status = 'voided') GROUP BY i.company_id, i.fiscal_number HAVING count(*) > 1
      UNION ALL
      SELECT 'invoices', i.id, coalesce(i.fiscal_number, i.internal_no, i.concept), 'Se emitió sin número.'
      FROM invoices i WHERE i.status IN ('issued', 'voided') AND (i.internal_no IS NULL OR i.issue_date IS NULL)
      UNION ALL
      SELECT 'invoices', i.id, i.fiscal_number, 'Su secuencia había vencido el día de la emisión.'
      FROM invoices i JOIN fiscal_sequences s ON s.company_id = i.company_id AND s.document = i.fiscal_document
        AND substr(i.fiscal_number, length(s.document) + 1)::bigint BETWEEN s.first_no AND s.last_no
        AND (s.archived_at IS NULL OR s.next_no > s.first_no)
      WHERE i.fiscal_number ~ '^[A-Z][0-9]+$' AND NOT i.is_opening AND i.issue_date > s.expires_on`,
  },
  {
    name: 'billing_runs',
    number: 'I8',
    title: 'Las corridas de facturación no pierden facturas',
    meaning:
      'Una corrida terminada emitió todas sus facturas, cada una es de su compañía, y solo falla lo que todavía espera.',
    enforcedBy: 'Cada factura se emite en su propia transacción; disparadores de facturas y corridas',
    offending: sql`
      SELECT 'billing_runs' AS resource, r.id, r.number AS label,
        'Terminó y «' || i.concept || '» no se emitió.' AS wrong
      FROM billing_runs r JOIN invoices i ON i.billing_run_id = r.id
      WHERE r.status = 'finished' AND i.status IN ('draft', 'reviewed') AND i.archived_at IS NULL
      UNION ALL
      SELECT 'billing_runs', r.id, r.number, '«' || i.concept || '» es de otra compañía.'
      FROM billing_runs r JOIN invoices i ON i.billing_run_id = r.id WHERE i.company_id <> r.company_id
      UNION ALL
      SELECT 'billing_runs', r.id, r.number, '«' || i.concept || '» tiene una falla y no espera emitirse en ella.'
      FROM billing_run_failures f JOIN billing_runs r ON r.id = f.run_id JOIN invoices i ON i.id = f.invoice_id
      WHERE i.status <> 'reviewed' OR i.billing_run_id IS DISTINCT FROM f.run_id`,
  },
  {
    name: 'billed_lines',
    number: 'I9',
    title: 'Nada se factura más allá de lo vendido',
    meaning:
      'Lo facturado de cada línea de un contrato es lo que dicen sus facturas emitidas, y no pasa de lo contratado.',
    enforcedBy: 'Restricción de la línea y disparador de las facturas',
    offending: sql`
      SELECT 'contracts' AS resource, o.contract_id AS id, o.description AS label,
        CASE WHEN o.billed_net > o.net OR o.billed_quantity > o.quantity
          THEN 'Se facturó ' || o.billed_net || ' y se vendió ' || o.net || '.'
          ELSE 'Sus facturas suman ' || b.net
            || CASE WHEN f.net > 0 THEN ', antes de importarse se facturó ' || f.net ELSE '' END || ' y la línea cuenta ' || o.billed_net || '.' END AS wrong
      FROM order_lines o LEFT JOIN LATERAL (
        SELECT coalesce(sum(s.sign * l.net), 0) AS net, coalesce(sum(s.sign * l.billed_quantity), 0) AS quantity
        FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id AND i.status = 'issued'
          AND (i.doc_kind <> 'credit_note' OR i.rebill)
          CROSS JOIN LATERAL (SELECT CASE WHEN i.doc_kind = 'credit_note' THEN -1 ELSE 1 END AS sign) s
        WHERE l.order_line_id = o.id) b ON true
        CROSS JOIN LATERAL former_billing(o) f
      WHERE o.billed_net > o.net OR o.billed_quantity > o.quantity
        OR (o.billed_net, o.billed_quantity) IS DISTINCT FROM (b.net + f.net, b.quantity + f.quantity)`,
  },
  {
    name: 'grouped_invoices',
    number: 'I9',
    title: 'Una factura de varios contratos es de un mismo pagador',
    meaning:
      'Los contratos que factura son de su compañía y moneda, con la misma comisión de agencia, y todos de intercambio o ninguno; lo de cada uno suma lo de ella.',
    enforcedBy: 'Disparador de las facturas',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, coalesce(i.fiscal_number, i.internal_no, i.concept) AS label,
        'El contrato ' || c.number || ' es de otra compañía u otra moneda.' AS wrong
      FROM invoices_contract_id_further g JOIN invoices i ON i.id = g.record_id JOIN contracts c ON c.id = g.target_id
      WHERE (c.company_id, c.currency_code) <> (i.company_id, i.currency_code)
      UNION ALL
      SELECT 'invoices', i.id, coalesce(i.fiscal_number, i.internal_no, i.concept),
        'Sus contratos difieren en la comisión de agencia, o unos son de intercambio y otros no.'
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id JOIN order_lines o ON o.id = l.order_line_id
        JOIN contracts c ON c.id = o.contract_id LEFT JOIN order_line_terms t ON t.order_line_id = o.id
      WHERE i.contract_id IS NULL GROUP BY i.id
      HAVING count(DISTINCT (t.commission_pct, t.commission_mode)) > 1 OR count(DISTINCT c.contract_type = 'barter') > 1
      UNION ALL
      SELECT 'invoices', i.id, coalesce(i.fiscal_number, i.internal_no, i.concept),
        'Lo de sus contratos suma ' || p.total || ' y debe ' || p.balance || '; la factura, ' || i.total || ' y ' || i.balance || '.'
      FROM (SELECT DISTINCT record_id FROM invoices_contract_id_further) g JOIN invoices i ON i.id = g.record_id
        CROSS JOIN LATERAL (SELECT sum(total) AS total, sum(balance) AS balance FROM contract_parts(i)) p
      WHERE (p.total, p.balance) <> (i.total, i.balance)`,
  },
  {
    name: 'billed_delivery',
    number: 'I9',
    title: 'Lo que se cobra por consumo ya se entregó',
    meaning:
      'De los contratos que se facturan según lo entregado, ninguna línea tiene facturado más que lo emitido.',
    enforcedBy: 'Disparadores de facturas y de emisiones',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number || ' · ' || o.description AS label,
        'Se facturó ' || o.billed_net || ' de más de lo que se entregó.' AS wrong
      FROM order_lines o JOIN contracts c ON c.id = o.contract_id
      WHERE o.billed_net > 0 AND o.status = 'active' AND c.status <> 'cancelled' AND billed_as_delivered(o, c)
        AND o.billed_net > round_amount(o.net * delivered_part(o), o.currency_code)`,
  },
  {
    name: 'applications',
    number: 'I10',
    title: 'Los cobros aplicados no pasan del cobro ni del saldo',
    meaning:
      'Lo pagado y lo acreditado de cada factura, y lo aplicado de cada cobro, son la suma de sus movimientos.',
    enforcedBy: 'Las aplicaciones solo se agregan; restricciones de cobros y facturas',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, coalesce(i.fiscal_number, i.internal_no, i.concept) AS label,
        CASE WHEN i.paid + i.credited + i.written_off > i.total THEN 'Tiene pagado y acreditado más que su total.'
          ELSE 'Lo pagado o acreditado no es la suma de sus cobros y notas.' END AS wrong
      FROM invoices i
      WHERE i.paid + i.credited + i.written_off > i.total AND i.doc_kind <> 'credit_note'
        OR i.paid <> (SELECT coalesce(sum(a.amount), 0) FROM payment_applications a WHERE a.invoice_id = i.id)
        OR i.credited <> (
          SELECT coalesce(sum(n.total), 0) FROM invoices n
          WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note' AND n.status = 'issued')
        OR i.written_off <> (
          SELECT coalesce(sum(w.amount), 0) FROM write_offs w WHERE w.invoice_id = i.id AND w.status = 'applied')
      UNION ALL
      SELECT 'payments', p.id, p.receipt_no,
        CASE WHEN p.unapplied < 0 THEN 'Tiene aplicado más de lo que se cobró.'
          ELSE 'Lo aplicado no es la suma de sus aplicaciones.' END
      FROM payments p
      WHERE p.unapplied < 0
        OR p.applied <> (SELECT coalesce(sum(a.payment_amount), 0) FROM payment_applications a WHERE a.payment_id = p.id)
      UNION ALL
      SELECT 'payment_applications', a.id, a.name, 'Se cuenta en otra compañía, o con otra parte antes de impuestos.'
      FROM payment_applications a JOIN invoices i ON i.id = a.invoice_id
      WHERE a.company_id <> i.company_id OR a.net <> round(a.amount * i.taxable / i.total, 2)`,
  },
  {
    name: 'barter',
    number: 'I10',
    title: 'Los canjes compensan solo lo que se canjeó',
    meaning:
      'Cada comprobante de canje es un cobro por canje de su cliente y su total, y solo compensa facturas de contratos de canje.',
    enforcedBy: 'Disparadores de comprobantes, cobros y aplicaciones',
    offending: sql`
      SELECT 'barter_receipts' AS resource, r.id, r.name AS label, 'No es lo que dice su cobro.' AS wrong
      FROM barter_receipts r JOIN payments p ON p.id = r.payment_id
      WHERE (p.method, p.client_id, p.company_id, p.currency_code, p.amount, p.applied)
          IS DISTINCT FROM ('barter', r.client_id, r.company_id, r.currency_code, r.total, r.used)
        OR (p.status IN ('returned', 'voided')) <> (r.status = 'voided')
      UNION ALL
      SELECT 'payments', p.id, p.receipt_no, 'Compensa ' || i.fiscal_number || ', que no es de un contrato de canje.'
      FROM barter_receipts r JOIN payments p ON p.id = r.payment_id
        JOIN payment_applications a ON a.payment_id = p.id AND a.amount > 0
          AND NOT EXISTS (SELECT FROM payment_applications v WHERE v.reverses_id = a.id)
        JOIN invoices i ON i.id = a.invoice_id AND NOT is_bartered(i)`,
  },
  {
    name: 'bank_movements',
    number: 'I10',
    title: 'Lo que trajo el banco está cobrado una sola vez',
    meaning:
      'Cada movimiento resuelto como cobro tiene un cobro de su cuenta y su importe, conciliado o devuelto, o varios que lo suman, y ningún movimiento está dos veces.',
    enforcedBy: 'Índices únicos y disparadores de los movimientos bancarios',
    offending: sql`
      SELECT 'bank_movements' AS resource, m.id, m.description AS label,
        'Su cobro es de ' || p.amount || ' y el banco dice ' || m.amount || ', o no está como el movimiento.' AS wrong
      FROM bank_movements m JOIN payments p ON p.id = m.payment_id
      WHERE m.status = 'settled' AND (p.bank_account_id IS DISTINCT FROM m.bank_account_id OR CASE m.outcome
        WHEN 'returned' THEN p.amount <> -m.amount OR p.status <> 'returned'
        ELSE p.amount <> m.amount OR p.status NOT IN ('reconciled', 'returned') END)
      UNION ALL
      SELECT 'bank_movements', m.id, m.description,
        'Sus cobros suman ' || s.amount || ' y el banco dice ' || m.amount || ', o no están como el movimiento.'
      FROM bank_movements m CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.amount), 0) AS amount, coalesce(bool_and(
          p.bank_account_id = m.bank_account_id AND p.status IN ('reconciled', 'returned')), false) AS fit
        FROM bank_movement_payments l JOIN payments p ON p.id = l.payment_id WHERE l.bank_movement_id = m.id) s
      WHERE m.status = 'settled' AND m.outcome = 'several' AND (s.amount <> m.amount OR NOT s.fit)
        OR m.outcome IS DISTINCT FROM 'several' AND s.amount <> 0
      UNION ALL
      SELECT 'bank_files', f.id, f.name, 'Cuenta ' || f.settled || ' movimientos resueltos y tiene ' || c.settled || '.'
      FROM bank_files f CROSS JOIN LATERAL (
        SELECT count(*) AS settled FROM bank_movements m WHERE m.bank_file_id = f.id AND m.status = 'settled') c
      WHERE f.settled <> c.settled
      UNION ALL
      SELECT 'bank_movements', min(m.id::text)::uuid, min(m.description), 'Está ' || count(*) || ' veces.'
      FROM bank_movements m WHERE m.status IN ('pending', 'settled')
      GROUP BY m.bank_account_id, coalesce(m.bank_id, 'ref:' || coalesce(m.reference, '')), m.booked_on, m.amount,
        CASE WHEN m.bank_id IS NULL THEN m.ordinal END
      HAVING count(*) > 1 AND count(m.booked_on) > 0`,
  },
  {
    name: 'ledger_balances',
    number: 'I10',
    title: 'El libro contable cuadra con facturas y cobros',
    meaning:
      'Cada asiento tiene el mismo debe y haber, y lo que debe cada factura es lo que dice su cuenta por cobrar.',
    enforcedBy: 'El libro solo se agrega; restricción y disparador de los asientos',
    offending: sql`
      SELECT 'journal_entries' AS resource, e.id, 'Asiento ' || e.entry_no AS label,
        'Debe ' || s.debit || ' y haber ' || s.credit || '.' AS wrong
      FROM journal_entries e CROSS JOIN LATERAL (
        SELECT coalesce(sum(debit), 0) AS debit, coalesce(sum(credit), 0) AS credit FROM journal_lines WHERE entry_id = e.id) s
      WHERE s.debit <> s.credit OR e.debit <> e.credit
      UNION ALL
      SELECT 'invoices', i.id, coalesce(i.fiscal_number, i.internal_no, i.concept),
        'Su saldo es ' || i.balance || ' y el libro dice ' || coalesce(o.amount, 0) || '.'
      FROM invoices i LEFT JOIN (
        SELECT l.invoice_id, sum(l.debit - l.credit) AS amount FROM journal_lines l
          JOIN journal_entries e ON e.id = l.entry_id AND e.source_kind <> 'exchange'
          JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role IN ('receivable_clients', 'receivable_agencies')
        GROUP BY 1) o ON o.invoice_id = i.id
      WHERE i.balance <> coalesce(o.amount, 0)
      UNION ALL
      SELECT 'journal_entries', NULL, 'Compañía ' || c.code, 'Sus asientos no están numerados de corrido.'
      FROM companies c JOIN journal_entries e ON e.company_id = c.id
      GROUP BY c.id HAVING count(*) <> max(e.entry_no) - min(e.entry_no) + 1`,
  },
  {
    name: 'commissions',
    number: 'I11',
    title: 'Las comisiones siguen a lo facturado y lo cobrado',
    meaning:
      'Una comisión se calcula con la tasa de su factura o la que fijó la firma, baja con las notas de crédito y vence según lo cobrado.',
    enforcedBy: 'Las comisiones solo se agregan; un disparador calcula lo exigible',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, coalesce(i.fiscal_number, i.internal_no, i.concept) AS label,
        'Su comisión es ' || sum(c.amount) || ' y tiene exigible ' || sum(c.due_amount) || '.' AS wrong
      FROM agency_commissions c JOIN invoices i ON i.id = c.invoice_id
      GROUP BY i.id, c.beneficiary_kind, c.beneficiary_id, c.accrual, CASE WHEN c.beneficiary_kind <> 'agency' THEN c.pct END
      HAVING sum(c.amount) < 0 OR sum(c.due_amount) > sum(c.amount)
        OR sum(c.due_amount) <> sum(CASE WHEN c.accrual = 'invoice' THEN c.amount ELSE 0 END)
          + CASE WHEN i.paid = 0 THEN 0
            ELSE round(sum(CASE WHEN c.accrual = 'payment' THEN c.amount ELSE 0 END) * i.paid / (i.total - i.credited), 2) END
      UNION ALL
      SELECT 'invoices', i.id, coalesce(i.fiscal_number, i.internal_no, i.concept),
        'Su comisión se calculó al ' || c.pct || ' % y la factura dice ' || i.agency_commission_pct || ' %.'
      FROM agency_commissions c JOIN invoices i ON i.id = c.invoice_id
      WHERE c.beneficiary_kind = 'agency' AND c.pct IS DISTINCT FROM i.agency_commission_pct
      UNION ALL
      SELECT 'invoices', i.id, coalesce(i.fiscal_number, i.internal_no, i.concept),
        'Su comisión se calculó al ' || c.pct || ' %, que ningún renglón vendido fijó.'
      FROM agency_commissions c JOIN invoices i ON i.id = c.invoice_id
      WHERE c.beneficiary_kind <> 'agency' AND NOT EXISTS (
        SELECT FROM invoice_lines l JOIN order_line_commissions f ON f.order_line_id = l.order_line_id
        WHERE l.invoice_id = c.invoice_id AND (f.beneficiary_kind, f.pct) = (c.beneficiary_kind, c.pct)
          AND coalesce(f.seller_id, f.referral_id) = c.beneficiary_id)`,
  },
  {
    name: 'commission_settlements',
    number: 'I11',
    title: 'Lo que se paga de comisiones es lo que ellas dicen',
    meaning:
      'Cada parte exigible de una comisión está en una sola liquidación, y lo que se debe a cada agencia, ejecutivo y referente en el libro es lo que ganó menos lo que se le pagó.',
    enforcedBy: 'Disparadores de los renglones de liquidaciones',
    offending: sql`
      SELECT 'agency_commissions' AS resource, c.id, c.name AS label,
        'Tiene liquidado ' || c.settled_amount || ' y sus liquidaciones suman ' || coalesce(l.amount, 0) || '.' AS wrong
      FROM agency_commissions c LEFT JOIN (
        SELECT l.commission_id, sum(l.amount) AS amount FROM commission_settlement_lines l
          JOIN commission_settlements s ON s.id = l.settlement_id AND s.status <> 'voided'
        GROUP BY 1) l ON l.commission_id = c.id
      WHERE c.settled_amount <> coalesce(l.amount, 0)
      UNION ALL
      SELECT CASE WHEN a.id IS NOT NULL THEN 'agencies' WHEN u.id IS NOT NULL THEN 'users' ELSE 'referrals' END,
        coalesce(a.id, u.id, r.id), coalesce(a.legal_name, u.full_name, r.referred_name),
        'Se le debe ' || coalesce(o.amount, 0) || ' de comisiones en ' || coalesce(o.currency, e.currency)
          || ' según el libro y ' || coalesce(e.amount, 0) || ' según sus comisiones.'
      FROM (
        SELECT beneficiary, currency, sum(amount) AS amount FROM (
          SELECT beneficiary_id AS beneficiary, currency_code AS currency, amount FROM agency_commissions
          UNION ALL
          SELECT agency_id, currency_code, agency_tax FROM commission_settlements WHERE status = 'invoiced'
          UNION ALL
          SELECT coalesce(agency_id, seller_id, referral_id), currency_code, -total FROM commission_settlements
          WHERE status = 'paid') parts
        GROUP BY 1, 2) e
        FULL JOIN (
          SELECT coalesce(l.seller_id, l.referral_id, l.agency_id) AS beneficiary, j.currency_code AS currency,
            sum(l.credit - l.debit) AS amount
          FROM journal_lines l JOIN journal_entries j ON j.id = l.entry_id
          WHERE l.gl_account_id IN (
            SELECT gl_account_id FROM posting_accounts WHERE role IN ('commission_payable', 'sales_commission_payable'))
          GROUP BY 1, 2) o ON o.beneficiary = e.beneficiary AND o.currency = e.currency
        LEFT JOIN agencies a ON a.id = coalesce(o.beneficiary, e.beneficiary)
        LEFT JOIN users u ON u.id = coalesce(o.beneficiary, e.beneficiary)
        LEFT JOIN referrals r ON r.id = coalesce(o.beneficiary, e.beneficiary)
      WHERE coalesce(o.amount, 0) <> coalesce(e.amount, 0)`,
  },
  {
    name: 'volume_rebates',
    number: 'I10',
    title: 'Lo que se debe de bonificaciones es lo que ellas dicen',
    meaning:
      'La cuenta de bonificaciones por pagar debe, por agencia y moneda, las devengadas y aprobadas que faltan por pagar o acreditar, y lo acreditado es lo que dan sus notas.',
    enforcedBy:
      'Cada bonificación se asienta en la transacción que la calcula, la paga, la acredita o la anula',
    offending: sql`
      SELECT 'agencies' AS resource, a.id, a.legal_name AS label,
        'Se le debe ' || coalesce(o.amount, 0) || ' de bonificaciones en ' || coalesce(o.currency, e.currency)
          || ' según el libro y ' || coalesce(e.amount, 0) || ' según ellas.' AS wrong
      FROM (
        SELECT agency_id, currency_code AS currency, sum(amount - credited) AS amount FROM rebate_accruals
        WHERE status NOT IN ('paid', 'voided') GROUP BY 1, 2) e
        FULL JOIN (
          SELECT l.agency_id, j.currency_code AS currency, sum(l.credit - l.debit) AS amount FROM journal_lines l
            JOIN journal_entries j ON j.id = l.entry_id
            JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'rebate_payable'
          GROUP BY 1, 2) o ON o.agency_id = e.agency_id AND o.currency = e.currency
        LEFT JOIN agencies a ON a.id = coalesce(o.agency_id, e.agency_id)
      WHERE coalesce(o.amount, 0) <> coalesce(e.amount, 0)
      UNION ALL
      SELECT 'rebate_accruals', r.id, r.name,
        'Tiene acreditado ' || r.credited || ' y sus notas dan ' || coalesce(n.amount, 0) || '.'
      FROM rebate_accruals r LEFT JOIN (
        SELECT l.rebate_accrual_id AS id, sum(i.taxable) AS amount
        FROM rebate_accrual_credit_notes l JOIN invoices i ON i.id = l.credit_note_id AND i.status = 'issued' GROUP BY 1) n
        ON n.id = r.id
      WHERE r.credited <> coalesce(n.amount, 0)`,
  },
  {
    name: 'openings',
    number: 'I10',
    title: 'El asiento de cada apertura es lo que sus documentos traen',
    meaning:
      'De cada apertura y moneda, los saldos de apertura son sus facturas y retenciones menos sus anticipos y comisiones, y nada si se deshizo.',
    enforcedBy: 'Se registra y se deshace en una transacción; un disparador ata sus documentos a ella',
    offending: sql`
      SELECT 'openings' AS resource, o.id, o.name AS label,
        'Sus documentos suman ' || s.documents || ' en ' || s.currency || ' y su asiento ' || s.entries || '.' AS wrong
      FROM openings o CROSS JOIN LATERAL (
        SELECT currency, sum(documents) AS documents, sum(entries) AS entries FROM (
          SELECT currency_code AS currency, total AS documents, 0 AS entries FROM invoices
          WHERE opening_id = o.id AND status = 'issued'
          UNION ALL
          SELECT currency_code, -amount, 0 FROM payments WHERE opening_id = o.id AND status IN ('registered', 'reconciled')
          UNION ALL
          SELECT currency_code, amount, 0 FROM payment_withholdings WHERE opening_id = o.id AND status <> 'cancelled'
          UNION ALL
          SELECT currency_code, -amount, 0 FROM agency_commissions WHERE opening_id = o.id AND kind IN ('opened', 'reversed')
          UNION ALL
          SELECT e.currency_code, 0, l.credit - l.debit FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
            JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'opening_balance'
          WHERE e.source_kind = 'opening' AND e.source_id = o.id::text) parts
        GROUP BY 1) s
      WHERE s.documents <> s.entries`,
  },
  {
    name: 'advances',
    number: 'I10',
    title: 'Los anticipos del libro son lo que los cobros tienen sin aplicar',
    meaning:
      'De cada compañía, moneda y pagador, la cuenta de anticipos debe lo que sus cobros tienen sin aplicar.',
    enforcedBy: 'Cobros y aplicaciones se asientan en la misma transacción',
    offending: sql`
      SELECT CASE WHEN coalesce(o.client_id, p.client_id) IS NULL THEN 'agencies' ELSE 'clients' END AS resource,
        coalesce(o.client_id, p.client_id, o.agency_id, p.agency_id) AS id,
        coalesce(c.legal_name, a.legal_name, '—') AS label,
        'Sus anticipos son ' || coalesce(o.amount, 0) || ' en el libro y ' || coalesce(p.amount, 0) || ' en sus cobros.' AS wrong
      FROM (
        SELECT j.company_id, j.currency_code, l.client_id, CASE WHEN l.client_id IS NULL THEN l.agency_id END AS agency_id,
          sum(l.credit - l.debit) AS amount
        FROM journal_lines l JOIN journal_entries j ON j.id = l.entry_id AND j.source_kind <> 'exchange'
          JOIN posting_accounts r ON r.gl_account_id = l.gl_account_id AND r.role = 'advances'
        GROUP BY 1, 2, 3, 4) o
        FULL JOIN (
          SELECT company_id, currency_code, client_id, agency_id, sum(unapplied) AS amount FROM payments
          WHERE status IN ('registered', 'reconciled') GROUP BY 1, 2, 3, 4) p
          ON (o.company_id, o.currency_code) = (p.company_id, p.currency_code)
            AND coalesce(o.client_id, o.agency_id) = coalesce(p.client_id, p.agency_id)
        LEFT JOIN clients c ON c.id = coalesce(o.client_id, p.client_id)
        LEFT JOIN agencies a ON a.id = coalesce(o.agency_id, p.agency_id)
      WHERE coalesce(o.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'withholdings',
    number: 'I10',
    title: 'Lo retenido de cada cobro es la suma de sus retenciones',
    meaning:
      'Cada retención de un cobro tiene su renglón, con su importe, hasta que el cobro se devuelve o anula.',
    enforcedBy: 'Un disparador hace los renglones con el cobro; nadie puede cambiar sus importes',
    offending: sql`
      SELECT 'payments' AS resource, p.id, p.receipt_no AS label,
        'Tiene retenido ' || p.withheld || ' y sus retenciones suman ' || coalesce(w.amount, 0) || '.' AS wrong
      FROM payments p FULL JOIN (
        SELECT payment_id, sum(amount) AS amount, bool_or(status = 'cancelled') AS some, bool_and(status = 'cancelled') AS every
        FROM payment_withholdings WHERE payment_id IS NOT NULL GROUP BY 1) w ON w.payment_id = p.id
      WHERE p.withheld <> coalesce(w.amount, 0)
        OR w.some IS DISTINCT FROM w.every OR w.some AND p.status NOT IN ('returned', 'voided')`,
  },
  {
    name: 'exchange_differences',
    number: 'I10',
    title: 'En la moneda de la compañía, una factura saldada no debe nada',
    meaning:
      'Lo que el libro dice de cada factura y de cada anticipo, en la moneda de la compañía, es su balance a su propia tasa.',
    enforcedBy: 'Cada aplicación y cada nota asienta en su transacción la diferencia cambiaria que realiza',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, coalesce(i.fiscal_number, i.internal_no, i.concept) AS label,
        'El libro tiene ' || d.amount || ' de más en la moneda de la compañía.' AS wrong
      FROM exchange_differences((SELECT array_agg(id) FROM invoices WHERE status IN ('issued', 'voided')), NULL) d
        JOIN invoices i ON i.id = d.invoice_id
      WHERE d.amount <> 0
      UNION ALL
      SELECT 'payments', p.id, p.receipt_no, 'El libro tiene ' || d.amount || ' de más en la moneda de la compañía.'
      FROM payments p CROSS JOIN LATERAL exchange_differences(NULL, p.id) d
      WHERE d.amount <> 0 AND (p.fx_rate IS NOT NULL OR EXISTS (
        SELECT FROM payment_applications a WHERE a.payment_id = p.id AND a.currency_code <> p.currency_code))`,
  },
  {
    name: 'promises',
    number: 'I10',
    title: 'Cada pago cuenta una vez para las promesas',
    meaning:
      'Lo recibido de una promesa es la suma de los pagos que cuentan para ella, y de ningún pago cuenta más de lo que se aplicó.',
    enforcedBy: 'Un disparador de las aplicaciones de cobros reparte y quita',
    offending: sql`
      SELECT 'payment_promises' AS resource, p.id, p.name AS label,
        'Tiene recibido ' || p.received || ' y sus pagos suman ' || coalesce(r.amount, 0) || '.' AS wrong
      FROM payment_promises p LEFT JOIN (
        SELECT promise_id, sum(amount) AS amount FROM payment_promise_receipts GROUP BY 1) r ON r.promise_id = p.id
      WHERE p.received <> coalesce(r.amount, 0)
      UNION ALL
      SELECT 'payment_applications', a.id, a.name, 'De ella cuentan ' || r.amount || ' para promesas.'
      FROM payment_applications a JOIN (
        SELECT application_id, sum(amount) AS amount FROM payment_promise_receipts GROUP BY 1) r ON r.application_id = a.id
      WHERE abs(r.amount) > abs(a.amount)`,
  },
  {
    name: 'held_cases',
    number: 'I17',
    title: 'Solo se retiene solo el crédito de quien debe de más',
    meaning:
      'De cada cuenta cuyo crédito se retuvo solo se debe algo vencido de los días y el importe de la configuración, sin promesa que lo cubra.',
    enforcedBy: 'Cada pago y cada promesa revisan la retención en su transacción',
    // A change of the settings takes effect within minutes.
    offending: sql`
      SELECT 'collection_cases' AS resource, c.id, c.name AS label, 'Está retenido y no debe tanto desde hace tanto.' AS wrong
      FROM collection_cases c CROSS JOIN credit_hold_limits() l
      WHERE c.credit_hold = 'held' AND (l.days = 0 OR unpromised_debt(c.client_id, c.agency_id, l.days) < l.amount)
        AND NOT EXISTS (SELECT FROM audit_log a WHERE a.entity = 'settings' AND a.entity_id LIKE 'credit_hold%' AND a.at > now() - interval '15 minutes')`,
  },
  {
    name: 'deferred_income',
    number: 'I16',
    title: 'Lo diferido y lo ganado suman lo facturado',
    meaning:
      'La cuenta de ingresos diferidos tiene, por cliente y moneda, lo que los cierres difirieron; y de ninguna línea se difirió más de lo facturado.',
    enforcedBy: 'El cierre de mes calcula y asienta en una transacción',
    offending: sql`
      SELECT 'clients' AS resource, c.id, c.legal_name AS label,
        'Tiene diferido ' || coalesce(l.amount, 0) || ' en el libro y ' || coalesce(d.amount, 0) || ' según los cierres.' AS wrong
      FROM (
        SELECT i.company_id, c.client_id, i.currency_code, sum(i.amount) AS amount
        FROM income_deferrals i JOIN order_lines o ON o.id = i.order_line_id JOIN contracts c ON c.id = o.contract_id
        GROUP BY 1, 2, 3) d
        FULL JOIN (
          SELECT e.company_id, l.client_id, e.currency_code, sum(l.credit - l.debit) AS amount
          FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
            JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'deferred_income'
          GROUP BY 1, 2, 3) l
          ON (l.company_id, l.client_id, l.currency_code) = (d.company_id, d.client_id, d.currency_code)
        LEFT JOIN clients c ON c.id = coalesce(d.client_id, l.client_id)
      WHERE coalesce(l.amount, 0) <> coalesce(d.amount, 0)
      UNION ALL
      SELECT 'contracts', o.contract_id, o.description,
        'Al cerrar ' || n.month || ' se difirió ' || n.deferred || ' y sus cierres suman ' || s.amount || '.'
      FROM (
        SELECT order_line_id, sum(amount) AS amount FROM income_deferrals GROUP BY 1) s
        JOIN LATERAL (
          SELECT d.* FROM income_deferrals d WHERE d.order_line_id = s.order_line_id ORDER BY d.id DESC LIMIT 1) n ON true
        JOIN order_lines o ON o.id = s.order_line_id
      WHERE s.amount <> n.deferred OR n.deferred > n.billed`,
  },
  {
    name: 'closed_months',
    number: 'I16',
    title: 'Un mes cerrado no recibe documentos',
    meaning: 'Después de cerrar un mes no se le agrega ningún asiento ni comprobante.',
    enforcedBy: 'Quien emite bloquea el mes y revisa que esté abierto',
    offending: sql`
      SELECT 'journal_entries' AS resource, e.id, 'Asiento ' || e.entry_no AS label,
        'Se agregó a ' || f.name || ' después de cerrarlo.' AS wrong
      FROM fiscal_periods f
        JOIN LATERAL (
          SELECT l.at FROM audit_log l
          WHERE l.entity = 'fiscal_periods' AND l.entity_id = f.id::text AND l.after ->> 'status' = 'closed'
          ORDER BY l.id DESC LIMIT 1) closing ON true
        JOIN journal_entries e ON e.company_id = f.company_id AND e.posted_on >= f.month
          AND e.posted_on < (f.month + interval '1 month')::date AND e.created_at > closing.at
      WHERE f.status = 'closed'`,
  },
];
