import fc from 'fast-check';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unzipped } from '../../import-export/fixtures.ts';
import { writeEmail } from '../../mail/email.ts';
import { systemChange } from '../../platform/database/database.ts';
import { loggerOptions } from '../../platform/logging.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { infoEmail } from '../registrations/emails.ts';
import { spendChallenge } from './challenge.ts';
import { formUrl, openPublicForms } from './fixtures.ts';
import { ownFormKey } from './hooks.ts';
import { loadForm } from './public-form.ts';

const form = formUrl(ownFormKey);
const logged: string[] = [];

let api: TestApi;
let visitors: Awaited<ReturnType<typeof openPublicForms>>;

beforeAll(async () => {
  api = await startTestApi({
    log: pino(loggerOptions('trace'), { write: (line: string) => void logged.push(line) }),
  });
  visitors = await openPublicForms(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query(sql`DELETE FROM attempts`);
});

const proven = async (values: object = {}, key: unknown = ownFormKey) =>
  visitors.answers({ altcha: await visitors.solved(key), ...values });
const listed = async (folio: string) => {
  const { headers } = visitors;
  return (await api.inject({ url: `/api/client-registrations?fields=*&q=${folio}`, headers })).json().data[0];
};

describe('origins', () => {
  test('all ports of localhost are one page, and origins that no browser sends are none', async () => {
    for (let port = 0; port < 40; port += 1) {
      const origin = `http://localhost:${1_000 + port}`;
      expect((await api.inject({ url: form, headers: { origin } })).statusCode).toBe(200);
    }
    for (const port of ['x', '@evil.example', '5173/', '9'.repeat(200), '']) {
      const origin = `http://localhost:${port}`;
      expect((await api.inject({ url: form, headers: { origin } })).statusCode, origin).toBe(403);
    }
    await api.app.flushFormCounts();
    const counted = await api.database.query(
      sql`SELECT origin, views FROM public_form_days WHERE origin LIKE '%localhost%'`,
    );
    expect(counted).toEqual([{ origin: 'http://localhost:*', views: 40 }]);
    const response = await visitors.send(await proven(), { origin: 'http://localhost:61000' });
    const row = await api.database.one(
      sql`SELECT page_origin FROM client_registrations WHERE folio = ${response.json().folio}`,
    );
    expect(row).toEqual({ page_origin: 'http://localhost:*' });
  });

  test('a forwarded host of an unknown proxy does not make a page count as one of the server', async () => {
    const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
    expect((await api.inject({ url: form, headers })).statusCode).toBe(403);
  });

  test.each(['%00', 'pk_%00aaaaaaaaaa', "pk_'or'1'='1", 'constructor', 'PK_PAUTA_REGISTRO_CLIENTES'])(
    'the key %s is no form',
    async (key) => {
      for (const headers of [{}, { origin: 'https://evil.example' }]) {
        expect((await api.inject({ url: formUrl(key), headers })).statusCode).toBe(404);
      }
      expect((await api.inject(`/widget/frame/${key}`)).statusCode).toBe(404);
    },
  );
});

describe('addresses', () => {
  const statuses = async (times: number, target: TestApi, more: (n: number) => object) => {
    const found = new Set<number>();
    for (let n = 0; n < times; n += 1) {
      found.add((await target.inject({ method: 'POST', url: `${form}/challenge`, ...more(n) })).statusCode);
    }
    return [...found];
  };

  test('in headers of the visitor do not affect a limit, those of a known proxy do', async () => {
    const forwarded = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n}, 203.0.${n}.9` } });
    expect(await statuses(121, api, forwarded)).toEqual([200, 429]);
    const behind = await startTestApi({ config: { trustProxy: ['loopback'] } });
    try {
      expect(await statuses(121, behind, forwarded)).toEqual([200]);
      const sameClient = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` } });
      expect(await statuses(121, behind, sameClient)).toEqual([200, 429]);
    } finally {
      await behind.close();
    }
  });

  test('of one IPv6 block count as one, and so do all notations of an IPv4 address', async () => {
    expect(await statuses(121, api, (n) => ({ remoteAddress: `2001:db8:1:2::${n + 1}` }))).toEqual([
      200, 429,
    ]);
    const either = (n: number) => ({ remoteAddress: `${n % 2 ? '::ffff:' : ''}192.0.2.1` });
    expect(await statuses(121, api, either)).toEqual([200, 429]);
  });

  test('of a few networks cannot block a form for others', async () => {
    for (let network = 0; network < 8; network += 1) {
      for (let n = 0; n < 120; n += 1) {
        const altcha = Buffer.from(`forged ${n}`).toString('base64');
        const remote = `198.51.${network}.${n % 2}`;
        await visitors.send(visitors.answers({ altcha }), {}, form, remote);
        await api.inject({
          method: 'POST',
          url: `${form}/challenge`,
          remoteAddress: `203.${network}.0.${n}`,
        });
      }
    }
    const asked = await api.inject({ method: 'POST', url: `${form}/challenge`, remoteAddress: '192.0.2.9' });
    expect(asked.statusCode).toBe(200);
    expect((await visitors.send(await proven(), {}, form, '192.0.2.9')).statusCode).toBe(201);
  });
});

