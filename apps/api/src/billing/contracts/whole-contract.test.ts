import { invoiceGroupings } from '@pauta/domain/billing/grouping/invoice-groupings.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { billingPlans } from '@pauta/domain/sales/quotes/billing-plans.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { linesOfAddendum, makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
/** An agency that discounts its commission in the invoice. */
let agencyId: string;
let letters = 40;

const created = async (url: string, payload: object): Promise<AnyRecord> => {
  const response = await billing.call('POST', url, payload);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  const agency = await created('/api/agencies', {
    ...(await sampleBody(api.database, agencies, 40)),
    commission_mode: 'invoice_discount',
    commission_pct: '15',
    status: 'active',
  });
  agencyId = agency.id;
});

/** A client that the agency buys for. */
const makeClient = async () => {
  const client = await world.client({ taxpayer_type: 'taxpayer', tax_exempt: false });
  letters += 1;
  await created('/api/client-agencies', {
    ...(await sampleBody(api.database, clientAgencies, letters)),
    brand_id: null,
    client_id: client.id,
    agency_id: agencyId,
    valid: { from: '2020-01-01', to: '2099-12-31' },
    services: ['buying'],
  });
  return client;
};
afterAll(() => api.close());

/** What may happen to a contract between its signature and its end. */
const stepKinds = [
  'bill',
  'group',
  'issue',
  'air',
  'miss',
  'due',
  'suspend',
  'change',
  'add',
  'concede',
  'correct',
] as const;
interface Step {
  readonly kind: (typeof stepKinds)[number];
  /** Chooses among what the step may apply to, and how much. */
  readonly at: number;
  /** Which of the contracts it happens to. */
  readonly of: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...stepKinds),
  at: fc.nat(99),
  of: fc.nat(1),
});
const groupings = Object.keys(invoiceGroupings);
const price = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const flight = () => ({ from: world.today, to: world.today });
const line = async (agreed_price: string) =>
  world.line(await world.space(100), { flight: flight(), units_per_day: 10, agreed_price });

const invoicesOf = async (contractId: string, status: string): Promise<AnyRecord[]> => {
  const url = `/api/invoices?f.contract_id=${contractId}&f.status=${status}&fields=*`;
  const { data } = (await billing.call('GET', url)).json();
  return Promise.all(data.map(({ id }: AnyRecord) => billing.read('invoices', id)));
};
const draftsOf = (contractId: string) => invoicesOf(contractId, 'draft');

/** Runs a command that this contract may refuse in its present state. */
const attempt = async (id: string, command: string, input: object = {}): Promise<void> => {
  const { statusCode, body } = await world.run(id, command, input);
  expect(statusCode, body).toBeLessThan(500);
};

/** Prepares what is due of all the contracts, grouped in one way or another. */
const group = async (ids: readonly string[], at: number): Promise<void> => {
  const grouping = groupings[at % groupings.length];
  const response = await billing.call('POST', '/api/invoices/prepare', { ids, grouping });
  expect(response.statusCode, response.body).toBe(200);
};

const issueAll = async (contractId: string): Promise<void> => {
  for (const draft of await draftsOf(contractId)) {
    const url = `/api/invoices/${draft.id}/issue`;
    const response = await billing.call('POST', url, {}, draft.row_version);
    expect([200, 409, 422], response.body).toContain(response.statusCode);
  }
};

