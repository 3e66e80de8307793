// Walks one sale after another through the HTTP API, from a space to the commission of the agency, and prints how long
// each step took and its share of the time. Arguments: number of sales, and how many at a time.

import { randomUUID } from 'node:crypto';
import { askFor, median, percentile } from './load.mjs';
import { runSql, startPauta } from './pauta.mjs';

const walks = Number(process.argv[2] ?? 1000);
const together = Number(process.argv[3] ?? 1);

const civil = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santo_Domingo' });
const day = (after) => civil.format(Date.now() + after * 86_400_000);
const flight = { from: day(0), to: day(9) };
const everyDay = ['1', '2', '3', '4', '5', '6', '7'];

/** Records that every sale refers to. */
const fill = async (socket) => {
  const [known] = await runSql(
    socket,
    'pauta',
    `UPDATE companies SET tax_id_type = 'OTRO', tax_id = 'EMISOR'`,
    `INSERT INTO fiscal_sequences (company_id, document, first_no, last_no)
      SELECT id, unnest('{B01,B02,B14,B15}'::text[]), 1, 9999999 FROM companies`,
    // Lines change in the transaction that wrote their header.
    'BEGIN',
    `INSERT INTO price_lists (code, name, kind, currency_code, valid)
      VALUES ('BENCH', 'Lista de prueba', 'general', 'DOP', '[2020-01-01,)')`,
    `INSERT INTO prices (id, price_list_id, position, inventory_category_id, unit, unit_price)
      SELECT new_id(), (SELECT id FROM price_lists WHERE code = 'BENCH'), 'a0', c.id, 'spot', 1000
      FROM inventory_categories c ORDER BY c.id LIMIT 1`,
    `UPDATE price_lists SET status = 'current' WHERE code = 'BENCH'`,
    `INSERT INTO tech_templates (code, name, platform_id, lead_time_days)
      SELECT 'BENCH', 'Plantilla', platform_id, 3 FROM inventory_categories ORDER BY id LIMIT 1`,
    `INSERT INTO tech_template_fields (id, tech_template_id, position, label, type, is_required, max)
      SELECT new_id(), id, 'a0', 'Duración', 'number', true, 30 FROM tech_templates WHERE code = 'BENCH'`,
    `UPDATE tech_templates SET status = 'published' WHERE code = 'BENCH'`,
    'COMMIT',
    `INSERT INTO bank_accounts (company_id, bank, account_no) SELECT id, 'Banco de Prueba', '960-1' FROM companies`,
    `INSERT INTO signatories (company_id, full_name, country_id, national_id_type, national_id, job_position_id, capacity,
        valid)
      SELECT id, 'Firmante propio', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO', 'PROPIO',
        (SELECT id FROM job_positions LIMIT 1), 'manager', '[2020-01-01,)' FROM companies`,
    `INSERT INTO agencies (agency_code, legal_name, trade_name, country_id, tax_id_type, tax_id, agency_type_id,
        agency_category_id, commission_type_id, commission_pct, commission_mode, credit_term_id, currency_code,
        primary_sales_rep_id)
      SELECT 'BENCH', 'Agencia de prueba', 'Agencia de prueba', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO', 'AGENCIA',
        (SELECT id FROM agency_types LIMIT 1), (SELECT id FROM agency_categories LIMIT 1),
        (SELECT id FROM commission_types LIMIT 1), 15, 'later_settlement',
        (SELECT id FROM credit_terms WHERE days = 30 LIMIT 1), 'DOP', (SELECT id FROM users LIMIT 1)`,
    `SELECT (SELECT id FROM users LIMIT 1) AS me, (SELECT id FROM companies LIMIT 1) AS company,
      (SELECT id FROM price_lists WHERE code = 'BENCH') AS list, (SELECT id FROM bank_accounts LIMIT 1) AS account,
      (SELECT id FROM tech_templates WHERE code = 'BENCH') AS template,
      (SELECT id FROM signatories LIMIT 1) AS signatory, (SELECT id FROM agencies LIMIT 1) AS agency,
      (SELECT id FROM countries WHERE code = 'DO') AS country, (SELECT id FROM client_types LIMIT 1) AS type,
      (SELECT id FROM client_categories LIMIT 1) AS category, (SELECT id FROM industries LIMIT 1) AS industry,
      (SELECT id FROM credit_terms WHERE days = 30 LIMIT 1) AS term, (SELECT id FROM job_positions LIMIT 1) AS job,
      (SELECT id FROM ad_classifications WHERE is_billable ORDER BY id LIMIT 1) AS classification,
      (SELECT id FROM consumption_types ORDER BY id LIMIT 1) AS consumption,
      (SELECT id FROM closing_probabilities WHERE result = 'open' ORDER BY probability_pct LIMIT 1) AS stage,
      c.id AS inventory_category, c.platform_id AS platform, (SELECT id FROM subdivisions ORDER BY id LIMIT 1) AS station
    FROM inventory_categories c ORDER BY c.id LIMIT 1`,
  );
  return known;
};