describe('the proof of work', () => {
  test.each([
    ['a program', {}],
    ['a page with https', { origin: 'https://www.anunciante.example' }],
    ['a page of the own machine', { origin: 'http://localhost:5173' }],
  ])('is required of %s', async (_who, headers) => {
    const open = await visitors.makeForm(`Con prueba ${_who}`, {
      allowed_origins: ['https://www.anunciante.example', 'http://localhost:*'],
    });
    const body = visitors.answers({ notice_version: '1' });
    const response = await visitors.send(body, headers, formUrl(open.key));
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({
      altcha: [expect.stringMatching(/^Falta la verificación de seguridad\. Espere/)],
    });
  });

  test('is not required of the server’s own page without https, unless Pauta is used with https', async () => {
    const headers = { origin: 'http://pauta.red', host: 'pauta.red' };
    expect((await visitors.send(visitors.answers(), headers)).statusCode).toBe(201);
    const published = await startTestApi({ config: { publicUrl: 'https://pauta.example.com' } });
    try {
      const guests = await openPublicForms(published);
      const response = await guests.send(guests.answers(), headers);
      expect(Object.keys(response.json().errors)).toEqual(['altcha']);
    } finally {
      await published.close();
    }
  });

  test('recognises the server’s own page by the setting too, if the environment has no address', async () => {
    const published = await startTestApi();
    try {
      const guests = await openPublicForms(published);
      const admin = await signInAs(published);
      const saved = await published.inject({
        method: 'PUT',
        url: '/api/settings',
        payload: { public_url: 'https://pauta.medios.example' },
        headers: admin,
      });
      expect(saved.statusCode).toBe(200);
      const form = await guests.makeForm('Solo en su sitio', {
        allowed_origins: ['https://www.anunciante.example'],
      });
      const read = (origin: string) =>
        published.inject({ url: formUrl(form.key), headers: { origin, host: 'pauta.red' } });
      expect((await read('https://pauta.medios.example')).statusCode).toBe(200);
      expect((await read('https://otra.example')).statusCode).toBe(403);
      const unproven = await guests.send(guests.answers(), { origin: 'http://pauta.red', host: 'pauta.red' });
      expect(Object.keys(unproven.json().errors)).toEqual(['altcha']);
    } finally {
      await published.close();
    }
  });

  test('is consumed once, whatever its encoding', async () => {
    const altcha = await visitors.solved();
    expect((await visitors.send(visitors.answers({ altcha }))).statusCode).toBe(201);
    const { challenge, solution } = JSON.parse(Buffer.from(altcha, 'base64').toString());
    const write = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
    const { parameters, signature } = challenge;
    const copies = [
      altcha.replaceAll('=', ''),
      `${altcha.slice(0, 40)}\n${altcha.slice(40)}`,
      Buffer.from(altcha, 'base64').toString('base64url'),
      write({ solution, challenge }),
      write({ challenge: { signature, parameters: { ...parameters }, more: 1 }, solution }),
      write({ challenge: { parameters, signature: String(signature).toUpperCase() }, solution }),
      write({ challenge: { parameters, signature: ` ${signature}` }, solution }),
      write({ challenge: { parameters, signature: [signature] }, solution }),
      write({ challenge, solution: { ...solution, counter: solution.counter + 2 ** 32 } }),
      write({ challenge: { signature, parameters: { ...parameters, expiresAt: 4_000_000_000 } }, solution }),
      write({ challenge: { signature, parameters: { ...parameters, cost: 1e9 } }, solution }),
    ];
    for (const copy of copies) {
      const response = await visitors.send(visitors.answers({ altcha: copy }));
      expect([response.statusCode, Object.keys(response.json().errors)], copy).toEqual([422, ['altcha']]);
    }
  });
});