/** Places units of a line that has some left, or else makes good what was not aired, and marks them as aired or not. */
const place = async (contractId: string, most: number, command: 'mark_aired' | 'mark_not_aired') => {
  const placed = await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, makegood_of_id)
      SELECT * FROM (
        SELECT id, inventory_item_id, ${world.today}::date, ${world.today}::date, least(${most}::integer, sold - placed),
          NULL::uuid
        FROM quotas WHERE contract_id = ${contractId}::uuid AND sold > placed
        UNION ALL
        -- An addendum may have left less than was not aired.
        SELECT p.quota_id, p.inventory_item_id, p.starts_on, p.ends_on,
          least(p.units, floor(q.sold - q.aired)::integer), p.id
        FROM placements p JOIN quotas q ON q.id = p.quota_id AND q.sold - q.aired >= 1
        WHERE p.contract_id = ${contractId}::uuid AND p.status = 'not_aired'
          AND NOT EXISTS (SELECT FROM placements m WHERE m.makegood_of_id = p.id)) one
      LIMIT 1 RETURNING id`),
  );
  if (!placed) return false;
  const reason_id = await billing.reason('non_airing');
  for (const [name, input] of [
    ['confirm', {}],
    [command, command === 'mark_aired' ? {} : { reason_id }],
  ] as const) {
    const { row_version } = await billing.read('placements', placed.id);
    const answer = await billing.call('POST', `/api/placements/${placed.id}/${name}`, input, row_version);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return true;
};

/** A note over a part of an issued invoice, that is billed again or not. */
const credit = async (contractId: string, at: number, rebill: boolean): Promise<void> => {
  const issued = (await invoicesOf(contractId, 'issued')).filter(({ doc_kind }) => doc_kind === 'invoice');
  const invoice = issued[at % Math.max(1, issued.length)];
  if (!invoice) return;
  const reason_id = await billing.reason('credit_note');
  const made = await billing.call('POST', `/api/invoices/${invoice.id}/credit_note`, { reason_id });
  if (made.statusCode === 409) return;
  expect(made.statusCode, made.body).toBe(201);
  const note = made.json().data as AnyRecord;
  // What is billed by consumption is credited with its units, so that they can be billed again.
  const part = (at % 4) + 1;
  const put = linesIn(note, 'lines').map(({ id, quantity, billed_quantity }) => ({
    id,
    quantity: ((Number(quantity) * part) / 4).toFixed(4),
    billed_quantity: ((Number(billed_quantity) * part) / 4).toFixed(4),
  }));
  const changed = await billing.call(
    'PATCH',
    `/api/invoices/${note.id}`,
    { rebill, lines: { put } },
    note.row_version,
  );
  expect(changed.statusCode, changed.body).toBe(200);
  if (changed.json().data.total === '0.00') return;
  const { id, row_version } = changed.json().data;
  const answer = await billing.call('POST', `/api/invoices/${id}/issue`, {}, row_version);
  expect(answer.statusCode, answer.body).toBe(200);
};

const amend = async (
  contractId: string,
  values: (lines: ReturnType<typeof linesOfAddendum>) => Promise<object[]>,
) => {
  const addenda = makeAddendaWorld(api, world);
  const made = await world.run(contractId, 'amend', {
    kinds: ['change_dates'],
    effective_on: world.today,
    reason: 'Lo pidió el cliente',
  });
  if (made.statusCode !== 200) return;
  const { id } = await addenda.read(made.json().data.addendum_id);
  const lines = await values(linesOfAddendum(await addenda.read(id)));
  const typed = await addenda.patch(id, { lines: { put: lines } });
  expect(typed.statusCode, typed.body).toBe(200);
  for (const command of ['plan_billing', 'submit'] as const) {
    const { statusCode, body } = await addenda.run(id, command);
    expect(statusCode, body).toBeLessThan(500);
  }
  const applied = await addenda.apply(id);
  expect(applied.statusCode, applied.body).toBeLessThan(500);
  if (applied.statusCode !== 200) {
    await addenda.run(id, 'return');
    await addenda.run(id, 'void', { reason: 'No se pudo aplicar' });
  }
};

const laterDue = (contractId: string) => sql`
  UPDATE contract_instalments SET due_on = due_on - 1 WHERE contract_id = ${contractId}::uuid`;

const take = async (ids: readonly string[], { kind, at, of }: Step): Promise<void> => {
  const contractId = ids[of] ?? '';
  if (kind === 'group') await group(ids, at);
  else if (kind === 'bill') await attempt(contractId, 'bill');
  else if (kind === 'issue') await issueAll(contractId);
  else if (kind === 'air') await place(contractId, (at % 7) + 1, 'mark_aired');
  else if (kind === 'miss') await place(contractId, (at % 3) + 1, 'mark_not_aired');
  else if (kind === 'due') await api.testDatabase.runAsSuperuser(laterDue(contractId));
  else if (kind === 'suspend') {
    await attempt(contractId, 'suspend', { reason_kind: 'client', spaces: 'kept', reason: 'Lo pidió' });
    await attempt(contractId, 'bill');
    await attempt(contractId, 'resume');
  } else if (kind === 'change')
    await amend(contractId, async ([first]) => [
      { id: first?.id, op: 'change', units_per_day: (at % 12) + 1 },
    ]);
  else if (kind === 'add')
    await amend(contractId, async () => [
      { ...(await line('33.33')), id: newLineId(), op: 'add', units_per_day: (at % 5) + 1 },
    ]);
  else await credit(contractId, at, kind === 'correct');
};

/** Everything is due and delivered; billed until nothing is left. */
const finish = async (contractId: string): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE contract_instalments SET due_on = business_date() WHERE contract_id = ${contractId}::uuid`);
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE addendum_instalments SET due_on = business_date()
    WHERE addendum_id IN (SELECT id FROM addenda WHERE contract_id = ${contractId}::uuid)`);
  // What was not aired is made good.
  for (let left = true; left; ) left = await place(contractId, 1000, 'mark_aired');
  for (let round = 0; round < 3; round += 1) {
    await issueAll(contractId);
    // A draft of what an addendum took away is withdrawn.
    for (const { id, row_version } of await draftsOf(contractId)) {
      const headers = { ...billing.headers, 'if-match': `"${row_version}"` };
      await api.inject({ method: 'DELETE', url: `/api/invoices/${id}`, headers });
    }
    await attempt(contractId, 'bill');
  }
  expect(await draftsOf(contractId)).toEqual([]);
};

test.each(Object.keys(billingPlans))(
  '%s: whatever happens, and however contracts are grouped, invoices less notes are the net in force of each',
  async (billing_plan) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { minLength: 1, maxLength: 2 }),
        fc.constantFrom('none', 'half', 'third'),
        fc.boolean(),
        fc.array(step, { minLength: 3, maxLength: 9 }),
        fc.nat(99),
        async (prices, split, withAgency, steps, last) => {
          const [client, partner] = [await makeClient(), await makeClient()];
          const [mine, theirs] = split === 'half' ? ['50', '50'] : ['66.6667', '33.3333'];
          const sell = async (): Promise<string> => {
            const lines = [];
            for (const one of prices) lines.push(await line(one));
            const values = {
              ...(split !== 'none' && {
                payers: {
                  put: [
                    { id: newLineId(), party: 'client', pct: mine },
                    { id: newLineId(), party: 'other', client_id: partner.id, pct: theirs },
                  ],
                },
              }),
              ...(withAgency && { agency_id: agencyId }),
              ...(billing_plan === 'milestones' && {
                instalments: { put: [{ id: newLineId(), due_on: world.today, amount: '1.00' }] },
              }),
            };
            const drafted = await world.draft(client, lines, { billing_plan, ...values });
            if (billing_plan === 'milestones') {
              const total = String(drafted.taxable);
              const typed = await api.inject({
                method: 'PATCH',
                url: `/api/contracts/${drafted.id}`,
                headers: { ...world.headers, 'if-match': `"${drafted.row_version}"` },
                payload: {
                  instalments: {
                    put: linesIn(drafted, 'instalments').map(({ id }) => ({ id, amount: total })),
                  },
                },
              });
              expect(typed.statusCode, typed.body).toBe(200);
            } else expect((await world.run(drafted.id, 'plan_billing')).statusCode).toBe(200);
            for (const [command, input] of [
              ['submit', {}],
              ['sign', { signed_on: world.today }],
            ] as const) {
              const response = await world.run(drafted.id, command, input);
              expect(response.statusCode, response.body).toBe(200);
            }
            return drafted.id as string;
          };
          const ids = [await sell(), await sell()];
          for (const one of steps) await take(ids, one);
          // What is left is billed together.
          await group(ids, last);
          for (const id of ids) await finish(id);
          const left = await api.database.query(sql`
          SELECT o.description, o.net::text, b.billed::text, b.conceded::text
          FROM order_lines o CROSS JOIN LATERAL (
            SELECT coalesce(sum(CASE i.doc_kind WHEN 'credit_note' THEN -l.net ELSE l.net END), 0) AS billed,
              coalesce(sum(l.net) FILTER (WHERE i.doc_kind = 'credit_note' AND NOT i.rebill), 0) AS conceded
            FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
            WHERE l.order_line_id = o.id AND i.status = 'issued') b
          WHERE o.contract_id = ANY(${ids}::uuid[]) AND o.status = 'active' AND b.billed <> o.net - b.conceded`);
          expect(left).toEqual([]);
          // The parts of the contracts are those of the invoices.
          const parts = await api.database.query(sql`
            SELECT i.concept FROM invoices i CROSS JOIN LATERAL (
              SELECT sum(p.total) AS total, sum(p.credited) AS credited, sum(p.balance) AS balance FROM contract_parts(i) p) p
            WHERE i.id IN (SELECT invoice_id FROM invoice_contracts WHERE contract_id = ANY(${ids}::uuid[]))
              AND i.status = 'issued' AND i.doc_kind <> 'credit_note'
              AND (p.total, p.credited, p.balance) IS DISTINCT FROM (i.total, i.credited, i.balance)`);
          expect(parts).toEqual([]);
          expect(await contradictions(api)).toEqual([]);
        },
      ),
      { numRuns: 5 },
    );
  },
);