const pauta = await startPauta();
/** Times of each step, in the order in which the steps are done. */
const times = new Map();

try {
  const known = await fill(pauta.socket);

  const send = async (method, path, ...rest) =>
    (await askFor(pauta.call, method, `/api/${path}`, ...rest)).data;
  const get = (path) => send('GET', path);
  const make = (path, body) => send('POST', path, body);
  const at = (record) => ({ 'if-match': `"${record.row_version}"` });
  const change = (path, record, body) => send('PATCH', `${path}/${record.id}`, body, at(record));
  const run = (path, record, name, body = {}) =>
    send('POST', `${path}/${record.id}/${name}`, body, at(record));
  const runAll = async (path, record, names) => {
    let current = record;
    for (const name of names) current = await run(path, current, name);
    return current;
  };
  const upload = async (bytes) => {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'prueba.pdf');
    const answer = await fetch(`${pauta.address}/api/files`, {
      method: 'POST',
      headers: { authorization: pauta.authorization },
      body: form,
    });
    if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data.id;
  };

  const walk = async (n) => {
    const step = async (name, work) => {
      const began = performance.now();
      const result = await work();
      if (!times.has(name)) times.set(name, []);
      times.get(name).push(performance.now() - began);
      return result;
    };

    const client = await step('client', async () => {
      const made = await make('clients', {
        client_code: `B-${n}`,
        legal_name: `Cliente ${n}`,
        trade_name: `Cliente ${n}`,
        country_id: known.country,
        tax_id_type: 'OTRO',
        tax_id: `B${10000 + n}`,
        client_type_id: known.type,
        client_category_id: known.category,
        industry_id: known.industry,
        primary_sales_rep_id: known.me,
        credit_term_id: known.term,
      });
      const signatory = await make('signatories', {
        client_id: made.id,
        full_name: `Firmante ${n}`,
        country_id: known.country,
        national_id_type: 'OTRO',
        national_id: `F${10000 + n}`,
        job_position_id: known.job,
        capacity: 'manager',
        valid: { from: '2020-01-01', to: null },
        sign_mode: 'individual',
      });
      await make('client-agencies', {
        client_id: made.id,
        agency_id: known.agency,
        valid: { from: '2020-01-01', to: '2099-12-31' },
        services: ['buying'],
        authorization_letter: await upload(`%PDF-1.4\n% carta ${n}\n%%EOF\n`),
      });
      return { ...made, signatory: signatory.id };
    });
    const space = await step('space', async () => {
      const made = await make('inventory-items', {
        code: `B-${n}`,
        name: `Corte ${n}`,
        platform_id: known.platform,
        inventory_category_id: known.inventory_category,
        subdivision_id: known.station,
        capacity_unit: 'spots',
        capacity: 20,
        days: everyDay,
        tech_template_id: known.template,
      });
      return run('inventory-items', made, 'activate');
    });
    await step('price', async () => {
      // A list of a day of its own, because the prices of a published list do not change and no two lists overlap. The
      // quote takes the price of the category from the general list.
      const on = day(400 + n);
      const list = await make('price-lists', {
        code: `B-${n}`,
        name: `Tarifas ${n}`,
        kind: 'special',
        currency_code: 'DOP',
        valid: { from: on, to: on },
        prices: {
          put: [{ id: randomUUID(), inventory_item_id: space.id, unit: 'spot', unit_price: '1000' }],
        },
      });
      await run('price-lists', list, 'publish');
    });
    const opportunity = await step('opportunity', () =>
      make('opportunities', {
        name: `Campaña ${n}`,
        client_id: client.id,
        owner_id: known.me,
        expected_amount: '30000',
        expected_close_date: flight.to,
        next_step: 'Llamar',
        stage_id: known.stage,
      }),
    );
    const quote = await step('quote', () =>
      make('quotes', {
        name: `Campaña ${n}`,
        client_id: client.id,
        agency_id: known.agency,
        opportunity_id: opportunity.id,
        owner_id: known.me,
        company_id: known.company,
        currency_code: 'DOP',
        price_list_id: known.list,
        flight,
        billing_plan: 'by_consumption',
        credit_term_id: known.term,
        lines: {
          put: [1, 2, 3].map((units) => ({
            id: randomUUID(),
            line_kind: 'airtime',
            inventory_item_id: space.id,
            description: `Renglón ${units}`,
            ad_classification_id: known.classification,
            flight,
            days: everyDay,
            units_per_day: units,
          })),
        },
      }),
    );
    await step('hold', async () => run('quotes', await get(`quotes/${quote.id}`), 'hold'));
    await step('accept', async () => {
      const sent = await run('quotes', await get(`quotes/${quote.id}`), 'send');
      await run('quotes', sent, 'accept', { accepted_by: 'Ana Cliente', accepted_on: flight.from });
    });
    const pending = await step('contract', async () => {
      await run('quotes', await get(`quotes/${quote.id}`), 'convert', {
        contract_type: 'normal',
        consumption_type_id: known.consumption,
      });
      const [{ id }] = await get(`contracts?f.client_id=${client.id}`);
      const changed = await change('contracts', await get(`contracts/${id}`), {
        own_signatory_ids: [known.signatory],
        client_signatory_ids: [client.signatory],
      });
      return run('contracts', changed, 'submit');
    });
    const contract = await step('sign', () => run('contracts', pending, 'sign', { signed_on: flight.from }));
    await step('sheets', async () => {
      for (const { id } of await get(`tech-sheets?f.contract_id=${contract.id}`)) {
        for (const item of await get(`tech-sheet-items?f.tech_sheet_id=${id}&fields=*`))
          await change('tech-sheet-items', item, { value: '30' });
        await runAll('tech-sheets', await get(`tech-sheets/${id}`), ['submit', 'approve']);
      }
    });
    const quotas = await get(`quotas?f.contract_id=${contract.id}&fields=*`);
    await step('placements', async () => {
      for (const { id } of quotas) await make(`quotas/${id}/place`, {});
    });
    const aired = await step('aired', async () => {
      const [first] = await get(`placements?f.quota_id=${quotas[0].id}&sort=starts_on&fields=*`);
      return runAll('placements', first, ['confirm', 'mark_aired']);
    });
    await step('evidence', async () => {
      const report = await make('evidence-reports', { contract_id: contract.id, period: flight });
      await make('evidence-items', {
        report_id: report.id,
        placement_id: aired.id,
        kind: 'air_log',
        description: 'Registro de emisión',
        captured_at: new Date().toISOString(),
        file: await upload(`%PDF-1.4\n% evidencia ${n}\n%%EOF\n`),
      });
      await runAll('evidence-reports', await get(`evidence-reports/${report.id}`), [
        'submit',
        'approve',
        'send',
        'accept',
      ]);
    });
    const invoice = await step('invoice', async () => {
      const draft = await make('invoices', {
        concept: `Publicidad ${n}`,
        company_id: known.company,
        client_id: client.id,
        agency_id: known.agency,
        bill_to: 'client',
        contract_id: contract.id,
        lines: {
          put: [
            {
              id: randomUUID(),
              description: 'Cuñas emitidas',
              unit_price: '1000',
              order_line_id: quotas[0].order_line_id.id,
              billed_quantity: String(aired.load),
            },
          ],
        },
      });
      return run('invoices', draft, 'issue');
    });
    await step('payment', async () => {
      const payment = await make('payments', {
        company_id: known.company,
        client_id: client.id,
        received_on: flight.from,
        method: 'transfer',
        bank_account_id: known.account,
        reference: `REF-${n}`,
        amount: invoice.total,
      });
      await run('payments', payment, 'apply_oldest');
    });
    await step('commission', async () => {
      const [commission] = await get(`agency-commissions?f.invoice_id=${invoice.id}&fields=*`);
      if (commission?.due_amount !== commission?.amount || !(Number(commission?.amount) > 0))
        throw new Error(`the commission of sale ${n} is not due: ${JSON.stringify(commission)}`);
    });
  };

  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (next < walks) {
        next += 1;
        await walk(next);
      }
    }),
  );
  const took = performance.now() - began;
  const sum = (all) => all.reduce((one, other) => one + other, 0);
  const total = sum([...times.values()].map(sum));
  console.log(
    `${walks} sales, ${together} at a time, in ${Math.round(took / 1000)} s: ${Math.round(total / walks)} ms each`,
  );
  console.table(
    [...times].map(([name, all]) => ({
      step: name,
      'p50 ms': Math.round(median(all)),
      'p95 ms': Math.round(percentile(all, 0.95)),
      'share %': Math.round((1000 * sum(all)) / total) / 10,
    })),
  );
} finally {
  await pauta.stop();
}