test('an uncommitted registration does not block others', async () => {
  await api.database.query(sql`
    INSERT INTO spent_challenges SELECT sha256(n::text::bytea), now() - interval '1 hour'
    FROM generate_series(1, 150) AS n`);
  const known = await loadForm(api.database, ownFormKey);
  const [first, second] = [await visitors.solved(), await visitors.solved()];
  await api.database.transaction(systemChange('test'), async (tx) => {
    await spendChallenge(tx, known, first);
    await api.database.transaction(systemChange('test'), (other) => spendChallenge(other, known, second));
  });
  await visitors.send(await proven());
  const left = await api.database.one(
    sql`SELECT count(*)::integer AS old FROM spent_challenges WHERE expires_at < now()`,
  );
  expect(left).toEqual({ old: 0 });
});

describe('bodies', () => {
  const nameOf = (path: string) => path.split('.')[0] ?? '';
  const known = Object.keys({
    ...{ legal_name: 0, trade_name: 0, person_kind: 0, country: 0, tax_id_type: 0, tax_id: 0, locality: 0 },
    ...{ address: 0, website: 0, industry_id: 0, investment_band: 0, platform_ids: 0, contact: 0 },
    ...{ agency: 0, comments: 0, consent: 0, notice_version: 0, altcha: 0, attribution: 0 },
  });
  const nasty = fc.oneof(
    fc.constantFrom<unknown>('\0', '\ud800', '\u202e', '\uFDFA'.repeat(160), '🎉'.repeat(2_000)),
    fc.constantFrom<unknown>(
      '=1+1',
      '<script>',
      'javascript:alert(1)',
      '1e999',
      '{}',
      'İ'.repeat(250),
      '---',
    ),
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(1e308, -0, true, null, [], {}, [[[]]], ['x'], { toString: 'x', valueOf: 1 }),
  );

  test('of any kind are accepted or refused with an error at the field, never with a 500', async () => {
    const proof = await visitors.solved();
    const names = fc.constantFrom(...known, 'toString', 'hasOwnProperty', 'status', 'id', 'x\u0000');
    const part = fc.dictionary(names, nasty, { maxKeys: 4 });
    const contact = fc.dictionary(
      fc.constantFrom('first_name', 'last_name', 'job', 'email', 'phone', 'valueOf'),
      nasty,
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(part, contact, async (values, person) => {
        await api.database.query(sql`DELETE FROM attempts`);
        const honest = visitors.answers({ altcha: proof });
        const body = { ...honest, contact: { ...(honest.contact as object), ...person }, ...values };
        const response = await visitors.send(JSON.stringify(body));
        expect([201, 400, 413, 422], response.body).toContain(response.statusCode);
        if (response.statusCode !== 422) return;
        const sent = new Set([...Object.keys(body), ...known]);
        const { errors, message } = response.json();
        if (/niveles/.test(message)) return;
        expect(Object.keys(errors).length, response.body).toBeGreaterThan(0);
        for (const path of Object.keys(errors)) expect(sent, path).toContain(nameOf(path));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['website', { website: `https://a.com/${'ñ'.repeat(200)}` }],
    ['contact.email', { contact: { email: `${'İ'.repeat(240)}@b.com` } }],
    ['legal_name', { legal_name: '\u200b\u2060' }],
    ['attribution', { attribution: { utm: '漢'.repeat(1_500) } }],
    ['toString', { toString: 'x' }],
  ])('an error of %s is reported at that field', async (field, values) => {
    const { contact } = visitors.answers() as { contact: object };
    const { contact: changed, ...rest } = values as { contact?: object };
    const body = await proven({ ...rest, contact: { ...contact, ...changed } });
    const response = await visitors.send(body);
    expect([response.statusCode, Object.keys(response.json().errors ?? {})], response.body).toEqual([
      422,
      [field],
    ]);
  });

  test('may only contain options that the form offers', async () => {
    const { industries, platforms, countries } = visitors.described;
    const [industry, platform, country] = [industries.at(-1).id, platforms.at(-1).id, countries.at(-1).iso2];
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`UPDATE industries SET is_active = false WHERE id = ${industry}`);
      await tx.query(sql`UPDATE platforms SET archived_at = now() WHERE id = ${platform}`);
      await tx.query(sql`UPDATE countries SET is_active = false WHERE code = ${country}`);
    });
    const body = await proven({ industry_id: industry, platform_ids: [platform], country });
    const { errors } = (await visitors.send(body)).json();
    expect(Object.keys(errors).sort()).toEqual(['country', 'industry_id', 'platform_ids']);
  });

  test('may use the full length of every column', async () => {
    const wide = (length: number) => '\u{1F389}'.repeat(length / 2);
    const full = await proven({
      ...{ legal_name: wide(160), trade_name: '\uFDFA'.repeat(160), locality: wide(120), address: wide(240) },
      contact: {
        ...{ first_name: wide(80), last_name: wide(80), job: wide(80), phone: '+18095550100' },
        email: `${'a'.repeat(59)}@${`${'b'.repeat(60)}.`.repeat(3)}example.com`,
      },
      agency: { name: wide(160), tax_id: wide(20) },
      comments: '\uFDFA'.repeat(2_000),
    });
    const response = await visitors.send(full);
    expect(response.statusCode, response.body).toBe(201);
  });

  test('larger than 32 KB are refused before they are read, whatever length they declare', async () => {
    const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(16_384)));
      },
    });
    const response = await fetch(`${address}${form}/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit).catch((error: Error) => error);
    // The server may close the connection before everything was sent.
    if (response instanceof Response) expect(response.status).toBe(413);
    const bomb = await visitors.send('{}', { 'content-encoding': 'gzip' });
    expect(bomb.statusCode).toBe(415);
  });

  test('sent concurrently with one key and different answers are one registration', async () => {
    const headers = { 'idempotency-key': 'cincuenta-a-la-vez-0001' };
    const bodies = await Promise.all(
      Array.from({ length: 25 }, (_, n) => proven({ legal_name: `Empresa ${n}` })),
    );
    const responses = await Promise.all([...bodies, ...bodies].map((body) => visitors.send(body, headers)));
    const taken = responses.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(taken.map(({ body }) => body)).size).toBe(1);
    expect(taken).toHaveLength(2);
    for (const { statusCode, json } of responses) {
      if (statusCode !== 201)
        expect([statusCode, json().message]).toEqual([422, expect.stringMatching(/clave nueva/)]);
    }
  });
});

describe('submitted text', () => {
  const evil = {
    legal_name: '=HYPERLINK("https://evil.example";"Factura")',
    trade_name: '<img src=x onerror=alert(1)>',
    address: "@SUM(1+1)*cmd|'/C calc'!A0",
    comments: '-2+3\n=1+1\r\n\t\u202e\u0007',
    website: 'javascript:alert(1)',
  };

  test('is shown to staff as text, in the list, in both export formats and in mails', async () => {
    const refused = await visitors.send(await proven(evil));
    expect(Object.keys(refused.json().errors)).toEqual(['website']);
    const { website: _website, ...texts } = evil;
    const { folio } = (await visitors.send(await proven(texts))).json();
    const { html } = writeEmail(
      infoEmail(
        { name: evil.trade_name, folio, company: evil.trade_name },
        { message: evil.trade_name, url: 'https://pauta.example.com/x', days: 1 },
      ),
    );
    expect(html).not.toContain('<img');
    const record = await listed(folio);
    expect(record).toMatchObject({ ...texts, comments: '-2+3\n=1+1' });
    const { headers } = visitors;
    const exported = (format: string) =>
      api.inject({
        method: 'POST',
        url: '/api/client-registrations/export',
        headers,
        payload: { format, ids: [record.id], columns: ['legal_name', 'trade_name', 'address', 'comments'] },
      });
    const csv = await exported('csv');
    expect(csv.body).toContain(`"'=HYPERLINK(""https://evil.example"";""Factura"")"`);
    expect(csv.body).toContain(`'@SUM(1+1)*cmd|`);
    expect(csv.body).toContain(`"'-2+3\n=1+1"`);
    const xlsx = await exported('xlsx');
    const sheet = (await unzipped(xlsx.rawPayload)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    expect(sheet).toContain('=HYPERLINK(');
    expect(sheet).not.toContain('<f>');
  });

  test('with a tax id in any notation finds the client with that number', async () => {
    const numbers: string[] = [];
    for (const tax_id of [
      '131246796',
      '１３１２４６７９６',
      '1–31–24679–6',
      '1_31_24679_6',
      '\u202a131246796\u202c',
    ]) {
      const response = await visitors.send(await proven({ tax_id }));
      expect(response.statusCode, response.body).toBe(201);
      numbers.push((await listed(response.json().folio)).tax_id);
    }
    expect(new Set(numbers)).toEqual(new Set(['131246796']));
  });

  test('in the trap field, or for a question that is no longer asked, is stored', async () => {
    const short = await visitors.makeForm('Con pocas preguntas', { shown_fields: [] });
    const body = await proven({ fax: 'Ana', notice_version: '1' }, short.key);
    const { folio } = (await visitors.send(body, {}, formUrl(short.key))).json();
    expect(await listed(folio)).toMatchObject({
      status: 'received',
      spam_signs: expect.arrayContaining(['hidden_field']),
      trade_name: 'Ñico',
      comments: 'Nos interesa la radio.',
    });
  });

  test('is not in the log', async () => {
    logged.length = 0;
    await visitors.send(await proven());
    await visitors.send(await proven({ tax_id: '131246797', contact: { email: 'ana@nico.example.com' } }));
    await visitors.send('{"legal_name":"Panadería Ñico", ');
    await api.inject(`${form}?lang=ana@nico.example.com`);
    const all = logged.join('\n');
    expect(all).toContain('/registrations');
    expect(all).not.toMatch(/Ñico|Peñaló|nico\.example|13124679|555.?0100/);
  });
});

