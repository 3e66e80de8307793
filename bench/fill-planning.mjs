// Sales, invoices, payments, budgets and goals over the demonstration, of the size that planning and reports are made for.
import { fillDemo } from './demo.mjs';
import { fillPipeline } from './fill-pipeline.mjs';
import { multiply } from './multiply.mjs';
import { runSql } from './pauta.mjs';

const months = Array.from({ length: 12 }, (_, at) => `m${String(at + 1).padStart(2, '0')}`);

/**
 * Copies the sales and the invoices of the demonstration a week apart, until there are 100,000 invoices; gives the
 * approved budget of the company with most sales 5,000 lines, and its next version the same ones, of which every tenth
 * differs; and gives every client budgets of each source and platform. Of the open invoices older than ten weeks half
 * are paid. Returns ids for requests.
 */
export async function fillPlanning(socket, { opportunities = 50_000, copies = 80, lines = 5000 } = {}) {
  await fillDemo(socket, { clients: 300, contactsEach: 1, spaces: 450, rateCards: 2 });
  await multiply(
    socket,
    [
      'contracts',
      'contract_lines',
      'addenda',
      'addendum_lines',
      'order_lines',
      'sale_credits',
      'invoices',
      'invoice_lines',
      'payments',
      'payment_applications',
      'agency_commissions',
      'activities',
    ],
    copies,
    7,
  );
  await runSql(
    socket,
    'pauta',
    'SET session_replication_role = replica',
    `UPDATE invoices SET paid = paid + balance
      WHERE balance > 0 AND issue_date < business_date() - 70 AND hashtext(id::text) % 2 = 0`,
    `CREATE TEMP TABLE budget AS
      SELECT b.* FROM sales_budgets b JOIN contracts k ON k.company_id = b.company_id JOIN sale_credits s ON s.contract_id = k.id
      WHERE b.status = 'approved' AND b.fiscal_year = extract(year FROM business_date())
      GROUP BY b.id ORDER BY sum(s.amount) DESC LIMIT 1`,
    `UPDATE sales_budgets b SET status = 'superseded' FROM budget WHERE b.id = budget.id`,
    `INSERT INTO sales_budgets (name, company_id, fiscal_year, version, currency_code, status, approved_by_id, approved_at)
      SELECT 'Presupuesto ' || v, company_id, fiscal_year, version + v, currency_code,
        CASE v WHEN 1 THEN 'approved' ELSE 'draft' END, CASE v WHEN 1 THEN approved_by_id END,
        CASE v WHEN 1 THEN approved_at END
      FROM budget, generate_series(1, 2) AS v`,
    `INSERT INTO sales_budget_lines (id, sales_budget_id, position, description, platform_id, division_id, subdivision_id,
        inventory_category_id, ad_classification_id, ${months})
      SELECT new_id(), b.id, lpad(n::text, 6, '0'), 'Renglón ' || n, i.platform_id, i.division_id, i.subdivision_id,
        i.inventory_category_id, a.ids[1 + n % cardinality(a.ids)],
        ${months.map((_, at) => `1000 + (n * ${at + 7}) % 90000 + CASE WHEN b.status = 'draft' AND n % 10 = 0 THEN 500 ELSE 0 END`)}
      FROM sales_budgets b JOIN budget o USING (company_id, fiscal_year), generate_series(1, ${lines}) AS n,
        (SELECT array_agg(id) AS ids FROM ad_classifications) a,
        LATERAL (SELECT * FROM inventory_items ORDER BY code OFFSET n % 450 LIMIT 1) i
      WHERE b.name IN ('Presupuesto 1', 'Presupuesto 2')`,
    `UPDATE sales_budget_lines SET total = ${months.join(' + ')}`,
    `UPDATE sales_budgets b SET (${months}, total) = (
      SELECT ${months.map((name) => `sum(l.${name})`)}, sum(l.total) FROM sales_budget_lines l WHERE l.sales_budget_id = b.id)
      WHERE b.name IN ('Presupuesto 1', 'Presupuesto 2')`,
    `INSERT INTO client_budgets (fiscal_year, client_id, platform_id, source, confidence_pct, currency_code, name, sales_rep_id,
        ${months})
      SELECT extract(year FROM business_date()), c.id, p.id, s.source, 60, c.currency_code, left(c.legal_name, 150),
        c.primary_sales_rep_id, ${months.map((_, at) => `10000 * (1 + p.place) + ${at} * 1000`)}
      FROM clients c, (SELECT id, row_number() OVER (ORDER BY id) AS place FROM platforms ORDER BY id LIMIT 4) p,
        unnest('{declared,historical,estimated}'::text[]) AS s (source)
      ON CONFLICT DO NOTHING`,
  );
  await fillPipeline(socket, opportunities, 2000);
  const [known] = await runSql(
    socket,
    'pauta',
    `SELECT (SELECT id FROM sales_budgets WHERE name = 'Presupuesto 1') AS budget,
      (SELECT company_id FROM sales_budgets WHERE name = 'Presupuesto 1') AS company,
      (SELECT id FROM sales_budgets WHERE name = 'Presupuesto 2') AS draft,
      extract(year FROM business_date())::integer AS year,
      (SELECT id FROM client_budgets ORDER BY total DESC, id LIMIT 1) AS client_budget,
      (SELECT g.id FROM rep_goals g WHERE g.metric = 'signed_sales' AND g.fiscal_year = extract(year FROM business_date())
        ORDER BY g.total DESC LIMIT 1) AS goal,
      (SELECT g.user_id FROM rep_goals g WHERE g.metric = 'signed_sales' ORDER BY g.total DESC LIMIT 1) AS seller,
      json_build_object('invoices', (SELECT count(*) FROM invoices), 'open invoices', (SELECT count(*) FROM invoices WHERE balance > 0),
        'payments', (SELECT count(*) FROM payments), 'contracts', (SELECT count(*) FROM contracts),
        'contract lines', (SELECT count(*) FROM order_lines), 'budget lines', (SELECT count(*) FROM sales_budget_lines),
        'client budgets', (SELECT count(*) FROM client_budgets), 'goals', (SELECT count(*) FROM rep_goals),
        'opportunities', (SELECT count(*) FROM opportunities), 'activities', (SELECT count(*) FROM activities)) AS size`,
  );
  return known;
}
