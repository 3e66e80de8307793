import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { conversionFields } from '@pauta/domain/crm/merging/conversion.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startRecordFixture } from '../record-fixtures.ts';

const { api, admin, body, made, get, act, undo, direct, plain } = await startRecordFixture();
afterAll(() => api.close());

const asked = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(await body(agencies)).filter(([name]) => name in conversionFields));
const convert = (client: AnyRecord, payload: object, headers = admin) =>
  act(clients, client, 'convert', payload, headers);

describe('a client that is an agency', () => {
  test('moves its contacts, activities and documents, can be undone, and converted to the same agency again', async () => {
    const client = await made(clients, { notes: 'Planifica para otros' });
    const person = await made(contacts, { client_id: client.id, is_main_contact: true });
    await direct(sql`
      INSERT INTO activities (subject, client_id, contact_id, assigned_to_id, starts_at, status, contact_result_id, closed_at)
      SELECT 'Llamada', ${client.id}, ${person.id}, ${(client.primary_sales_rep_id as { id: string }).id}, now(), 'done', id, now() - interval '9 days'
      FROM contact_results WHERE closes LIMIT 1`);
    const comment = await api.inject({
      method: 'POST',
      url: `/api/clients/${client.id}/comments`,
      payload: { text: 'Pide comisión' },
      headers: admin,
    });
    expect(comment.statusCode, comment.body).toBe(201);
    const preview = await get(`clients/${client.id}/conversion`);
    expect(preview).toMatchObject({ agency: null, blocks: [] });
    expect(preview.moves).toEqual(
      expect.arrayContaining([
        { label: 'Contactos', count: 1 },
        { label: 'Actividades', count: 1 },
      ]),
    );
    const before = await get(`clients/${client.id}`);
    const affiliations = await get(`contacts/${person.id}/affiliations`);

    const input = await asked();
    const converted = await convert(before, input);
    expect(converted.statusCode, converted.body).toBe(200);
    const agency = converted.json().data;
    expect(agency).toMatchObject({
      agency_code: input.agency_code,
      legal_name: client.legal_name,
      tax_id: client.tax_id,
      primary_sales_rep_id: client.primary_sales_rep_id,
      credit_status: client.credit_status,
      notes: 'Planifica para otros',
    });
    expect(await get(`clients/${client.id}`)).toMatchObject({
      archived_at: expect.any(String),
      became_agency_id: { id: agency.id },
      last_activity_at: null,
    });
    expect(await get(`contacts/${person.id}`)).toMatchObject({
      client_id: null,
      agency_id: { id: agency.id },
      company_since: person.company_since,
      is_main_contact: true,
    });
    expect(await get(`contacts/${person.id}/affiliations`)).toEqual([
      expect.objectContaining({
        client: null,
        agency: expect.objectContaining({ id: agency.id }),
        is_primary: true,
      }),
    ]);
    expect(await get(`agencies/${agency.id}/comments`)).toHaveLength(1);
    const done = await get(`activities?f.agency_id=${agency.id}`);
    expect(done).toHaveLength(1);
    const restored = await api.inject({
      method: 'POST',
      url: `/api/clients/${client.id}/restore`,
      headers: { ...admin, 'if-match': `"${before.row_version + 1}"` },
    });
    expect(restored.json().message).toContain('se convirtió en agencia');

    expect((await undo(converted)).blocked).toEqual([]);
    expect(plain(await get(`clients/${client.id}`))).toEqual(plain(before));
    expect(await get(`contacts/${person.id}/affiliations`)).toEqual(affiliations);
    expect(await get(`clients/${client.id}/comments`)).toHaveLength(1);
    expect(await get(`agencies/${agency.id}`)).toMatchObject({ archived_at: expect.any(String) });

    expect((await get(`clients/${client.id}/conversion`)).agency).toMatchObject({
      id: agency.id,
      archived: true,
    });
    const again = await convert(await get(`clients/${client.id}`), {});
    expect(again.statusCode, again.body).toBe(200);
    expect(again.json().data).toMatchObject({ id: agency.id, archived_at: null });
    expect((await undo(again)).blocked).toEqual([]);
    expect(await get(`agencies/${agency.id}`)).toMatchObject({ archived_at: expect.any(String) });
  });

  test('created by a conversion is kept if it has got other data since', async () => {
    const client = await made(clients);
    const converted = await convert(client, await asked());
    await made(contacts, { client_id: null, agency_id: converted.json().data.id });
    expect(await undo(converted)).toMatchObject({
      undone: 0,
      blocked: [{ reason: expect.stringContaining('contacto') }],
    });
    expect((await get(`clients/${client.id}`)).archived_at).toBeTruthy();
  });

  test('is not converted if it has purchases, without the permission, or if data of the agency is missing', async () => {
    const client = await made(clients);
    await direct(sql`INSERT INTO brands (code, name, client_id) VALUES ('CONV-1', 'Marca', ${client.id})`);
    const advertiser = await convert(client, await asked());
    expect(advertiser.json()).toMatchObject({ status: 409, code: 'is_advertiser' });
    expect(advertiser.json().message).toContain('marcas');
    const billed = await made(clients);
    await direct(sql`UPDATE clients SET fiscal_locked_at = now() WHERE id = ${billed.id}`);
    const refused = await convert({ ...billed, row_version: 2 }, await asked());
    expect(refused.json().message).toContain('documentos fiscales');
    const other = await made(clients);
    expect(Object.keys((await convert(other, {})).json().errors)).toEqual(
      expect.arrayContaining(['agency_code', 'agency_type_id', 'agency_category_id', 'commission_type_id']),
    );
    expect((await convert({ ...other, row_version: 9 }, await asked())).statusCode).toBe(412);
    const headers = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect((await convert(other, await asked(), headers)).json()).toMatchObject({
      permission: 'clients.convert',
    });
  });
});