describe('a notice that changes', () => {
  test('is accepted in its former version while browsers may cache it, and not longer', async () => {
    const changed = await visitors.makeForm('De aviso nuevo');
    const url = formUrl(changed.key);
    const response = await api.inject({
      method: 'PATCH',
      url: `/api/public-forms/${changed.id}`,
      headers: { ...visitors.headers, 'if-match': `"${changed.row_version}"` },
      payload: { notice_version: '2', notice_text: 'Otro aviso.' },
    });
    expect(response.statusCode, response.body).toBe(200);
    const accept = async (notice_version: unknown) =>
      visitors.send(await proven({ notice_version }, changed.key), {}, url);
    for (const version of ['1', '2']) {
      const { folio } = (await accept(version)).json();
      expect(await listed(folio)).toMatchObject({ notice_version: version });
    }
    await api.database.query(sql`
      INSERT INTO audit_log (at, entity, entity_id, action, before)
      VALUES (now() - interval '11 minutes', 'public_forms', ${changed.id}, 'update', '{"notice_version": "0"}')`);
    for (const version of ['0', 1, null, ['1']]) {
      expect(Object.keys((await accept(version)).json().errors)).toEqual(['notice_version']);
    }
  });
});

describe('a form that is disabled', () => {
  test('during a visit reports that to the page, and accepts no more registrations', async () => {
    const page = { origin: 'https://www.anunciante.example' };
    const taken = await visitors.makeForm('Por apagar', { allowed_origins: [page.origin] });
    const url = formUrl(taken.key);
    const body = await proven({ notice_version: '1' }, taken.key);
    await visitors.act(taken, 'switch_off');
    // Every process discards its cached form after five seconds.
    await expect
      .poll(async () => (await visitors.send({ ...body, altcha: null }, page, url)).statusCode, {
        timeout: 20_000,
      })
      .toBe(404);
    const response = await visitors.send(body, page, url);
    expect(response.json().message).toBe('Este formulario no existe o ya no está disponible.');
    expect(response.headers['access-control-allow-origin']).toBe(page.origin);
    expect((await api.inject(`/widget/frame/${taken.key}`)).statusCode).toBe(404);
  });
});

