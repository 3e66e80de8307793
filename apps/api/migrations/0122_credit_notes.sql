-- Credit notes in parts, and those whose amount is not billed again.

SELECT set_config('pauta.request', 'migration:0122', true), set_config('pauta.reason', 'Notas de crédito parciales', true);

-- Of a credit note: whether what it takes back of a contract is billed again, as after a wrong invoice. A price reduction
-- or what was not delivered is not.
ALTER TABLE invoices ADD COLUMN rebill boolean NOT NULL DEFAULT true;

-- What issued notes left of each line of an invoice, as the next note takes it back: with the quantity that is left at the
-- price of the line, or, where a note changed the price, one unit at the amount that is left.
CREATE VIEW creditable_lines AS
SELECT b.id, b.invoice_id, l.quantity,
  CASE WHEN l.quantity = b.quantity - coalesce(n.quantity, 0) THEN b.unit_price ELSE b.gross - n.gross END AS unit_price,
  b.discount_pct, b.tax_pct, b.gross - coalesce(n.gross, 0) AS gross, b.net - coalesce(n.net, 0) AS net,
  b.agency_discount - coalesce(n.agency_discount, 0) AS agency_discount, b.taxable - coalesce(n.taxable, 0) AS taxable,
  b.tax - coalesce(n.tax, 0) AS tax, b.total - coalesce(n.total, 0) AS total,
  b.billed_quantity - coalesce(n.billed_quantity, 0) AS billed_quantity
FROM invoice_lines b
  LEFT JOIN LATERAL (
    SELECT sum(l.quantity) AS quantity, sum(l.gross) AS gross, sum(l.net) AS net, sum(l.agency_discount) AS agency_discount,
      sum(l.taxable) AS taxable, sum(l.tax) AS tax, sum(l.total) AS total, sum(l.billed_quantity) AS billed_quantity,
      bool_and((l.unit_price, l.discount_pct) = (b.unit_price, b.discount_pct)) AS at_its_price
    FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id AND i.doc_kind = 'credit_note' AND i.status = 'issued'
    WHERE l.original_line_id = b.id) n ON true
  CROSS JOIN LATERAL (SELECT CASE WHEN n.quantity IS NULL THEN b.quantity
    WHEN n.at_its_price AND n.quantity < b.quantity THEN b.quantity - n.quantity ELSE 1 END AS quantity) l;
CALL restrict_app('creditable_lines', 'SELECT');

-- As before (0055), without credit notes whose amount is not billed again.
CREATE OR REPLACE FUNCTION invoices_count_billed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed constant uuid[] := ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE n.contract_id IS NOT NULL AND n.status <> o.status
      AND 'issued' IN (n.status, o.status) AND (n.doc_kind <> 'credit_note' OR n.rebill));
  lines uuid[];
BEGIN
  IF cardinality(changed) = 0 THEN
    RETURN NULL;
  END IF;
  lines := ARRAY(SELECT DISTINCT order_line_id FROM invoice_lines
    WHERE invoice_id = ANY (changed) AND order_line_id IS NOT NULL);
  PERFORM FROM order_lines WHERE id = ANY (lines) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM quotas WHERE order_line_id = ANY (lines) ORDER BY id FOR SHARE;
  UPDATE order_lines o SET billed_quantity = o.billed_quantity + b.quantity, billed_net = o.billed_net + b.net
  FROM (
    SELECT l.order_line_id AS id, sum(s.sign * l.billed_quantity) AS quantity, sum(s.sign * l.net) AS net
    FROM new_rows n JOIN invoice_lines l ON l.invoice_id = n.id AND l.order_line_id IS NOT NULL
      CROSS JOIN LATERAL (SELECT CASE WHEN (n.status = 'issued') = (n.doc_kind <> 'credit_note') THEN 1 ELSE -1 END AS sign) s
    WHERE n.id = ANY (changed) GROUP BY l.order_line_id) b
  WHERE o.id = b.id AND (b.quantity, b.net) <> (0, 0);
  IF EXISTS (
    SELECT FROM new_rows n JOIN invoice_lines l ON l.invoice_id = n.id JOIN order_lines o ON o.id = l.order_line_id
      JOIN contracts c ON c.id = o.contract_id CROSS JOIN LATERAL billable_part(o, c) AS part
    WHERE n.id = ANY (changed) AND (n.status = 'issued') = (n.doc_kind <> 'credit_note')
      AND (o.billed_net > round_amount(o.net * part, o.currency_code) OR o.billed_quantity > round(o.quantity * part, 4))) THEN
    RAISE EXCEPTION 'more would be billed than was delivered'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_billed_when_delivered', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

-- As before (0093), without credit notes whose amount is not billed again: what a payer is let off is not charged to them
-- with the next invoice, nor to the others.
CREATE OR REPLACE FUNCTION billed_to(contract uuid, payer text, client uuid) RETURNS TABLE (order_line_id uuid, net numeric)
LANGUAGE sql STABLE AS $$
  SELECT l.order_line_id, sum(CASE i.doc_kind WHEN 'credit_note' THEN -l.net ELSE l.net END)
  FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id AND l.order_line_id IS NOT NULL
    LEFT JOIN clients m ON m.id = client
  WHERE i.contract_id = contract AND i.bill_to = payer AND i.client_id IN (client, m.merged_into_id)
    AND i.archived_at IS NULL AND (i.doc_kind <> 'credit_note' OR i.rebill)
    AND (i.status = 'issued' OR i.status IN ('draft', 'reviewed') AND i.doc_kind <> 'credit_note')
  GROUP BY 1
$$;
