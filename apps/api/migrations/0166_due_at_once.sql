-- What is due of all contracts is computed in one statement. The share that is delivered and the planned amount of a line
-- were functions that the database calls, not ones whose statement it takes into the one that asks: each of thousands of
-- lines started statements of its own, some of them twice. What was sold by part is looked up for all lines at once, too.

SELECT set_config('pauta.request', 'migration:0166', true), set_config('pauta.reason', 'Por facturar en una sola consulta', true);

-- The part of an order line that was delivered, 0 to 1, as a relation of one row: in FROM its statement becomes part of
-- the one that asks. Components of a package weigh by their share. `proved` counts only what evidence locked; the quota
-- `of_quota` is taken to have aired `aired_units`.
CREATE FUNCTION delivered_parts(
  o order_lines, proved boolean DEFAULT false, of_quota uuid DEFAULT NULL, aired_units numeric DEFAULT NULL)
RETURNS TABLE (part numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(s.share * d.part) / nullif(sum(s.share), 0), avg(d.part), 0)
  FROM (
    -- What is no package has no components to look for.
    SELECT NULL::uuid AS package_item_id, 1::numeric AS share WHERE o.package_id IS NULL AND o.components IS NULL
    UNION ALL
    SELECT c.package_item_id, c.share
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) c
    WHERE o.package_id IS NOT NULL OR o.components IS NOT NULL) s
    CROSS JOIN LATERAL (
      SELECT coalesce(
        (SELECT least(1, CASE WHEN proved
            THEN q.former_aired + (SELECT coalesce(sum(p.load), 0) FROM placements p WHERE p.quota_id = q.id AND p.locked)
            WHEN q.id = of_quota THEN aired_units ELSE q.aired END
          / q.sold)
        FROM quotas q WHERE q.order_line_id = o.id AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id),
        (SELECT 1 FROM work_orders w WHERE w.order_line_id = o.id AND w.status = 'completed'
          AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id) LIMIT 1), 0) AS part
      -- Both sums would compute it.
      OFFSET 0) d
$$;

CREATE OR REPLACE FUNCTION delivered_part(
  o order_lines, proved boolean DEFAULT false, of_quota uuid DEFAULT NULL, aired_units numeric DEFAULT NULL) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT d.part FROM delivered_parts(o, proved, of_quota, aired_units) d $$;

-- The net of an order line that its contract and applied addenda plan to bill until the day of billing, likewise.
CREATE FUNCTION planned_nets(o order_lines) RETURNS TABLE (net numeric)
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
        SELECT due_on <= (SELECT billing_day()) AS is_due, amount FROM contract_instalments
        WHERE sold.addendum_id IS NULL AND contract_id = o.contract_id
        UNION ALL
        SELECT due_on <= (SELECT billing_day()), amount FROM addendum_instalments
        WHERE addendum_id = sold.addendum_id AND amount <> 0) i) due
$$;

CREATE OR REPLACE VIEW billable_order_lines AS
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
    SELECT coalesce(sum(i.amount) FILTER (WHERE i.due_on <= (SELECT billing_day())) / nullif(sum(i.amount), 0), 0) AS part,
      max(i.due_on) FILTER (WHERE i.due_on <= (SELECT billing_day())) AS last_due,
      c.billing_plan <> 'on_delivery' OR c.status = 'cancelled'
        OR coalesce(max(i.due_on), upper(flight_in_force(c)) - 1, upper(c.flight) - 1) <= (SELECT billing_day()) AS is_due
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
              ELSE least(l.left_of_line, greatest(0,
                (SELECT n.net FROM planned_nets(o) n) - o.billed_net - d.net)) END AS due_of_line
          FROM order_lines o
            CROSS JOIN LATERAL (SELECT billed_as_delivered(o, c) AS by_delivery) b
            CROSS JOIN LATERAL (
              SELECT x.delivered, CASE WHEN b.by_delivery AND (SELECT invoice_requires_evidence())
                  THEN (SELECT n.part FROM delivered_parts(o, true) n) ELSE x.delivered END AS part
              FROM (
                SELECT CASE WHEN b.by_delivery THEN (SELECT n.part FROM delivered_parts(o) n) END AS delivered
                OFFSET 0) x
              OFFSET 0) p
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(l.net), 0) AS net, coalesce(sum(l.billed_quantity), 0) AS quantity
              FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
              WHERE l.order_line_id = o.id AND i.status IN ('draft', 'reviewed') AND i.archived_at IS NULL
                AND i.doc_kind <> 'credit_note') d
            CROSS JOIN LATERAL (SELECT greatest(0, o.net - o.billed_net - d.net) AS left_of_line) l
          WHERE o.contract_id = c.id
          -- Each value is computed once, not wherever it is used.
          OFFSET 0) u
        ) v
      ) w
    ) t
WHERE c.status IN ('signed', 'active', 'suspended', 'finished', 'cancelled') AND t.billed_net < t.sold_net
  AND EXISTS (SELECT FROM order_lines u WHERE u.contract_id = c.id AND u.billed_net < u.net);

DROP FUNCTION planned_net(order_lines);

-- The parts of order lines, as sold_parts finds them for one: a statement over the sales of a year joins them all at once.
-- Of a package they are those of its components instead (sold_package_parts).
CREATE VIEW sold_lines AS
SELECT o.id AS order_line_id, coalesce(i.platform_id, t.platform_id) AS platform_id, i.division_id, i.subdivision_id,
  i.inventory_category_id, o.ad_classification_id, o.package_id IS NOT NULL OR o.components IS NOT NULL AS is_package
FROM order_lines o LEFT JOIN inventory_items i ON i.id = o.inventory_item_id LEFT JOIN ad_articles t ON t.id = o.ad_article_id;
