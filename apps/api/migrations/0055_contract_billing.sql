-- What contracts sold is billed from them: never more than was sold, and where consumption is billed never more than was
-- delivered (invariant I9, domain §2.3).

SELECT set_config('pauta.request', 'migration:0055', true), set_config('pauta.reason', 'Facturación de contratos', true);

-- Evidence that is accepted is counted where it is asked for.
CREATE INDEX placements_proved ON placements (quota_id) WHERE locked;

-- The part of an order line that was delivered, from 0 to 1: of a line with a quota what was aired of what was sold,
-- makegoods included; of any other line all of it once its work order is completed. Arguments: whether only what has
-- accepted evidence counts; a quota, and what counts as aired of it instead of what is.
CREATE FUNCTION delivered_part(
  o order_lines, proved boolean DEFAULT false, of_quota uuid DEFAULT NULL, aired_units numeric DEFAULT NULL) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT least(1, CASE WHEN proved
        THEN (SELECT coalesce(sum(p.load), 0) FROM placements p WHERE p.quota_id = q.id AND p.locked)
        WHEN q.id = of_quota THEN aired_units ELSE q.aired END
      / q.sold)
    FROM quotas q WHERE q.order_line_id = o.id),
    (SELECT 1 FROM work_orders w WHERE w.order_line_id = o.id AND w.status = 'completed' LIMIT 1), 0)
$$;

CREATE FUNCTION invoice_requires_evidence() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT value = 'true'::jsonb FROM settings WHERE key = 'invoice_requires_evidence'), false)
$$;

-- Whether an order line is billed as it is delivered; otherwise its instalments say when it is. What was cancelled or
-- removed is billed as far as it was delivered.
CREATE FUNCTION billed_as_delivered(o order_lines, c contracts) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT c.billing_plan IN ('by_consumption', 'on_delivery') OR o.status = 'removed' OR c.status = 'cancelled'
$$;

-- The part of an order line that may be billed at most.
CREATE FUNCTION billable_part(o order_lines, c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN billed_as_delivered(o, c) THEN delivered_part(o, invoice_requires_evidence()) ELSE 1 END
$$;

-- An amount in the smallest unit of a currency (ISO 4217): two of them have no cents.
CREATE FUNCTION round_amount(amount numeric, currency text) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$ SELECT round(amount, CASE WHEN currency IN ('CLP', 'PYG') THEN 0 ELSE 2 END) $$;

-- Counts what a statement issued or voided on the order lines. Those are locked in the order of their ids, then their
-- quotas, so that nothing aired is taken back meanwhile.
CREATE FUNCTION invoices_count_billed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed constant uuid[] := ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE n.contract_id IS NOT NULL AND n.status <> o.status
      AND 'issued' IN (n.status, o.status));
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
CREATE TRIGGER invoices_count_billed AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION invoices_count_billed();

-- What was billed as delivered stays delivered. Of a line that was billed for more than was delivered, by instalments
-- before its contract was cancelled, corrections are free: a credit note settles it.
CREATE FUNCTION keep_billed_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    WHERE o.id = NEW.order_line_id AND o.billed_net > 0 AND billed_as_delivered(o, c)
      AND o.billed_net > round_amount(o.net * delivered_part(o), o.currency_code)
      AND o.billed_net <= round_amount(o.net * delivered_part(o, false, OLD.id, OLD.aired), o.currency_code)) THEN
    RAISE EXCEPTION 'what was aired of order line % is billed', NEW.order_line_id
      USING ERRCODE = '23514', CONSTRAINT = 'quotas_billed', TABLE = 'quotas';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_billed AFTER UPDATE OF aired ON quotas
  FOR EACH ROW WHEN (NEW.aired < OLD.aired) EXECUTE FUNCTION keep_billed_delivery();

-- An invoice of a contract is of its parties and currency, and its lines bill order lines of that contract. A note is of
-- the contract of the document that it modifies.
CREATE FUNCTION invoices_follow_contract() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- An issued invoice stays as it is, also when an addendum changes who pays.
  IF TG_OP = 'UPDATE' AND OLD.status NOT IN ('draft', 'reviewed') THEN
    RETURN NULL;
  END IF;
  IF NEW.doc_kind = 'invoice' AND NEW.contract_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM contracts c WHERE c.id = NEW.contract_id AND c.signed_on IS NOT NULL
        AND (c.company_id, c.billing_party, c.currency_code) = (NEW.company_id, NEW.bill_to, NEW.currency_code)
        -- A signed contract keeps the accounts that were merged into others.
        AND NEW.client_id IN (c.client_id, (SELECT merged_into_id FROM clients WHERE id = c.client_id))
        AND (NEW.agency_id IS NOT DISTINCT FROM c.agency_id
          OR NEW.agency_id = (SELECT merged_into_id FROM agencies WHERE id = c.agency_id)))
    OR NEW.doc_kind <> 'invoice' AND NEW.contract_id IS DISTINCT FROM (
      SELECT i.contract_id FROM invoices i WHERE i.id = NEW.modifies_invoice_id) THEN
    RAISE EXCEPTION 'invoice % differs from its contract', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoices_follow_contract', TABLE = 'invoices';
  END IF;
  IF EXISTS (
    SELECT FROM invoice_lines l JOIN order_lines o ON o.id = l.order_line_id
    WHERE l.invoice_id = NEW.id AND o.contract_id IS DISTINCT FROM NEW.contract_id) THEN
    RAISE EXCEPTION 'invoice % bills lines of another contract', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoice_lines_of_contract', TABLE = 'invoice_lines';
  END IF;
  RETURN NULL;
