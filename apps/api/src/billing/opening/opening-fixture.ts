import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { fiscalInvariants } from '../../fiscal/invariants.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { billingInvariants } from '../invariants.ts';
import type { BillingFixture } from '../testing/billing-fixture.ts';

/** Openings of the company of a billing fixture. */
export const openingFixture = (api: TestApi, billing: BillingFixture) => {
  const today = companyToday();
  const draft = async (values: object = {}): Promise<AnyRecord> => {
    const made = await billing.call('POST', '/api/openings', {
      name: 'Apertura',
      company_id: billing.companyId,
      opened_on: today,
      ...values,
    });
    expect(made.statusCode, made.body).toBe(201);
    return made.json().data;
  };

  const upload = (id: string, part: string, ...lines: string[]) =>
    uploadFile(api, billing.headers, {
      bytes: Buffer.from(`${lines.join('\n')}\n`),
      name: `${part}.csv`,
      url: `/api/openings/${id}/files?part=${part}`,
    });

  const given = async (id: string, part: string, ...lines: string[]): Promise<void> => {
    const taken = await upload(id, part, ...lines);
    expect(taken.statusCode, taken.body).toBe(201);
  };

  const check = async (id: string) => {
    const answer = await billing.call('GET', `/api/openings/${id}/check`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };

  const run = async (id: string, command: string, input: object = {}) => {
    const { row_version } = await billing.read('openings', id);
    return billing.call('POST', `/api/openings/${id}/${command}`, input, row_version);
  };

  const ok = async (answer: ReturnType<typeof run>): Promise<AnyRecord> => {
    const { statusCode, body, json } = await answer;
    expect(statusCode, body).toBe(200);
    return json().data;
  };

  /** What the nightly proofs of billing and of fiscal documents find. */
  const violations = async () => {
    const found: unknown[] = [];
    for (const { name, offending } of [...billingInvariants, ...fiscalInvariants])
      found.push(...(await api.database.query(offending)).map((row) => ({ name, ...row })));
    return found;
  };

  const accounts = async () => {
    const client = await billing.read('clients', billing.clientId);
    const agency = await billing.read('agencies', billing.agencyId);
    return { client: String(client.client_code), agency: String(agency.agency_code) };
  };

  const invoicesOf = (id: string) =>
    api.database.query<AnyRecord>(sql`
      SELECT id, internal_no, fiscal_number, status, balance::text, fx_rate::text, bill_to FROM invoices
      WHERE opening_id = ${id}::uuid ORDER BY internal_no`);
  return { draft, upload, given, check, run, ok, violations, accounts, invoicesOf };
};
