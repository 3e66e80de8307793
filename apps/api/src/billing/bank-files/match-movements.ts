import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Lines whose movements are matched in one statement. */
export const matchAtOnce = 2500;

/** Words that many names and descriptions of banks have, without accents, so that they tell nobody apart. */
const usualWords =
  '{transferencia,transferencias,transf,pago,pagos,banco,deposito,depositos,sociedad,dominicana,dominicano,grupo,empresa,' +
  'empresas,compania,comercial,comercializadora,cheque,recibida,recibido,credito,debito,cuenta,cuentas,factura,facturas,' +
  'servicio,servicios,abono,terceros,internet,linea,importadora,distribuidora,inversiones,corporacion,industrias,centro}';

/**
 * Proposes for every movement of some lines that waits to be decided what it is, in one statement: the payment with its
 * amount and reference; the open invoices that its text names; an open invoice of that balance, of a payer of that name;
 * the payer that its text names; for money that left the account, the payment that was returned, or a charge of the bank.
 *
 * Names are compared by trigrams, and only with debtors that share the beginning of a word with the text.
 */
export const matchMovements = async (
  tx: Transaction,
  file: AnyRecord,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  // The planner expects a few rows of each part, having no statistics of them, and would compare all with all.
  await tx.query(sql`SELECT set_config('enable_nestloop', 'off', true)`);
  await tx.query(sql`
    WITH m AS MATERIALIZED (
      SELECT w.id, w.line, w.booked_on, w.amount, w.bank_account_id, w.currency_code, b.company_id,
        nullif(ltrim(bank_token(w.reference), '0'), '') AS ref,
        upper(concat_ws(' ', w.reference, w.description, w.payer)) AS said,
        fold(concat_ws(' ', w.description, w.payer)) AS text
      FROM bank_movements w JOIN bank_accounts b ON b.id = w.bank_account_id
      WHERE w.bank_file_id = ${file.id}::uuid AND w.line BETWEEN ${from} AND ${to} AND w.status = 'pending'),
    tokens AS MATERIALIZED (
      SELECT DISTINCT m.id, bank_token(t) AS token
      FROM m CROSS JOIN LATERAL regexp_split_to_table(m.said, '[[:space:],;:/|()#.]+') t
      WHERE char_length(bank_token(t)) >= 4),
    -- Payments that are movements already. A plan without statistics must not read the table once for each row.
    taken AS MATERIALIZED (
      SELECT payment_id, amount > 0 AS is_in FROM bank_movements
      WHERE bank_account_id = (SELECT bank_account_id FROM m LIMIT 1) AND status = 'settled' AND payment_id IS NOT NULL),
    paid AS MATERIALIZED (
      SELECT p.id, p.receipt_no, p.amount, p.status, p.received_on, ltrim(bank_token(p.reference), '0') AS ref,
        bank_token(p.reference) AS token, p.id IN (SELECT payment_id FROM taken WHERE is_in) AS has_arrived,
        p.id IN (SELECT payment_id FROM taken WHERE NOT is_in) AS has_left
      FROM payments p
      WHERE p.bank_account_id = (SELECT bank_account_id FROM m LIMIT 1) AND p.status <> 'voided'),
    referred AS MATERIALIZED (
      SELECT m.id AS movement, p.id AS payment FROM m JOIN paid p ON p.ref = m.ref AND p.amount = abs(m.amount)
      UNION
      SELECT m.id, p.id FROM m JOIN tokens t ON t.id = m.id
        JOIN paid p ON p.token = t.token AND p.amount = abs(m.amount)),
    arrived AS MATERIALIZED (
      SELECT * FROM (
        SELECT f.*, row_number() OVER (PARTITION BY f.movement ORDER BY f.distance, f.payment) AS of_movement,
          row_number() OVER (PARTITION BY f.payment ORDER BY f.distance, f.line) AS of_payment
        FROM (
          SELECT m.id AS movement, m.line, p.id AS payment, p.receipt_no, abs(m.booked_on - p.received_on) AS distance
          FROM referred r JOIN m ON m.id = r.movement JOIN paid p ON p.id = r.payment
          WHERE m.amount > 0 AND p.status IN ('registered', 'returned') AND NOT p.has_arrived
            AND abs(m.booked_on - p.received_on) <= 120) f) g
      WHERE of_movement = 1 AND of_payment = 1),
    near AS (
      SELECT * FROM (
        SELECT m.id AS movement, p.id AS payment, p.receipt_no, count(*) OVER (PARTITION BY m.id) AS of_movement,
          count(*) OVER (PARTITION BY p.id) AS of_payment
        FROM m JOIN paid p ON p.amount = m.amount
        WHERE m.amount > 0 AND p.status = 'registered' AND NOT p.has_arrived AND abs(m.booked_on - p.received_on) <= 5
          AND m.id NOT IN (SELECT movement FROM arrived) AND p.id NOT IN (SELECT payment FROM arrived)) f
      WHERE of_movement = 1 AND of_payment = 1),
    -- Open invoices in the currency and company of the account.
    open AS MATERIALIZED (
      SELECT i.id, i.internal_no, i.balance, i.due_date, i.issue_date, bank_token(i.internal_no) AS internal_token,
        bank_token(i.fiscal_number) AS fiscal_token, coalesce(a.id, c.id) AS payer,
        coalesce(a.legal_name, c.legal_name) AS legal_name, coalesce(a.trade_name, c.trade_name) AS trade_name
      FROM invoices i
        LEFT JOIN agencies s ON i.bill_to = 'agency' AND s.id = i.agency_id
        LEFT JOIN agencies a ON a.id = coalesce(s.merged_into_id, s.id)
        LEFT JOIN clients t ON i.bill_to <> 'agency' AND t.id = i.client_id
        LEFT JOIN clients c ON c.id = coalesce(t.merged_into_id, t.id)
      WHERE i.balance > 0 AND i.status = 'issued' AND i.doc_kind <> 'credit_note'
        AND i.company_id = (SELECT company_id FROM m LIMIT 1) AND i.currency_code = (SELECT currency_code FROM m LIMIT 1)),
    named AS (
      SELECT n.movement, count(*) AS invoices, sum(n.balance) AS balance, count(DISTINCT n.payer) AS payers,
        (array_agg(n.id ORDER BY n.due_date, n.issue_date, n.id))[1] AS invoice,
        string_agg(n.internal_no, ', ' ORDER BY n.due_date, n.issue_date, n.id) AS numbers
      FROM (
        SELECT t.id AS movement, o.* FROM tokens t JOIN open o ON o.internal_token = t.token
        UNION
        SELECT t.id, o.* FROM tokens t JOIN open o ON o.fiscal_token = t.token) n
      GROUP BY n.movement HAVING count(DISTINCT n.payer) = 1 AND count(*) <= 20),
    -- Debtors by the beginnings of the words of their names.
    debtors AS MATERIALIZED (
      SELECT DISTINCT payer, fold(regexp_replace(n, '[ ,.]+(S[.]?R[.]?L|S[.]?A[.]?S?|E[.]?I[.]?R[.]?L|C[.]? ?por ?A)[.]?$', '', 'i')) AS name
      FROM open CROSS JOIN LATERAL (VALUES (legal_name), (trade_name)) names (n) WHERE n IS NOT NULL),
    beginnings AS MATERIALIZED (
      SELECT DISTINCT payer, name, left(word, 5) AS begins
      FROM debtors CROSS JOIN LATERAL regexp_split_to_table(name, '[^a-z0-9]+') word
      WHERE char_length(word) >= 4 AND word <> ALL(${usualWords}::text[])),
    words AS MATERIALIZED (
      SELECT DISTINCT m.text, left(word, 5) AS begins
      FROM (SELECT DISTINCT text FROM m WHERE amount > 0) m CROSS JOIN LATERAL regexp_split_to_table(m.text, '[^a-z0-9]+') word
      WHERE char_length(word) >= 4 AND word <> ALL(${usualWords}::text[])),
    likeness AS MATERIALIZED (
      SELECT text, payer, max(word_similarity(name, text)) AS score
      FROM (SELECT DISTINCT w.text, b.payer, b.name FROM words w JOIN beginnings b USING (begins)) pairs
      GROUP BY text, payer HAVING max(word_similarity(name, text)) >= 0.55),
    exact AS (
      SELECT f.*, count(*) OVER (PARTITION BY f.movement) AS candidates,
        count(*) FILTER (WHERE f.score >= 0.7) OVER (PARTITION BY f.movement) AS alike
      FROM (
        SELECT m.id AS movement, o.id AS invoice, o.internal_no, coalesce(l.score, 0) AS score,
          coalesce(o.trade_name, o.legal_name) AS name
        FROM m JOIN open o ON o.balance = m.amount
          LEFT JOIN likeness l ON l.text = m.text AND l.payer = o.payer
        WHERE m.amount > 0) f),
    payers AS (
      SELECT * FROM (
        SELECT m.id AS movement, l.payer, l.score, row_number() OVER (PARTITION BY m.id ORDER BY l.score DESC, l.payer) AS place,
          l.score - coalesce(lead(l.score) OVER (PARTITION BY m.id ORDER BY l.score DESC, l.payer), 0) AS ahead
        FROM m JOIN likeness l ON l.text = m.text WHERE m.amount > 0) f
      WHERE place = 1 AND score >= 0.6 AND ahead >= 0.05),
    returned AS (
      SELECT * FROM (
        SELECT f.*, row_number() OVER (PARTITION BY f.movement ORDER BY f.is_sure DESC, f.distance, f.payment) AS of_movement,
          row_number() OVER (PARTITION BY f.payment ORDER BY f.is_sure DESC, f.distance, f.line) AS of_payment,
          count(*) OVER (PARTITION BY f.movement) AS candidates
        FROM (
          SELECT m.id AS movement, m.line, p.id AS payment, p.receipt_no,
            r.payment IS NOT NULL AND (p.status = 'returned' OR m.text ~ '(devuel|devoluc|rechaz|fondos)') AS is_sure,
            m.booked_on - p.received_on AS distance
          FROM m JOIN paid p ON p.amount = -m.amount LEFT JOIN referred r ON r.movement = m.id AND r.payment = p.id
          WHERE m.amount < 0 AND NOT p.has_left AND m.booked_on - p.received_on BETWEEN 0 AND 180
            AND (r.payment IS NOT NULL OR p.status = 'returned' OR m.text ~ '(devuel|devoluc|rechaz|fondos)')) f) g
      WHERE of_movement = 1 AND of_payment = 1 AND (is_sure OR candidates = 1)),
    found AS (
      SELECT movement, 1 AS place, 'payment' AS proposal, 'sure' AS grade, payment, NULL::uuid AS invoice, NULL AS numbers,
        'El cobro ' || receipt_no || ' tiene esta referencia y este importe.' AS why
      FROM arrived
      UNION ALL
      SELECT n.movement, CASE WHEN n.balance = m.amount THEN 2 ELSE 5 END, 'invoices',
        CASE WHEN n.balance = m.amount THEN 'sure' ELSE 'likely' END, NULL, n.invoice, n.numbers,
        CASE WHEN n.invoices = 1 THEN 'Nombra la factura ' ELSE 'Nombra las facturas ' END || left(n.numbers, 160)
          || CASE WHEN n.balance = m.amount THEN ', y el importe es su balance.'
            WHEN n.balance > m.amount THEN '; el importe es menos que su balance.'
            ELSE '; el importe es más que su balance: lo demás queda como anticipo.' END
      FROM named n JOIN m ON m.id = n.movement WHERE m.amount > 0 AND char_length(n.numbers) <= 400
      UNION ALL
      SELECT movement, 3, 'invoices', 'sure', NULL, invoice, internal_no,
        left('El importe es el balance de la factura ' || internal_no || ', y el texto nombra a ' || name, 299) || '.'
      FROM exact WHERE score >= 0.7 AND alike = 1
      UNION ALL
      SELECT movement, 4, 'payment', 'likely', payment, NULL, NULL,
        'El cobro ' || receipt_no || ' tiene este importe y es de esos días, con otra referencia.'
      FROM near
      UNION ALL
      SELECT movement, 6, 'invoices', 'likely', NULL, invoice, internal_no,
        'Solo la factura ' || internal_no || ' tiene este importe como balance.'
      FROM exact WHERE candidates = 1 AND score < 0.7
      UNION ALL
      SELECT p.movement, 7, 'payer', 'possible', NULL, o.id, NULL,
        left('El texto se parece al nombre de ' || coalesce(o.trade_name, o.legal_name), 299) || '.'
      FROM payers p CROSS JOIN LATERAL (
        SELECT * FROM open o WHERE o.payer = p.payer ORDER BY o.due_date, o.issue_date, o.id LIMIT 1) o
      UNION ALL
      SELECT movement, CASE WHEN is_sure THEN 1 ELSE 2 END, 'return', CASE WHEN is_sure THEN 'sure' ELSE 'likely' END,
        payment, NULL, NULL,
        CASE WHEN is_sure THEN 'El banco devolvió el cobro ' || receipt_no || '.'
          ELSE 'El importe que salió es el del cobro ' || receipt_no || '.' END
      FROM returned
      UNION ALL
      SELECT id, 3, 'bank_charge', 'sure', NULL, NULL, NULL, 'El texto es el de un cargo del banco.'
      FROM m WHERE amount < 0 AND text ~ '(comision|impuesto|cargo |dgii|0[.]15|itbis|mantenimiento|sobregiro|mensualidad)'),
    best AS (
      SELECT DISTINCT ON (movement) * FROM found ORDER BY movement, place),
    -- An invoice is paid once: a further movement that would pay it is not sure.
    judged AS (
      SELECT b.*, b.proposal = 'invoices' AND b.grade = 'sure' AND (
        row_number() OVER (PARTITION BY b.invoice, b.proposal ORDER BY b.place, m.line) > 1
        OR EXISTS (
          SELECT FROM bank_movements o
          WHERE o.invoice_id = b.invoice AND o.status = 'pending' AND o.proposal = 'invoices' AND o.grade = 'sure'
            AND o.id NOT IN (SELECT id FROM m))) AS is_second
      FROM best b JOIN m ON m.id = b.movement)
    UPDATE bank_movements w SET proposal = j.proposal,
      grade = CASE WHEN j.is_second THEN 'possible' ELSE j.grade END,
      why = left(CASE WHEN j.is_second THEN 'Otro movimiento también la paga. ' ELSE '' END || j.why, 300),
      payment_id = j.payment, invoice_id = j.invoice, invoice_numbers = j.numbers
    FROM m LEFT JOIN judged j ON j.movement = m.id
    WHERE w.id = m.id AND w.bank_file_id = ${file.id}::uuid AND w.line BETWEEN ${from} AND ${to}
      AND j.movement IS NOT NULL`);
  await tx.query(sql`SELECT set_config('enable_nestloop', 'on', true)`);
};
