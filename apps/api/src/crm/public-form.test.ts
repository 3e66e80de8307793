import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../platform/database.ts';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { newChallenge } from './challenge.ts';
import { loadForm } from './public-form.ts';

type Headers = Record<string, string>;

const key = 'pk_pauta_registro_clientes';
const form = `/api/public/forms/${key}`;
const foreign = 'https://www.anunciante.example';

let api: TestApi;
let industry: string;
let platforms: string[];
let noticeVersion: string;
let keys = 0;

beforeAll(async () => {
  api = await startTestApi();
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO public_forms (key, title, allowed_origins, settings)
      SELECT v.key, 'Otro formulario', v.origins, settings FROM public_forms, (VALUES
        ('pk_segundo_formulario', ARRAY[${foreign}]), ('pk_apagado_de_prueba', ARRAY[${foreign}])) AS v(key, origins)`),
  );
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE public_forms SET is_active = false WHERE key = 'pk_apagado_de_prueba'`),
  );
  const { form: described } = (await api.inject(form)).json();
  industry = described.industries[0].id;
  platforms = described.platforms.slice(0, 2).map(({ id }: { id: string }) => id);
  noticeVersion = described.notice.version;
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query(sql`DELETE FROM attempts`);
});

/** A challenge that was asked for ten seconds ago, solved. */
const solved = async (formKey = key, now = Date.now() - 10_000): Promise<string> => {
  const challenge = await newChallenge(await loadForm(api.database, formKey), now);
  return encode(challenge);
};
const encode = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

const answers = (values: object = {}): Record<string, unknown> => ({
  legal_name: 'Panadería Ñico, S.R.L.',
  trade_name: 'Ñico',
  person_kind: 'legal_entity',
  country: 'DO',
  tax_id_type: 'RNC',
  tax_id: '1-31-24679-6',
  locality: 'Santiago',
  address: 'Calle del Sol 1',
  website: 'nico.example.com',
  industry_id: industry,
  investment_band: 'from_50k',
  platform_ids: platforms,
  contact: {
    first_name: 'Ana',
    last_name: 'Peñaló',
    job: 'Gerente',
    email: 'Ana@Nico.example.com',
    phone: '809 555 0100',
  },
  agency: { name: 'Agencia Uno', tax_id: '101010632' },
  comments: 'Nos interesa la radio.',
  consent: true,
  notice_version: noticeVersion,
  fax: '',
  altcha: null,
  attribution: { utm_source: 'radio', page: 'https://nico.example.com/anuncie' },
  ...values,
});

const send = (payload: object | string, headers: Headers = {}, url = form) => {
  keys += 1;
  return api.inject({
    method: 'POST',
    url: `${url}/registrations`,
    payload,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `prueba-${keys}-000000000`,
      ...headers,
    },
  });
};
const count = async (): Promise<number> =>
  (await api.database.one<{ count: number }>(sql`SELECT count(*) FROM client_registrations`))?.count ?? 0;

