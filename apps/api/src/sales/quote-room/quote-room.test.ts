import { createHash } from 'node:crypto';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { canonicalJson } from '../../document/canonical-json.ts';
import { systemChange } from '../../platform/database/database.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { codeTo, mailsTo } from '../../testing/sent-mails.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { quoteWorld } from '../quotes/fixtures.ts';

type Headers = Record<string, string>;

let api: TestApi;
/** The owner of the tables, for times that no route sets. */
let owner: pg.Client;
let admin: Headers;
let world: Awaited<ReturnType<typeof quoteWorld>>;
let client: AnyRecord;
const today = companyToday();
const until = addDays(today, 10);

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  admin = await signInAs(api, 'admin');
  world = await quoteWorld(api, admin);
  client = await world.makeClient({ legal_name: 'Clínica <b>Norte</b> & Asociados' });
});

afterAll(async () => {
  await owner?.end();
  await api?.close();
});

let count = 0;
/** A mail address of its own, so that a test finds its mails. */
const address = (): string => {
  count += 1;
  return `compras${count}@cliente.test`;
};

const sent = async (lines?: readonly object[], values: object = {}): Promise<AnyRecord> =>
  world.done('send', await world.makeQuote(client, lines, { valid_until: until, ...values }));

const share = async (quote: AnyRecord, values: object = {}): Promise<string> => {
  const answer = await world.call('POST', `quotes/${quote.id}/share`, {
    recipient: 'Ana Núñez',
    email: address(),
    expires_on: until,
    sends_mail: false,
    ...values,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.path;
};

/** A quote that was sent and shared, with the address of its link. */
const shared = async (values: object = {}) => {
  const email = address();
  const quote = await sent();
  return { quote, email, path: await share(quote, { email, ...values }) };
};

let visitor = 1;
/** Each visitor has an address of its own: the limits are by address. */
const from = () => {
  visitor += 1;
  return { remoteAddress: `10.0.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}` };
};
const get = (url: string) => api.inject({ url, ...from() });
const send = (url: string, fields: Readonly<Record<string, string>>) =>
  api.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Navegador de prueba' },
    payload: new URLSearchParams(fields).toString(),
    ...from(),
  });

const codeFor = async (path: string, email: string): Promise<string> => {
  const asked = await send(`${path}/codigo`, {});
  expect([asked.statusCode, asked.headers.location], asked.body).toEqual([
    303,
    `${path}?hecho=codigo#respuesta`,
  ]);
  return codeTo(api, email);
};

const hashIn = async (path: string): Promise<string> =>
  /SHA-256\): ([0-9a-f]{64})/.exec((await get(path)).body)?.[1] ?? '';

const acceptance = (code: string, hash: string, values: object = {}) => ({
  accepted_by: 'Ana Núñez',
  position: 'Gerente de mercadeo',
  code,
  hash,
  ...values,
});

const stateOf = async (quote: AnyRecord): Promise<unknown> => (await world.read(quote)).status;

const roomOf = async (quote: AnyRecord) => (await world.call('GET', `quotes/${quote.id}/room`)).json().data;

