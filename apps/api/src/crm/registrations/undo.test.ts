import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type Staff, startRegistrationFixture } from './fixtures.ts';

const desk = await startRegistrationFixture();
const { api, assistant, manager, signing } = desk;
const { post, read, act, done, inReview, approval, current } = desk;
const admin = await desk.staff('admin', 'Administradora');
afterAll(() => api.close());

type Answer = Awaited<ReturnType<typeof act>>;

const approve = async (record: AnyRecord, values: object = {}): Promise<Answer> => {
  const answer = await act(record, 'approve', approval({ ...signing, ...values }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const clientOf = (answer: Answer): string => answer.json().data.resulting_client_id.id;
const undo = async (answer: Answer, by: Staff = manager) =>
  (await post(`/api/undo/${answer.headers['x-request-id']}`, {}, by)).json().data;
const mailsTo = async (address: unknown): Promise<{ subject: string; status: string }[]> =>
  (await read('/api/mails', admin)).data.filter(({ to }: { to: string }) => to === address);
const change = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));

describe('an approval that is undone', () => {
  test('returns the registration to review, archives its client, and can be approved again', async () => {
    const record = await inReview({ contact_email: 'deshecha@cliente.test' });
    const input = approval(signing);
    const approved = await act(record, 'approve', input);
    const id = clientOf(approved);
    const [entry] = (await read(`/api/client-registrations/${record.id}/history`)).data.slice(-1);
    expect(entry).toMatchObject({
      title: 'Registro aprobado',
      undo: approved.headers['x-request-id'],
      act: 'whole',
    });
    // The created client shows the same action in its history.
    expect((await read(`/api/clients/${id}/history`)).data[0]).toMatchObject({
      undo: entry.undo,
      act: 'whole',
    });

    const forecast = (await read(`/api/undo/${entry.undo}`)).data;
    expect(forecast).toMatchObject({ blocked: [], repeatable: false });
    expect(await undo(approved)).toMatchObject({ undone: forecast.undone, blocked: [], repeatable: false });
    const after = await current(record);
    expect(after).toEqual({
      ...record,
      row_version: (record.row_version as number) + 2,
      updated_at: expect.any(String),
    });
    const client = (await read(`/api/clients/${id}`)).data;
    expect(client).toMatchObject({
      archived_at: expect.any(String),
      withdrawn_folio: record.folio,
    });
    for (const part of ['contacts', 'signatories']) {
      expect((await read(`/api/${part}?f.client_id=${id}`)).data, part).toEqual([]);
    }
    const [undone] = (await read(`/api/client-registrations/${record.id}/history`)).data.slice(-1);
    expect(undone).toMatchObject({ title: 'Cambio deshecho', undo: null });
    const checks = await read(`/api/client-registrations/${record.id}/checks`);
    expect(JSON.stringify(checks)).not.toContain(id);

    const restored = await post(`/api/clients/${id}/restore`, {}, admin, {
      'if-match': `"${client.row_version}"`,
    });
    expect(restored.json().message).toContain('apruebe otra vez su registro');

    // The same code and tax id, for another client.
    const again = await act(after, 'approve', input);
    expect(again.statusCode, again.body).toBe(200);
    expect(clientOf(again)).not.toBe(id);
    expect((await undo(again)).blocked).toEqual([]);
    const twice = await post(`/api/undo/${again.headers['x-request-id']}`, {}, manager);
    expect(twice.json()).toMatchObject({ status: 409, code: 'already_undone' });
  });

  test('cancels its unsent mail, or sends a correction', async () => {
    const soon = await inReview({ contact_email: 'pronto@cliente.test' });
    await undo(await approve(soon));
    expect((await mailsTo('pronto@cliente.test')).map(({ subject }) => subject)).toEqual([
      `Aprobamos su registro ${soon.folio}`,
    ]);

    const late = await inReview({ contact_email: 'tarde@cliente.test' });
    const approved = await approve(late);
    await change(
      sql`UPDATE mails SET sent_at = now(), sealed_body = NULL WHERE to_address = 'tarde@cliente.test'`,
    );
    await undo(approved);
    expect((await mailsTo('tarde@cliente.test')).map(({ subject }) => subject)).toEqual([
      `Revisamos otra vez su registro ${late.folio}`,
      `Aprobamos su registro ${late.folio}`,
    ]);
  });

  test('is refused while later data depends on it, naming that data', async () => {
    const seller = sql`(SELECT primary_sales_rep_id FROM clients WHERE id = `;
    const later: [string, (id: string) => ReturnType<typeof sql>][] = [
      [
        '1 actividad',
        (id) => sql`
        INSERT INTO activities (kind, subject, client_id, assigned_to_id, due_at)
        VALUES ('task', 'Llamar', ${id}, ${seller}${id}), now())`,
      ],
      ['Razón social', (id) => sql`UPDATE clients SET legal_name = 'Otra razón social' WHERE id = ${id}`],
      [
        'comentarios',
        (id) => sql`
        INSERT INTO comments (resource, record_id, text, created_by)
        VALUES ('clients', ${id}, 'Ya hablé con ellos.', ${seller}${id}))`,
      ],
      ['Cargo', (id) => sql`UPDATE contacts SET job_title = 'Gerente' WHERE client_id = ${id}`],
    ];
    for (const [what, statement] of later) {
      const record = await inReview();
      const approved = await approve(record);
      await change(statement(clientOf(approved)));
      const answer = await undo(approved);
      expect(answer, what).toMatchObject({ undone: 0, blocked_total: 1 });
      expect(answer.blocked[0].reason.toLocaleLowerCase('es')).toContain(what.toLocaleLowerCase('es'));
      expect((await current(record)).status).toBe('approved');
      expect((await read(`/api/clients/${clientOf(approved)}`)).data.archived_at).toBeNull();
    }
  });

  test('requires the permission to approve, and works once', async () => {
    const approved = await approve(await inReview());
    const refused = await undo(approved, assistant);
    expect(refused).toMatchObject({ undone: 0, blocked_total: 1 });
    const url = `/api/undo/${approved.headers['x-request-id']}`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(url, {}, manager)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

test('a duplicate marked by mistake gives back the contact that it brought', async () => {
  const client = clientOf(await approve(await inReview()));
  const record = await inReview();
  const marked = await act(record, 'mark_duplicate', { client_id: client });
  expect(marked.statusCode, marked.body).toBe(200);
  const contacts = async () => (await read(`/api/contacts?f.client_id=${client}`)).data.length;
  expect(await contacts()).toBe(2);
  expect((await undo(marked)).blocked).toEqual([]);
  expect(await contacts()).toBe(1);
  expect(await current(record)).toMatchObject({ status: 'in_review', resulting_client_id: null });
  expect((await read(`/api/clients/${client}`)).data).toMatchObject({
    archived_at: null,
    withdrawn_folio: null,
  });
});

test('a client in the archive with the same tax id is named as such', async () => {
  const company = { tax_id_type: 'RNC', tax_id: '401007479' };
  const first = clientOf(await approve(await inReview(company)));
  await change(sql`UPDATE clients SET archived_at = now() WHERE id = ${first}`);
  const refused = await act(await inReview(company), 'approve', approval());
  expect(refused.json()).toMatchObject({ status: 409, code: 'duplicate' });
  expect(refused.json().message).toContain('Restáurelo');
  await done(await inReview(), 'approve', approval());
});