END
$$;
-- Deferred: merging accounts changes contracts and invoices one after the other, and lines are written after their header.
CREATE CONSTRAINT TRIGGER follow_contract AFTER INSERT OR UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION invoices_follow_contract();

-- What is left to bill ----------------------------------------------------------------------------------------------

-- The instalments of a contract in force: its own and the changes of its applied addenda, by day.
CREATE VIEW instalments_in_force AS
SELECT contract_id, due_on, sum(amount) AS amount FROM (
  SELECT i.contract_id, i.due_on, i.amount FROM contract_instalments i
  UNION ALL
  SELECT a.contract_id, i.due_on, i.amount FROM addendum_instalments i JOIN addenda a ON a.id = i.addendum_id
  WHERE a.status = 'applied') i
GROUP BY contract_id, due_on HAVING sum(amount) <> 0;

-- The part of an order line that is due by the instalments of the documents that sold it: the contract has those of its
-- lines, an addendum those of what it adds, and negative ones of what it takes back.
CREATE FUNCTION planned_net(o order_lines) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(sold.net * coalesce(due.of_sign, due.of_all, 1)), 0)
  FROM (
    SELECT NULL::uuid AS addendum_id, l.net FROM contract_lines l WHERE l.id = o.contract_line_id
    UNION ALL
    SELECT a.id, l.delta_net FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id AND a.status = 'applied'
    WHERE l.op = 'add' AND l.id = o.id OR l.op = 'change' AND l.order_line_id = o.id) sold
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(abs(i.amount)) FILTER (WHERE i.is_due AND sign(i.amount) = sign(sold.net)), 0)
          / sum(abs(i.amount)) FILTER (WHERE sign(i.amount) = sign(sold.net)) AS of_sign,
        coalesce(sum(abs(i.amount)) FILTER (WHERE i.is_due), 0) / sum(abs(i.amount)) AS of_all
      FROM (
        SELECT due_on <= business_date() AS is_due, amount FROM contract_instalments
        WHERE sold.addendum_id IS NULL AND contract_id = o.contract_id
        UNION ALL
        SELECT due_on <= business_date(), amount FROM addendum_instalments
        WHERE addendum_id = sold.addendum_id AND amount <> 0) i) due
$$;

-- What can be billed today of each order line that is not billed completely: `net` and `quantity` are what is due, less
-- what drafts already contain (`drafted`); `unproved` waits for accepted evidence. What is due by instalments is the
-- contract's, to the cent: it is shared out over the lines by what is due of each, the rest by what is left of them.
CREATE VIEW billable_order_lines AS
SELECT c.id AS contract_id, t.order_line_id, t.due AS net,
  greatest(0, CASE
    WHEN t.by_delivery THEN round(t.quantity * t.part, 4)
    WHEN t.sold_net = 0 THEN 0
    ELSE round(t.quantity * (t.billed_net + t.drafted + t.due) / t.sold_net, 4) END
    - t.billed_quantity - t.drafted_quantity) AS quantity,
  t.drafted, greatest(0, coalesce(t.delivered, 0) - greatest(t.target, t.billed_net)) AS unproved,
  CASE WHEN NOT t.by_delivery THEN s.last_due END AS instalment