describe('the form', () => {
  test('is described for everybody, to be kept for five minutes', async () => {
    const response = await api.inject(form);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    const { form: described } = response.json();
    expect(described).toMatchObject({
      key,
      title: 'Registro de clientes',
      default_country: 'DO',
      locale: 'es',
      notice: { version: expect.any(String), text: expect.stringMatching(/datos/) },
    });
    expect(described.countries[0]).toEqual({
      iso2: 'DO',
      name: 'República Dominicana',
      calling_code: '+1',
      tax_id_types: ['RNC', 'CEDULA', 'PASAPORTE', 'OTRO'],
    });
    expect(
      described.countries.every((one: { calling_code: unknown }) => typeof one.calling_code === 'string'),
    ).toBe(true);
    expect(described.industries).toHaveLength(48);
    expect(described.platforms[0]).toEqual({ id: expect.any(String), name: 'Televisión' });
    expect(described.investment_bands[0]).toEqual({ value: 'under_50k', label: 'Menos de 50,000' });

    const etag = String(response.headers.etag);
    expect((await api.inject({ url: form, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  });

  test.each(['pk_no_existe_este', 'pk_apagado_de_prueba', 'x', '%27'])(
    'does not exist as %s',
    async (other) => {
      const url = `/api/public/forms/${other}`;
      expect((await api.inject(url)).statusCode).toBe(404);
      expect((await api.inject({ method: 'POST', url: `${url}/challenge` })).statusCode).toBe(404);
      expect((await send(answers(), {}, url)).statusCode).toBe(404);
    },
  );
});

describe('pages of other origins', () => {
  const second = '/api/public/forms/pk_segundo_formulario';
  const preflight = (url: string, origin: string) =>
    api.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    });

  test.each(['', '/challenge', '/registrations'])('may use %s of a form that lists them', async (part) => {
    const response = await preflight(`${second}${part}`, foreign);
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': foreign,
      'access-control-allow-headers': 'content-type, idempotency-key',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    ['another origin', 'https://otro.example'],
    ['the same host without https', 'http://www.anunciante.example'],
    ['another port', 'https://www.anunciante.example:444'],
    ['a longer host', 'https://www.anunciante.example.evil.example'],
    ['null', 'null'],
    ['a loopback of a form that lists none', 'http://localhost:5173'],
  ])('are refused: %s', async (_what, origin) => {
    for (const response of [
      await preflight(`${second}/registrations`, origin),
      await api.inject({ url: second, headers: { origin } }),
      await send(answers(), { origin }, second),
    ]) {
      expect(response.statusCode).toBe(403);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test.each(['http://localhost', 'http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'are allowed on one’s own machine: %s',
    async (origin) => {
      const response = await api.inject({ url: form, headers: { origin } });
      expect(response.headers['access-control-allow-origin']).toBe(origin);
    },
  );

  test('our own pages are always allowed', async () => {
    const response = await api.inject({
      url: second,
      headers: { origin: 'http://pauta.example', host: 'pauta.example' },
    });
    expect(response.statusCode).toBe(200);
    expect((await api.inject(second)).statusCode).toBe(200);
  });

  test('can read refusals too', async () => {
    const wrong = await send({}, { origin: foreign }, second);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.headers['access-control-allow-origin']).toBe(foreign);
    const large = await send({ comments: 'x'.repeat(40_000) }, { origin: foreign }, second);
    expect(large.statusCode).toBe(413);
    expect(large.headers['access-control-allow-origin']).toBe(foreign);
    expect(large.headers.vary).toContain('Origin');
  });

  test('get no other route', async () => {
    const response = await api.inject({
      method: 'OPTIONS',
      url: '/api/clients',
      headers: { origin: foreign },
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a registration', () => {
  test('is taken, checked and tidied, and waits for review', async () => {
    const response = await send(answers({ altcha: await solved() }));
    expect(response.statusCode, response.body).toBe(201);
    const answer = response.json();
    expect(Object.keys(answer)).toEqual(['folio', 'received_at']);
    expect(answer.folio).toMatch(/^REG-\d{4}-\d{6}$/);

    const headers = await signInAs(api, 'sales_manager');
    const { data } = (
      await api.inject({ url: `/api/client-registrations?q=${answer.folio}`, headers })
    ).json();
    expect(data[0]).toMatchObject({
      status: 'received',
      origin: 'web',
      tax_id: '131246796',
      country_id: { code: 'DO' },
      website: 'https://nico.example.com',
      contact_first_name: 'Ana',
      contact_email: 'ana@nico.example.com',
      contact_phone: '+18095550100',
      agency_name: 'Agencia Uno',
      consent: true,
      notice_version: noticeVersion,
      received_at: answer.received_at,
    });
    expect(data[0].platform_ids.map(({ id }: { id: string }) => id).sort()).toEqual([...platforms].sort());
    const { data: history } = (
      await api.inject({ url: `/api/client-registrations/${data[0].id}/history`, headers })
    ).json();
    expect(history[0].actor).toEqual({ id: null, name: 'Visitante' });
  });

  test('needs only what is marked as needed', async () => {
    const least = answers({ altcha: await solved() });
    for (const name of [
      'trade_name',
      'locality',
      'address',
      'website',
      'industry_id',
      'investment_band',
      'platform_ids',
      'agency',
      'comments',
      'attribution',
      'fax',
    ]) {
      delete least[name];
    }
    expect((await send(least)).statusCode).toBe(201);
  });

  test('tells every fault at its field of the form', async () => {
    const response = await send({
      contact: { email: 'x', fast: 1 },
      agency: { tax_id: '1' },
      surprise: true,
    });
    expect(response.statusCode).toBe(422);
    const { errors } = response.json();
    expect(Object.keys(errors).sort()).toEqual([
      'agency.name',
      'consent',
      'contact.email',
      'contact.fast',
      'contact.first_name',
      'contact.last_name',
      'contact.phone',
      'country',
      'legal_name',
      'notice_version',
      'surprise',
      'tax_id',
      'tax_id_type',
    ]);
    expect(errors['contact.email']).toEqual(['Escriba un correo válido, por ejemplo nombre@empresa.com.']);
  });

  test.each([
    ['country', { country: 'XX' }],
    ['country', { country: 5 }],
    ['person_kind', { person_kind: 'juridica' }],
    ['tax_id', { tax_id: '123' }],
    ['tax_id_type', { tax_id_type: 'SSN' }],
    ['industry_id', { industry_id: 'x' }],
    ['platform_ids', { platform_ids: ['x'] }],
    ['platform_ids', { platform_ids: 'x' }],
    ['investment_band', { investment_band: 'lots' }],
    ['contact', { contact: 'Ana' }],
    ['contact.phone', { contact: { first_name: 'A', last_name: 'B', email: 'a@b.com', phone: '123' } }],
    ['consent', { consent: 'true' }],
    ['notice_version', { notice_version: '1900-01' }],
    ['attribution', { attribution: ['x'] }],
    ['attribution', { attribution: { a: 'x'.repeat(5_000) } }],
    ['legal_name', { legal_name: 'x'.repeat(161) }],
    ['legal_name', { legal_name: 'a\0b' }],
    ['legal_name', { legal_name: { a: 1 } }],
    ['altcha', { altcha: 'x' }],
    ['altcha', { altcha: 5 }],
    ['origin', { origin: 'internal' }],
    ['status', { status: 'approved' }],
  ])('refuses a faulty %s', async (field, values) => {
    const response = await send(answers(values));
    expect(response.statusCode, response.body).toBe(422);
    expect(Object.keys(response.json().errors)).toContain(field);
  });

  test('does not tell whether the company is known', async () => {
    const first = await send(answers({ altcha: await solved() }));
    const second = await send(answers({ altcha: await solved() }));
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(Object.keys(second.json())).toEqual(Object.keys(first.json()));
  });

  test('is one however often it is sent', async () => {
    const before = await count();
    const body = answers({ altcha: await solved() });
    const headers = { 'idempotency-key': 'siempre-la-misma-clave' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(body, headers)));
    expect(new Set(responses.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
    expect(responses[0]?.statusCode, responses[0]?.body).toBe(201);
    expect(await count()).toBe(before + 1);
    const other = await send(answers({ legal_name: 'Otra' }), headers);
    expect(other.statusCode).toBe(422);
  });

  test('of another form may have the same key', async () => {
    const headers = { 'idempotency-key': 'una-clave-para-los-dos' };
    const first = await send(answers({ altcha: await solved() }), headers);
    const other = await send(
      answers({ altcha: await solved('pk_segundo_formulario') }),
      headers,
      '/api/public/forms/pk_segundo_formulario',
    );
    expect([first.statusCode, other.statusCode]).toEqual([201, 201]);
    expect(other.json().folio).not.toBe(first.json().folio);
  });

  test('with the hidden field filled in, or links in its texts, is taken and says why it is suspect', async () => {
    const response = await send(
      answers({ fax: '809 555 0101', comments: 'Visite https://ejemplo.test', altcha: await solved() }),
    );
    expect(response.statusCode).toBe(201);
    const row = await api.database.one<{ spam_signs: string[] }>(
      sql`SELECT spam_signs FROM client_registrations WHERE folio = ${response.json().folio}`,
    );
    expect(row?.spam_signs.slice(0, 2)).toEqual(['hidden_field', 'links']);
  });

  test.each([
    ['that is no JSON', '{"legal_name":', 400],
    ['that is an array', '[]', 422],
    ['that is too large', JSON.stringify({ comments: 'x'.repeat(33_000) }), 413],
  ])('refuses a body %s', async (_what, payload, status) => {
    expect((await send(payload)).statusCode).toBe(status);
  });

  test('refuses other content types', async () => {
    expect((await send('legal_name=x', { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
  });
});

describe('the proof of work', () => {
  const refusal = async (altcha: string, url = form): Promise<unknown> => {
    const response = await send(answers({ altcha }), {}, url);
    return { status: response.statusCode, fields: Object.keys(response.json().errors ?? {}) };
  };
  const refused = { status: 422, fields: ['altcha'] };

  test('is given out and accepted once', async () => {
    const response = await api.inject({ method: 'POST', url: `${form}/challenge` });
    expect(response.statusCode).toBe(200);
    const { challenge } = response.json() as { challenge: Challenge };
    expect(challenge.parameters).toMatchObject({
      algorithm: 'SHA-256',
      cost: 1,
      data: { form: key, min_seconds: 3 },
    });
    expect(challenge.parameters.expiresAt).toBeCloseTo(Date.now() / 1000 + 600, -1);

    const altcha = await solved();
    expect((await send(answers({ altcha }))).statusCode).toBe(201);
    expect(await refusal(altcha)).toEqual(refused);
  });

  test('is spent once by many at the same time', async () => {
    const altcha = await solved();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(answers({ altcha }))))).map(
      ({ statusCode }) => statusCode,
    );
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(422)]);
  });

  test('is not spent by a registration with faults', async () => {
    const altcha = await solved();
    expect((await send(answers({ altcha, legal_name: '' }))).statusCode).toBe(422);
    expect((await send(answers({ altcha }))).statusCode).toBe(201);
  });

  test('takes at least three seconds', async () => {
    expect(await refusal(await solved(key, Date.now()))).toEqual(refused);
  });

  test('lasts ten minutes', async () => {
    expect(await refusal(await solved(key, Date.now() - 601_000))).toEqual(refused);
  });

  test('is good for its own form', async () => {
    expect(await refusal(await solved('pk_segundo_formulario'))).toEqual(refused);
  });

  test('cannot be forged or left undone', async () => {
    const challenge = await newChallenge(await loadForm(api.database, key), Date.now() - 10_000);
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } };
    expect(await refusal(await encode(easier))).toEqual(refused);
    const lazy = { challenge, solution: { counter: 1, derivedKey: '00' } };
    expect(await refusal(Buffer.from(JSON.stringify(lazy)).toString('base64'))).toEqual(refused);
    for (const text of [
      '',
      '{}',
      'null',
      '[]',
      '{"challenge":{},"solution":1}',
      '{"challenge":{"signature":"x","parameters":{}},"solution":{}}',
    ]) {
      expect(await refusal(Buffer.from(text).toString('base64')), text).toEqual(refused);
    }
  });
});

describe('too many', () => {
  test('registrations without proof from one address wait, the others go on', async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await send(answers({ legal_name: '' }))).statusCode).toBe(422);
    }
    const response = await send(answers(), { origin: 'http://localhost:5173' });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    expect(response.json().message).toMatch(/^Demasiados intentos\. Espere /);
    expect((await send(answers({ altcha: await solved() }))).statusCode).toBe(201);
  });

  test('challenges from one address wait', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 61; asked += 1) {
      statuses.push((await api.inject({ method: 'POST', url: `${form}/challenge` })).statusCode);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  test('requests of any kind are told so on the page too', async () => {
    const limited = await startTestApi({ config: { rateLimit: { signedIn: 0, anonymous: 3 } } });
    try {
      const headers = { origin: 'http://localhost:5173' };
      const statuses: number[] = [];
      let last = await limited.inject({ url: form, headers });
      for (let asked = 0; asked < 4; asked += 1) {
        last = await limited.inject({ url: form, headers });
        statuses.push(last.statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(last.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    } finally {
      await limited.close();
    }
  });
});