describe('the page', () => {
  test('shows the quote to whoever has the link, as text, and nothing internal', async () => {
    const quote = await sent([world.line({ description: 'Cuña "premium" <script>alert(1)</script>' })], {
      notes: 'Nota muy interna',
      budget_amount: '987654.32',
      name: 'Campaña de otoño',
    });
    const path = await share(quote);
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Campaña de otoño');
    expect(page.body).toContain('Clínica &#60;b&#62;Norte&#60;/b&#62; &#38; Asociados');
    expect(page.body).not.toMatch(/<script|<b>Norte/);
    expect(page.body).toContain('RD$20,000.00');
    for (const secret of ['Nota muy interna', '987,654', '987654', 'RD$700', 'Precio mínimo'])
      expect(page.body, secret).not.toContain(secret);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/);

    const pdf = await get(`${path}/presupuesto.pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await readPdf(pdf.rawPayload);
    expect(text).toContain('Campaña de otoño');
    expect(text).not.toMatch(/interna|987,654|BORRADOR/);
    expect((await get(`${path}/presupuesto.pdf`)).rawPayload.equals(pdf.rawPayload)).toBe(true);
  });

  test('keeps saying what was sent, whatever is renamed since', async () => {
    const { quote, path } = await shared();
    const before = await hashIn(path);
    const renamed = await world.makeClient({ legal_name: 'Nombre De Antes' });
    const other = await world.done('send', await world.makeQuote(renamed, undefined, { valid_until: until }));
    const otherPath = await share(other);
    await world.change('clients', renamed, { legal_name: 'Nombre De Ahora' });
    expect((await get(otherPath)).body).toContain('Nombre De Antes');
    expect((await get(otherPath)).body).not.toContain('Nombre De Ahora');
    const row = await api.database.one<{ content: string; hash: string }>(
      sql`SELECT content, hash FROM quote_versions WHERE quote_id = ${quote.id}::uuid`,
    );
    expect(row?.hash).toBe(before);
    expect(createHash('sha256').update(String(row?.content)).digest('hex')).toBe(before);
    expect(canonicalJson(JSON.parse(String(row?.content)))).toBe(row?.content);
  });

  test('is mailed with the document', async () => {
    const { email, quote } = await shared({ sends_mail: true, message: 'Le escribo como quedamos.' });
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toContain(String(quote.number));
    expect(mail?.text).toMatch(/Le escribo como quedamos\.[\s\S]*\/presupuesto\/[A-Za-z0-9_-]{43}/);
    expect(mail?.attachments).toMatchObject(
      [{ type: 'application/pdf', name: /v1\.pdf$/ }].map((one) => ({
        ...one,
        name: expect.stringMatching(one.name),
      })),
    );
    const bytes = Buffer.from(mail?.attachments?.[0]?.content ?? '', 'base64');
    expect((await readPdf(bytes)).text).toContain(String(quote.number));
  });

  test('answers unknown, guessed, cut, expired and withdrawn links alike, to reading and to writing', async () => {
    const unknown = `/presupuesto/${'x'.repeat(43)}`;
    const withdrawn = await shared();
    expect((await world.run('close_links', withdrawn.quote)).statusCode).toBe(200);
    const expired = await shared();
    await owner.query(`UPDATE quote_links SET expires_on = $2 WHERE quote_id = $1`, [
      expired.quote.id,
      addDays(today, -1),
    ]);
    const live = await shared();
    const last = live.path.at(-1) === 'A' ? 'B' : 'A';
    const paths = [
      unknown,
      withdrawn.path,
      expired.path,
      live.path.slice(0, -1),
      `${live.path.slice(0, -1)}${last}`,
      live.path.replace(/[^/]+$/, (token) => token.toUpperCase()),
      `/presupuesto/${'a'.repeat(90)}`,
      `/presupuesto/${'%00'.repeat(10)}`,
    ];
    for (const path of paths) {
      for (const url of [path, `${path}/presupuesto.pdf`]) expect((await get(url)).statusCode, url).toBe(404);
      for (const form of ['comentario', 'codigo', 'aceptar', 'rechazar', 'borrar'])
        expect(
          (
            await send(
              `${path}/${form}`,
              acceptance('000000', 'f'.repeat(64), { body: 'Hola', reason: 'No, gracias' }),
            )
          ).statusCode,
          `${path}/${form}`,
        ).toBe(404);
    }
    expect(await stateOf(expired.quote)).toBe('sent');
    expect(await stateOf(withdrawn.quote)).toBe('sent');
    expect((await send(`${live.path}/borrar`, {})).statusCode).toBe(404);
  });
});

describe('messages', () => {
  test('of client and seller meet at the line they are about, and the seller gets a mail', async () => {
    const { quote, path } = await shared();
    const line = (quote.lines as AnyRecord[])[0]?.id ?? '';
    const asked = await send(`${path}/comentario`, {
      body: '¿Puede ser los lunes?',
      line_id: line,
      asks_changes: 'si',
    });
    expect(asked.headers.location).toBe(`${path}?hecho=cambio`);
    const answered = await world.call('POST', `quotes/${quote.id}/reply`, {
      body: 'Sí, con gusto.',
      line_id: line,
    });
    expect(answered.statusCode, answered.body).toBe(200);
    const page = (await get(path)).body;
    const card = new RegExp(`<li class="line" id="${line}">.*?</details></li>`, 's').exec(page)?.[0];
    expect(card).toContain('¿Puede ser los lunes?');
    expect(card).toContain('pide cambios');
    expect(card).toContain('Sí, con gusto.');
    const { messages } = await roomOf(quote);
    expect(messages).toMatchObject([
      { line_id: line, by_client: true, asks_changes: true, author: 'Ana Núñez' },
      { line_id: line, by_client: false, asks_changes: false },
    ]);
    const seller = await api.database.one<{ email: string }>(
      sql`SELECT u.email FROM quotes q JOIN users u ON u.id = q.owner_id WHERE q.id = ${quote.id}::uuid`,
    );
    expect((await mailsTo(api, seller?.email ?? ''))[0]?.text).toContain('¿Puede ser los lunes?');
  });

  test('keep what was typed when they are refused', async () => {
    const { path } = await shared();
    const long = await send(`${path}/comentario`, { body: 'ñ'.repeat(2001) });
    expect(long.statusCode).toBe(422);
    expect(long.body).toContain('ñ'.repeat(2001));
    expect((await send(`${path}/comentario`, { body: '   ' })).statusCode).toBe(422);
    expect((await send(`${path}/comentario`, {})).statusCode).toBe(422);
    const wrong = await send(`${path}/rechazar`, { reason: 'no' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toMatch(/aria-invalid="true"[^>]*>no</);
  });

  test('about the line of another quote are about none', async () => {
    const [one, other] = [await shared(), await shared()];
    const foreign = (other.quote.lines as AnyRecord[])[0]?.id ?? '';
    for (const line_id of [foreign, 'nada', `${foreign}'`])
      expect((await send(`${one.path}/comentario`, { body: 'Hola', line_id })).statusCode).toBeLessThan(500);
    expect((await roomOf(one.quote)).messages.map(({ line_id }: AnyRecord) => line_id)).not.toContain(
      foreign,
    );
    expect((await roomOf(other.quote)).messages).toEqual([]);
  });
});