FROM contracts c
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.amount) FILTER (WHERE i.due_on <= business_date()) / nullif(sum(i.amount), 0), 0) AS part,
      max(i.due_on) FILTER (WHERE i.due_on <= business_date()) AS last_due,
      c.billing_plan <> 'on_delivery' OR c.status = 'cancelled'
        OR coalesce(max(i.due_on), upper(flight_in_force(c)) - 1, upper(c.flight) - 1) <= business_date() AS is_due
    FROM instalments_in_force i WHERE i.contract_id = c.id) s
  CROSS JOIN LATERAL (
    SELECT w.*, CASE
        WHEN w.by_delivery THEN greatest(0, w.target - w.billed_net - w.drafted)
        ELSE round_amount(sum(w.share) OVER (ORDER BY w.order_line_id), c.currency_code)
          - round_amount(sum(w.share) OVER (ORDER BY w.order_line_id) - w.share, c.currency_code) END AS due
    FROM (
      SELECT v.*, CASE
          WHEN v.by_delivery THEN 0
          WHEN v.due_of_lines >= v.due_of_contract
            THEN coalesce(v.due_of_line * v.due_of_contract / nullif(v.due_of_lines, 0), 0)
          ELSE v.due_of_line + coalesce((v.due_of_contract - v.due_of_lines) * (v.left_of_line - v.due_of_line)
            / nullif(v.left_of_lines - v.due_of_lines, 0), 0) END AS share
      FROM (
        SELECT u.*, sum(u.due_of_line) OVER () AS due_of_lines, sum(u.left_of_line) OVER () AS left_of_lines,
          least(sum(u.left_of_line) OVER (), greatest(0,
            round_amount(sum(u.sold_net) FILTER (WHERE NOT u.by_delivery) OVER () * s.part, c.currency_code)
              - sum(u.billed_net + u.drafted) FILTER (WHERE NOT u.by_delivery) OVER ())) AS due_of_contract
        FROM (
          SELECT o.id AS order_line_id, o.net AS sold_net, o.quantity, o.billed_net, o.billed_quantity, b.by_delivery,
            p.part, d.net AS drafted, d.quantity AS drafted_quantity,
            CASE WHEN s.is_due THEN round_amount(o.net * p.delivered, o.currency_code) END AS delivered,
            CASE WHEN s.is_due THEN round_amount(o.net * p.part, o.currency_code) ELSE 0 END AS target,
            CASE WHEN b.by_delivery THEN 0 ELSE l.left_of_line END AS left_of_line,
            CASE WHEN b.by_delivery THEN 0
              ELSE least(l.left_of_line, greatest(0, planned_net(o) - o.billed_net - d.net)) END AS due_of_line
          FROM order_lines o
            CROSS JOIN LATERAL (SELECT billed_as_delivered(o, c) AS by_delivery) b
            CROSS JOIN LATERAL (
              SELECT CASE WHEN b.by_delivery THEN delivered_part(o) END AS delivered,
                CASE WHEN b.by_delivery THEN delivered_part(o, invoice_requires_evidence()) END AS part) p
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(l.net), 0) AS net, coalesce(sum(l.billed_quantity), 0) AS quantity
              FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
              WHERE l.order_line_id = o.id AND i.status IN ('draft', 'reviewed') AND i.archived_at IS NULL
                AND i.doc_kind <> 'credit_note') d
            CROSS JOIN LATERAL (SELECT greatest(0, o.net - o.billed_net - d.net) AS left_of_line) l
          WHERE o.contract_id = c.id) u
        ) v
      ) w
    ) t
WHERE c.status IN ('signed', 'active', 'suspended', 'finished', 'cancelled') AND t.billed_net < t.sold_net
  AND EXISTS (SELECT FROM order_lines u WHERE u.contract_id = c.id AND u.billed_net < u.net);

-- Values of contracts that follow from their invoices and delivery ---------------------------------------------------

-- Percent of the net that was billed, less credit notes. Null where nothing is sold for money.
CREATE FUNCTION billed_pct(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT round(100 * sum(o.billed_net) / nullif(sum(o.net), 0), 4) FROM order_lines o WHERE o.contract_id = c.id
$$;

-- Percent of what was sold that was delivered, each line by its net.
CREATE FUNCTION consumed_pct(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT round(100 * sum(o.net * delivered_part(o)) / nullif(sum(o.net), 0), 4) FROM order_lines o WHERE o.contract_id = c.id
$$;

-- Percent of what was invoiced, less credit notes, that was collected. Null without invoices.
CREATE FUNCTION collected_pct(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT round(100 * sum(i.paid) / nullif(sum(i.total - i.credited), 0), 4) FROM invoices i
  WHERE i.contract_id = c.id AND i.status = 'issued' AND i.doc_kind <> 'credit_note'
$$;

-- What is owed of its invoices.
CREATE FUNCTION open_balance(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(i.balance), 0)::numeric(18,2) FROM invoices i WHERE i.contract_id = c.id AND i.status = 'issued'
$$;

-- What will still be invoiced of it, with tax.
CREATE FUNCTION unbilled_total(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(round_amount(sum(o.total * (o.net - o.billed_net) / o.net), c.currency_code), 0)::numeric(18,2)
  FROM order_lines o WHERE o.contract_id = c.id AND o.status = 'active' AND o.billed_net < o.net
$$;