describe('caching', () => {
  test('varies by origin, and a refusal is never cached', async () => {
    const described = await api.inject({
      url: form,
      headers: { origin: 'http://localhost:5173', 'accept-encoding': 'br' },
    });
    expect(String(described.headers.vary).toLowerCase().split(', ')).toEqual(['origin', 'accept-encoding']);
    const etag = String(described.headers.etag);
    const fresh = await api.inject({ url: form, headers: { 'if-none-match': etag } });
    expect([fresh.statusCode, fresh.headers.vary]).toEqual([304, 'Origin']);
    const refused = await api.inject({ url: form, headers: { origin: 'https://evil.example' } });
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([403, 'no-store']);
    for (const part of ['challenge', 'registrations']) {
      const answer = await api.inject({ method: 'POST', url: `${form}/${part}`, payload: {} });
      expect(answer.headers['cache-control'], part).toBe('no-store');
    }
  });

  test('a frame allows only its own sites, and never runs content of the form', async () => {
    const framed = await visitors.makeForm('En un marco', {
      title: '</title><script>alert(1)</script>',
      allowed_origins: ['https://www.anunciante.example', 'http://[::1]:3000'],
    });
    const response = await api.inject(`/widget/frame/${framed.key}`);
    expect(response.headers['content-security-policy']).toContain(
      "frame-ancestors 'self' https://www.anunciante.example;",
    );
    expect(response.headers).not.toHaveProperty('x-frame-options');
    expect(response.body).not.toContain('<script>alert');
    const page = await api.inject('/client-registration?k=x');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
