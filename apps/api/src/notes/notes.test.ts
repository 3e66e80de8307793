import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { pdf, uploadFile } from '../testing/upload.ts';

type Headers = Record<string, string>;
type Person = TestUser & { headers: Headers };

let api: TestApi;
let admin: Person;
let ana: Person;
let luis: Person;
let client: { id: string };

const staff = async (role: string, full_name: string): Promise<Person> => {
  const user = await createUser(api, { role, full_name });
  return { ...user, headers: await signIn(api, user) };
};

let count = 0;
const createClient = async (owner: TestUser): Promise<{ id: string }> => {
  count += 1;
  const payload = { ...(await sampleBody(api.database, clients, count)), primary_sales_rep_id: owner.id };
  const reply = await api.inject({ method: 'POST', url: '/api/clients', headers: admin.headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
};

beforeAll(async () => {
  api = await startTestApi();
  admin = await staff('admin', 'Alba Núñez');
  ana = await staff('sales_rep', 'Ana Peñaló');
  luis = await staff('sales_rep', 'Luis Gómez');
  client = await createClient(ana);
});
afterAll(() => api.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  { headers }: { headers: Headers },
  { version, payload }: { version?: number; payload?: object } = {},
) =>
  api.inject({
    method,
    url,
    headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    ...(payload && { payload }),
  });
const comment = (who: Person, text: string, mentions?: string[], id = client.id) =>
  call('POST', `/api/clients/${id}/comments`, who, { payload: { text, ...(mentions && { mentions }) } });

describe('a comment', () => {
  test('is listed with its author and the mentioned users', async () => {
    const made = await comment(ana, '  Hablé con @alba nuñez: firma el lunes.  ', [admin.id, luis.id]);
    expect(made.statusCode, made.body).toBe(201);
    expect(made.headers.etag).toBe('"1"');
    const { data } = (await call('GET', `/api/clients/${client.id}/comments`, ana)).json();
    expect(data).toEqual([made.json().data]);
    expect(data[0]).toMatchObject({
      text: 'Hablé con @alba nuñez: firma el lunes.',
      author: { id: ana.id, label: 'Ana Peñaló' },
      // Luis was given as mentioned, but the text does not contain that name.
      mentions: [{ id: admin.id, label: 'Alba Núñez' }],
      edited_at: null,
      row_version: 1,
    });
  });

  test('can be changed only by its author, with the version they read', async () => {
    const { id } = (await comment(ana, 'Borrador')).json().data;
    const patch = (who: Person, version?: number) =>
      call('PATCH', `/api/comments/${id}`, who, { version, payload: { text: 'Final' } } as never);
    expect((await patch(ana)).statusCode).toBe(428);
    expect((await patch(ana, 7)).statusCode).toBe(412);
    const refused = await patch(admin, 1);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_author']);
    expect((await patch(luis, 1)).statusCode).toBe(404);
    const changed = await patch(ana, 1);
    expect(changed.json().data).toMatchObject({
      text: 'Final',
      row_version: 2,
      edited_at: expect.any(String),
    });
  });

  test('is archived and restored', async () => {
    const made = (await comment(ana, 'Para quitar')).json().data;
    const gone = await call('DELETE', `/api/comments/${made.id}`, ana, { version: 1 });
    expect(gone.statusCode, gone.body).toBe(200);
    const listed = async () =>
      (await call('GET', `/api/clients/${client.id}/comments`, ana))
        .json()
        .data.some(({ id }: { id: string }) => id === made.id);
    expect(await listed()).toBe(false);
    await call('POST', `/api/comments/${made.id}/restore`, ana, { version: gone.json().data.row_version });
    expect(await listed()).toBe(true);
  });

  test('cannot be changed after 24 hours', async () => {
    const { id } = (await comment(ana, 'De ayer')).json().data;
    await api.testDatabase.runAsSuperuser(
      sql`UPDATE comments SET created_at = now() - interval '24 hours 1 second' WHERE id = ${id}::uuid`,
    );
    const late = await call('PATCH', `/api/comments/${id}`, ana, { version: 1, payload: { text: 'x' } });
    expect([late.statusCode, late.json().code]).toEqual([409, 'comment_closed']);
    expect((await call('DELETE', `/api/comments/${id}`, ana, { version: 1 })).statusCode).toBe(409);
  });

  test.each([
    ['nothing', {}],
    ['blanks', { text: '   ' }],
    ['too much', { text: 'x'.repeat(4001) }],
    ['a stranger', { text: 'x', mentions: ['01890a5d-ac96-774b-bcce-b302099a8057'] }],
    ['more fields', { text: 'x', author: 'x' }],
  ])('with %s is refused by field', async (_what, payload) => {
    const reply = await call('POST', `/api/clients/${client.id}/comments`, ana, { payload });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json().errors)).toHaveLength(1);
  });

  test('requires a visible record, and a permission', async () => {
    expect((await comment(luis, 'x')).statusCode).toBe(404);
    expect((await call('GET', `/api/clients/${client.id}/comments`, luis)).statusCode).toBe(404);
    const auditor = await staff('auditor', 'Aura Díaz');
    expect((await comment(auditor, 'x')).statusCode).toBe(403);
    expect((await call('GET', `/api/clients/${client.id}/comments`, auditor)).statusCode).toBe(200);
    const unknown = await comment(admin, 'x', undefined, '01890a5d-ac96-774b-bcce-b302099a8057');
    expect(unknown.statusCode).toBe(404);
  });

  test('lists of long conversations are paged', async () => {
    const other = await createClient(ana);
    for (let number = 1; number <= 7; number += 1) await comment(ana, `Nota ${number}`, undefined, other.id);
    const url = `/api/clients/${other.id}/comments?limit=3`;
    const last = (await call('GET', url, ana)).json();
    const texts = (page: { data: { text: string }[] }) => page.data.map(({ text }) => text);
    expect([texts(last), last.total]).toEqual([['Nota 5', 'Nota 6', 'Nota 7'], 7]);
    const middle = (await call('GET', `${url}&before=${last.previous}`, ana)).json();
    expect(texts(middle)).toEqual(['Nota 2', 'Nota 3', 'Nota 4']);
    const first = (await call('GET', `${url}&before=${middle.previous}`, ana)).json();
    expect([texts(first), first.previous]).toEqual([['Nota 1'], null]);
  });

  test('is in the audit log', async () => {
    const { id } = (await comment(ana, 'Auditado')).json().data;
    const rows = await api.database.query<{ action: string; actor_id: string }>(sql`
      SELECT action, actor_id FROM audit_log WHERE entity = 'comments' AND entity_id = ${id}`);
    expect(rows).toEqual([{ action: 'create', actor_id: ana.id }]);
  });
});