describe('an acceptance', () => {
  test('needs the mailed code and proves who accepted which version', async () => {
    const { quote, email, path } = await shared();
    const hash = await hashIn(path);
    expect((await send(`${path}/aceptar`, acceptance('123456', hash))).statusCode).toBe(422);
    const code = await codeFor(path, email);
    expect(code).toMatch(/^\d{6}$/);
    const accepted = await send(`${path}/aceptar`, acceptance(` ${code.slice(0, 3)} ${code.slice(3)}`, hash));
    expect([accepted.statusCode, accepted.headers.location], accepted.body).toEqual([303, path]);
    expect(await world.read(quote)).toMatchObject({
      status: 'accepted',
      accepted_by: 'Ana Núñez',
      accepted_on: today,
    });
    const { acceptance: proof, links } = await roomOf(quote);
    expect(proof).toMatchObject({
      hash,
      accepted_by: 'Ana Núñez',
      position: 'Gerente de mercadeo',
      email,
      user_agent: 'Navegador de prueba',
      recorded_by: null,
    });
    const pdf = await get(`${path}/presupuesto.pdf`);
    expect(proof.document_hash).toBe(createHash('sha256').update(pdf.rawPayload).digest('hex'));
    expect(links).toMatchObject([{ recipient: 'Ana Núñez', is_open: true }]);
    expect((await get(path)).body).toContain('Aceptado por Ana Núñez');
    expect((await send(`${path}/aceptar`, acceptance(code, hash))).statusCode).toBe(409);
    expect((await world.run('convert', await world.read(quote))).statusCode).toBeLessThan(500);
  });

  test('fails after five wrong codes, also with the right one', async () => {
    const { quote, email, path } = await shared();
    const hash = await hashIn(path);
    const code = await codeFor(path, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await send(`${path}/aceptar`, acceptance(wrong, hash));
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain('El código no es ese');
    }
    const late = await send(`${path}/aceptar`, acceptance(code, hash));
    expect([late.statusCode, await stateOf(quote)]).toEqual([422, 'sent']);
    for (let sentCodes = 1; sentCodes < 5; sentCodes += 1)
      expect((await send(`${path}/codigo`, {})).statusCode).toBe(303);
    const tooMany = await send(`${path}/codigo`, {});
    expect(tooMany.statusCode).toBe(422);
    expect(tooMany.body).toContain('Ya se enviaron 5 códigos');
  });

  test('of wrong codes at once counts every one', async () => {
    const { email, path } = await shared();
    const hash = await hashIn(path);
    const code = await codeFor(path, email);
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 8 }, () => send(`${path}/aceptar`, acceptance(wrong, hash))));
    expect((await send(`${path}/aceptar`, acceptance(code, hash))).statusCode).toBe(422);
  });

  test('with an old code, another version or a foreign token is refused', async () => {
    const { quote, email, path } = await shared();
    const other = await shared();
    const hash = await hashIn(path);
    const code = await codeFor(path, email);
    const otherHash = await hashIn(other.path);
    expect((await send(`${path}/aceptar`, acceptance(code, otherHash))).statusCode).toBe(409);
    // The code of one link does not open another one.
    await codeFor(other.path, other.email);
    expect((await send(`${other.path}/aceptar`, acceptance(code, otherHash))).statusCode).toBe(422);
    await owner.query(`UPDATE quote_links SET code_until = now() - interval '1 second' WHERE quote_id = $1`, [
      quote.id,
    ]);
    expect((await send(`${path}/aceptar`, acceptance(code, hash))).statusCode).toBe(422);
    expect(await stateOf(quote)).toBe('sent');
    expect(await stateOf(other.quote)).toBe('sent');
  });

  test('of a replaced, answered or expired version is refused (I4)', async () => {
    const old = await shared();
    const code = await codeFor(old.path, old.email);
    const hash = await hashIn(old.path);
    const replaced = await world.run('new_version', await world.read(old.quote));
    expect([200, 201], replaced.body).toContain(replaced.statusCode);
    const answer = await send(`${old.path}/aceptar`, acceptance(code, hash));
    expect(answer.statusCode).toBe(409);
    expect((await get(old.path)).body).toContain('Hay una versión más nueva');
    expect(await stateOf(old.quote)).toBe('superseded');

    const late = await shared();
    const token = newLinkToken();
    // The clock cannot be turned back, so an older quote is made, with a link.
    const id = newLineId();
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`
        INSERT INTO quotes (id, number, name, client_id, owner_id, company_id, currency_code, price_list_id, flight,
          billing_plan, valid_until)
        SELECT ${id}::uuid, number || '-V', name, client_id, owner_id, company_id, currency_code, price_list_id, flight,
          billing_plan, business_date() - 1 FROM quotes WHERE id = ${late.quote.id}::uuid`);
      await tx.query(sql`UPDATE quotes SET status = 'sent', sent_at = now() WHERE id = ${id}::uuid`);
      await tx.query(sql`
        INSERT INTO quote_versions (quote_id, content, hash)
        SELECT ${id}::uuid, content, hash FROM quote_versions WHERE quote_id = ${late.quote.id}::uuid`);
    });
    await owner.query(
      `INSERT INTO quote_links (quote_id, recipient, email, expires_on, token_hash) VALUES ($1, 'Ana', 'a@cliente.test', $2, $3)`,
      [id, until, tokenHash(token)],
    );
    const path = `/presupuesto/${token}`;
    expect((await get(path)).body).toContain('Este presupuesto venció');
    expect((await send(`${path}/aceptar`, acceptance('000000', await hashIn(path)))).statusCode).toBe(409);
    expect((await send(`${path}/codigo`, {})).statusCode).toBe(409);
    expect((await send(`${path}/rechazar`, { reason: 'Ya es tarde' })).statusCode).toBe(409);
    expect(await stateOf({ id } as AnyRecord)).toBe('sent');
  });

  test('twice at once happens once, and beside a rejection one of the two wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { quote, email, path } = await shared();
      const hash = await hashIn(path);
      const code = await codeFor(path, email);
      const answers = await Promise.all([
        send(`${path}/aceptar`, acceptance(code, hash)),
        send(`${path}/aceptar`, acceptance(code, hash, { accepted_by: 'Otra Persona' })),
        ...(round % 2 === 0 ? [] : [send(`${path}/rechazar`, { reason: 'Mejor no' })]),
      ]);
      expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
      expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
      const proofs = await api.database.query(
        sql`SELECT 1 FROM quote_acceptances WHERE quote_id = ${quote.id}::uuid`,
      );
      expect([await stateOf(quote), proofs.length]).toEqual(
        expect.arrayContaining((await stateOf(quote)) === 'accepted' ? ['accepted', 1] : ['rejected', 0]),
      );
    }
  });

  test('beside withdrawing the link or a new version ends in one state', async () => {
    for (const name of ['close_links', 'new_version']) {
      const { quote, email, path } = await shared();
      const hash = await hashIn(path);
      const code = await codeFor(path, email);
      const [accepted, other] = await Promise.all([
        send(`${path}/aceptar`, acceptance(code, hash)),
        world.call('POST', `quotes/${quote.id}/${name}`, {}),
      ]);
      expect(accepted.statusCode).toBeLessThan(500);
      expect(other.statusCode, other.body).toBeLessThan(500);
      const state = await stateOf(quote);
      expect(state === 'accepted' || state === 'superseded' || state === 'sent').toBe(true);
      expect(accepted.statusCode === 303).toBe(
        (await api.database.query(sql`SELECT 1 FROM quote_acceptances WHERE quote_id = ${quote.id}::uuid`))
          .length === 1,
      );
    }
  });

  test('is recorded by staff with the same proof, and none is written without one', async () => {
    const quote = await sent();
    const recorded = await world.done('accept', quote, { accepted_by: 'Luis Peña', accepted_on: today });
    expect(recorded.status).toBe('accepted');
    const { acceptance: proof, hash } = await roomOf(quote);
    expect(proof).toMatchObject({ hash, accepted_by: 'Luis Peña', email: null });
    expect(proof.recorded_by).not.toBeNull();

    const other = await sent();
    await expect(
      owner.query(
        `UPDATE quotes SET status = 'accepted', accepted_on = $2, accepted_by = 'Nadie' WHERE id = $1`,
        [other.id, today],
      ),
    ).rejects.toThrow(/without a proof/);
    await expect(
      owner.query(
        `INSERT INTO quote_acceptances (quote_id, hash, accepted_by, created_by)
         SELECT id, repeat('0', 64), 'Nadie', owner_id FROM quotes WHERE id = $1`,
        [other.id],
      ),
    ).rejects.toThrow(/foreign key/);
    await expect(
      owner.query(`UPDATE quote_versions SET content = '{}' WHERE quote_id = $1`, [other.id]),
    ).rejects.toThrow(/quote_versions_hash/);
  });
});