describe('an attachment', () => {
  const attach = async (who: Person, values: object = {}, id = client.id) => {
    const file = (await uploadFile(api, who.headers)).json().data;
    const reply = await call('POST', `/api/clients/${id}/attachments`, who, {
      payload: { file_id: file.id, ...values },
    });
    return { file, reply, attachment: reply.json().data };
  };
  const download = (id: string, who: Person) => call('GET', `/api/files/${id}`, who);

  test('is listed with its file, and counted', async () => {
    const other = await createClient(ana);
    const { reply, file, attachment } = await attach(ana, { title: 'Firmado', kind: 'contract' }, other.id);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(attachment).toMatchObject({ title: 'Firmado', kind: 'contract', file, author: { id: ana.id } });
    expect((await attach(ana, {}, other.id)).attachment.title).toBe('Contrato.pdf');
    await comment(ana, 'Va el contrato', undefined, other.id);
    const { data } = (await call('GET', `/api/clients/${other.id}/attachments`, ana)).json();
    expect(data).toHaveLength(2);
    const counts = await call('GET', `/api/clients/${other.id}/notes`, ana);
    expect(counts.json()).toEqual({ data: { comments: 1, attachments: 2 } });
    expect((await call('GET', `/api/clients/${other.id}/notes`, luis)).statusCode).toBe(404);
  });

  test('can be read by users who see the record, and by nobody else, not even its uploader', async () => {
    const other = await createClient(ana);
    const { file } = await attach(ana, {}, other.id);
    expect((await download(file.id, ana)).rawPayload.equals(pdf)).toBe(true);
    expect((await download(file.id, admin)).statusCode).toBe(200);
    expect((await download(file.id, luis)).statusCode).toBe(404);
    const { row_version } = (await call('GET', `/api/clients/${other.id}`, admin)).json().data;
    await call('PATCH', `/api/clients/${other.id}`, admin, {
      version: row_version,
      payload: { primary_sales_rep_id: luis.id },
    });
    expect((await download(file.id, ana)).statusCode).toBe(404);
    expect((await download(file.id, luis)).statusCode).toBe(200);
    const bytes = await api.database.one<{ path: string }>(
      sql`SELECT path FROM files WHERE id = ${file.id}::uuid`,
    );
    // The public folder of pictures does not serve it either.
    expect((await call('GET', `/storage/${bytes?.path}`, admin)).statusCode).toBe(404);
  });

  test('can be removed by its owner or with the permission, and restored', async () => {
    const { file, attachment } = await attach(ana);
    const url = `/api/attachments/${attachment.id}`;
    const colleague = await staff('sales_assistant', 'Celia Ruiz');
    expect((await call('DELETE', url, colleague, { version: 1 })).statusCode).toBe(403);
    expect((await call('DELETE', url, luis, { version: 1 })).statusCode).toBe(404);
    expect((await call('DELETE', url, admin, { version: 1 })).statusCode).toBe(200);
    expect((await download(file.id, ana)).statusCode).toBe(404);
    expect((await call('POST', `${url}/restore`, ana, { version: 2 })).statusCode).toBe(200);
    expect((await download(file.id, ana)).statusCode).toBe(200);
    const renamed = await call('PATCH', url, ana, {
      version: 3,
      payload: { title: 'Otro', kind: 'invoice' },
    });
    expect(renamed.json().data).toMatchObject({ title: 'Otro', kind: 'invoice', row_version: 4 });
  });

  test('accepts a file that the user uploaded, once', async () => {
    const { file } = await attach(ana);
    const again = await call('POST', `/api/clients/${client.id}/attachments`, ana, {
      payload: { file_id: file.id },
    });
    expect(again.statusCode).toBe(409);
    const hers = (await uploadFile(api, admin.headers)).json().data;
    const stolen = await call('POST', `/api/clients/${client.id}/attachments`, ana, {
      payload: { file_id: hers.id },
    });
    expect(stolen.json().errors).toEqual({ file_id: ['Suba el archivo de nuevo.'] });
  });

  test.each([
    ['web page', '<!doctype html><script>alert(1)</script>'],
    ['picture with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['program', `MZ${'\0'.repeat(200)}`],
    ['archive', 'PK\x03\x04'],
  ])('cannot be %s, whatever its name', async (_what, content) => {
    const reply = await uploadFile(api, ana.headers, {
      bytes: Buffer.from(content, 'latin1'),
      name: 'contrato.pdf',
    });
    expect(reply.statusCode).toBe(422);
  });

  test('is served as inert content', async () => {
    const { file } = await attach(ana);
    const { headers } = await download(file.id, ana);
    expect(headers).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  test('of a record that does not exist is refused by the database too', async () => {
    const file = (await uploadFile(api, ana.headers)).json().data;
    await expect(
      api.database.query(sql`
        INSERT INTO attachments (resource, record_id, file_id, title, created_by)
        VALUES ('clients', new_id(), ${file.id}::uuid, 'x', ${ana.id}::uuid)`),
    ).rejects.toThrow(/no clients/);
  });

  test('requires the permission', async () => {
    const auditor = await signInAs(api, 'auditor');
    const reply = await call(
      'POST',
      `/api/clients/${client.id}/attachments`,
      { headers: auditor },
      {
        payload: { file_id: client.id },
      },
    );
    expect(reply.statusCode).toBe(403);
  });
});