test('a rejection with its reason releases the holds and tells the seller', async () => {
  const draft = await world.makeQuote(client, undefined, { valid_until: until });
  await world.done('hold', draft, { waits: false });
  const quote = await world.done('send', await world.read(draft));
  const path = await share(quote);
  const declined = await send(`${path}/rechazar`, { reason: 'Se fue a otro medio' });
  expect(declined.statusCode, declined.body).toBe(303);
  expect(await world.read(quote)).toMatchObject({
    status: 'rejected',
    rejection_reason: 'Se fue a otro medio',
    hold_state: 'none',
  });
  expect((await get(path)).body).toContain('se rechazó');
});

describe('staff', () => {
  test('share what was sent, until its last day, and only those who may change it', async () => {
    const draft = await world.makeQuote(client);
    const body = { recipient: 'Ana', email: 'ana@cliente.test', expires_on: until, sends_mail: false };
    const refused = await world.call('POST', `quotes/${draft.id}/share`, body);
    expect(refused.statusCode).toBe(409);
    const quote = await sent();
    for (const [expires_on, status] of [
      [addDays(until, 1), 422],
      [addDays(today, -1), 422],
      [today, 200],
    ] as const)
      expect((await world.call('POST', `quotes/${quote.id}/share`, { ...body, expires_on })).statusCode).toBe(
        status,
      );
    const stranger = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect((await world.call('POST', `quotes/${quote.id}/share`, body, { as: stranger })).statusCode).toBe(
      404,
    );
    expect((await world.call('GET', `quotes/${quote.id}/room`, undefined, { as: stranger })).statusCode).toBe(
      404,
    );
    expect(
      (await world.call('GET', `quotes/${quote.id}/quote.pdf`, undefined, { as: stranger })).statusCode,
    ).toBe(404);
  });

  test('see a draft as a marked document', async () => {
    const draft = await world.makeQuote(client);
    const pdf = await world.call('GET', `quotes/${draft.id}/quote.pdf`);
    expect((await readPdf(pdf.rawPayload)).text).toContain('BORRADOR');
  });
});
