import { fullTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { Challenge } from 'altcha-lib';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { newChallenge } from './challenge.ts';
import { encode, formUrl, type Headers, openPublicForms } from './fixtures.ts';
import { ownFormKey } from './hooks.ts';
import { describeForm, loadForm } from './public-form.ts';

const key = ownFormKey;
const form = formUrl(key);
const foreign = 'https://www.anunciante.example';

let api: TestApi;
let headers: Headers;
let visitors: Awaited<ReturnType<typeof openPublicForms>>;
let noticeVersion: string;
let platforms: string[];
let second: AnyRecord;
let off: AnyRecord;
const urlOf = ({ key: formKey }: AnyRecord): string => formUrl(formKey);
const makeForm = (name: string) => visitors.makeForm(name, { allowed_origins: [`${foreign}/anuncie?x=1`] });

beforeAll(async () => {
  api = await startTestApi();
  visitors = await openPublicForms(api);
  ({ headers, platforms } = visitors);
  noticeVersion = visitors.described.notice.version;
  [second, off] = [await makeForm('Segundo'), await makeForm('Apagado')];
  await visitors.act(off, 'switch_off');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query(sql`DELETE FROM attempts`);
});

const solved: (typeof visitors)['solved'] = (...given) => visitors.solved(...given);
const answers: (typeof visitors)['answers'] = (...given) => visitors.answers(...given);
const send: (typeof visitors)['send'] = (...given) => visitors.send(...given);
const count = async (): Promise<number> =>
  (await api.database.one<{ count: number }>(sql`SELECT count(*) FROM client_registrations`))?.count ?? 0;

describe('the form', () => {
  test('is public, and cacheable for five minutes', async () => {
    const response = await api.inject(form);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    const { form: described } = response.json();
    expect(described).toMatchObject({
      key,
      title: 'Registro de clientes',
      default_country: 'DO',
      locale: 'es-419',
      hidden: [],
      theme: 'auto',
      thanks: {},
      notice: { version: expect.any(String), text: expect.stringMatching(/datos/) },
    });
    expect(described.countries[0]).toEqual({
      iso2: 'DO',
      name: 'República Dominicana',
      calling_code: '+1',
      tax_id_types: ['RNC', 'CEDULA', 'PASAPORTE', 'OTRO'],
      tax_ids: [
        { type: 'RNC', label: 'RNC', example: '1-31-24679-6' },
        { type: 'CEDULA', label: 'Cédula', example: '001-1391820-5' },
        { type: 'PASAPORTE', label: 'Pasaporte' },
        { type: 'OTRO', label: 'Otro documento' },
      ],
      phone_example: '809 555 0100',
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

  test('is returned in the language of the page, with custom texts unchanged', async () => {
    const described = async (lang: string) => (await api.inject(`${form}?lang=${lang}`)).json().form;
    expect(await described('es-PR')).toEqual((await api.inject(form)).json().form);
    expect((await described('es-PR')).texts).toEqual(fullTexts('es-419'));
    expect(await described('es-MX')).toMatchObject({
      locale: 'es-419',
      title: 'Registro de clientes',
      layout: 'page',
      texts: { lang: 'es-MX', personKinds: { legal_entity: 'Persona moral' } },
    });
    expect((await described('en-US')).texts).toMatchObject({ lang: 'en', submit: 'Send' });
    expect((await described('en&lang=es-MX')).texts.lang).toBe('es-419');
    const english = await described('en');
    const names = english.countries.map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(english.countries).toContainEqual(
      expect.objectContaining({ iso2: 'DO', name: 'Dominican Republic', calling_code: '+1' }),
    );
    expect(english.investment_bands[0]).toEqual({ value: 'under_50k', label: 'Under 50,000' });
    expect(english.platforms[0]).toEqual({ id: expect.any(String), name: 'Televisión', lang: 'es' });
    expect(english.industries).toHaveLength(48);
    expect((await described('es-MX')).countries[0].name).toBe('República Dominicana');
    expect((await described('x'.repeat(2_000))).texts.lang).toBe('es-419');
  });

  test('includes a country that has no name in the language', async () => {
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`
        INSERT INTO countries (code, name, iso3, numeric, calling_code) VALUES ('ZONA-1', 'Zona franca', 'ZZZ', '999', '+1')`);
      const { text } = await describeForm(tx, { ...(await loadForm(tx, key)) }, 'en');
      expect(JSON.parse(text).form.countries.at(-1)).toMatchObject({ iso2: 'ZONA-1', name: 'Zona franca' });
      await tx.query(sql`DELETE FROM countries WHERE code = 'ZONA-1'`);
    });
  });

  test.each(['pk_no_existe_este', 'switched off', 'x', '%27'])('does not exist as %s', async (name) => {
    const other = name === 'switched off' ? off.key : name;
    const url = `/api/public/forms/${other}`;
    expect((await api.inject(url)).statusCode).toBe(404);
    expect((await api.inject({ method: 'POST', url: `${url}/challenge` })).statusCode).toBe(404);
    expect((await send(answers(), {}, url)).statusCode).toBe(404);
  });
});

describe('pages for frames', () => {
  const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']);

  test('show the form on allowed pages, and on any page the reason if there is none', async () => {
    const on = await api.inject(`/widget/frame/${second.key}`);
    expect([on.statusCode, on.headers['x-frame-options']]).toEqual([200, undefined]);
    expect(on.body).toContain(`<client-registration key="${second.key}" layout="page">`);
    expect(policyOf(on.headers)).toContain(`frame-ancestors 'self' ${foreign};`);
    for (const gone of [off.key, 'pk_no_existe_este']) {
      const answer = await api.inject(`/widget/frame/${gone}`);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(answer.body).toContain('<p>Este formulario ya no está disponible.</p>');
      expect(answer.body).not.toContain('<client-registration');
      expect(policyOf(answer.headers)).toContain("frame-ancestors 'self' *;");
    }
  });

  test('the preview frame is only for the server’s own origin and makes no requests', async () => {
    const { headers, body } = await api.inject('/widget/preview');
    expect(body).toContain('/widget/client-registration.js');
    expect(policyOf(headers)).toContain("connect-src 'none';");
    expect(policyOf(headers)).toContain("frame-ancestors 'self';");
  });
});

describe('pages of other origins', () => {
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
    const response = await preflight(`${urlOf(second)}${part}`, foreign);
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
  ])('are refused, and can read why: %s', async (_what, origin) => {
    for (const response of [
      await api.inject({ url: urlOf(second), headers: { origin } }),
      await api.inject({ method: 'POST', url: `${urlOf(second)}/challenge`, headers: { origin } }),
      await send(answers(), { origin }, urlOf(second)),
    ]) {
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ message: expect.stringMatching(/^Esta página no puede usar/) });
      expect(response.headers['access-control-allow-origin']).toBe(origin);
    }
    for (const part of ['', '/challenge', '/registrations']) {
      const response = await preflight(`${urlOf(second)}${part}`, origin);
      expect(response.statusCode).toBe(403);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('can read that a form is disabled or does not exist', async () => {
    // A visitor with an open form that is then disabled can still read that; a form that never existed has no allowed
    // sites.
    expect((await preflight(`${urlOf(off)}/registrations`, foreign)).statusCode).toBe(204);
    expect((await preflight('/api/public/forms/pk_nunca_hubo/registrations', foreign)).statusCode).toBe(403);
    for (const url of [urlOf(off), '/api/public/forms/pk_nunca']) {
      const response = await send(answers(), { origin: foreign }, url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['access-control-allow-origin']).toBe(foreign);
    }
  });

  test.each(['http://localhost', 'http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
    'are allowed on localhost: %s',
    async (origin) => {
      const response = await api.inject({ url: form, headers: { origin } });
      expect(response.headers['access-control-allow-origin']).toBe(origin);
    },
  );

  test('pages of the server itself are always allowed', async () => {
    const response = await api.inject({
      url: urlOf(second),
      headers: { origin: 'http://pauta.example', host: 'pauta.example' },
    });
    expect(response.statusCode).toBe(200);
    expect((await api.inject(urlOf(second))).statusCode).toBe(200);
  });

  test('can read refusals too', async () => {
    const wrong = await send({}, { origin: foreign }, urlOf(second));
    expect(wrong.statusCode).toBe(422);
    expect(wrong.headers['access-control-allow-origin']).toBe(foreign);
    const large = await send({ comments: 'x'.repeat(40_000) }, { origin: foreign }, urlOf(second));
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
  test('is accepted, validated and normalized, and waits for review', async () => {
    const response = await send(answers({ altcha: await solved() }));
    expect(response.statusCode, response.body).toBe(201);
    const answer = response.json();
    expect(Object.keys(answer)).toEqual(['folio', 'received_at']);
    expect(answer.folio).toMatch(/^REG-\d{4}-\d{6}$/);

    const headers = await signInAs(api, 'sales_manager');
    const { data } = (
      await api.inject({ url: `/api/client-registrations?fields=*&q=${answer.folio}`, headers })
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

  test('requires only the required fields', async () => {
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

  test('reports every error at its field of the form', async () => {
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
  ])('refuses an invalid %s', async (field, values) => {
    const response = await send(answers(values));
    expect(response.statusCode, response.body).toBe(422);
    expect(Object.keys(response.json().errors)).toContain(field);
  });

  test('does not reveal whether the company is known', async () => {
    const first = await send(answers({ altcha: await solved() }));
    const second = await send(answers({ altcha: await solved() }));
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(Object.keys(second.json())).toEqual(Object.keys(first.json()));
  });

  test('is stored once however often it is sent', async () => {
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
      answers({ altcha: await solved(String(second.key)), notice_version: '1' }),
      headers,
      urlOf(second),
    );
    expect([first.statusCode, other.statusCode]).toEqual([201, 201]);
    expect(other.json().folio).not.toBe(first.json().folio);
  });

  test('with the hidden field filled in, or links in its texts, is accepted and marked as suspect', async () => {
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

  test('is issued and accepted once', async () => {
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

  test('is consumed once by concurrent requests', async () => {
    const altcha = await solved();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(answers({ altcha }))))).map(
      ({ statusCode }) => statusCode,
    );
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(422)]);
  });

  test('is not consumed by an invalid registration', async () => {
    const altcha = await solved();
    expect((await send(answers({ altcha, legal_name: '' }))).statusCode).toBe(422);
    expect((await send(answers({ altcha }))).statusCode).toBe(201);
  });

  test('is refused within three seconds', async () => {
    expect(await refusal(await solved(key, Date.now()))).toEqual(refused);
  });

  test('expires after ten minutes', async () => {
    expect(await refusal(await solved(key, Date.now() - 601_000))).toEqual(refused);
  });

  test('is valid only for its form', async () => {
    expect(await refusal(await solved(String(second.key)))).toEqual(refused);
  });

  test('cannot be forged or omitted', async () => {
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

describe('in the back office', () => {
  const patch = async (payload: object, who: Headers = headers) => {
    const { data } = (await api.inject({ url: `/api/public-forms/${second.id}`, headers })).json();
    return api.inject({
      method: 'PATCH',
      url: `/api/public-forms/${second.id}`,
      headers: { ...who, 'if-match': `"${data.row_version}"` },
      payload,
    });
  };

  test('a form is defined by its record; its key and origins are set by the server', async () => {
    expect(second).toMatchObject({
      key: expect.stringMatching(/^pk_[0-9a-f]{20}$/),
      allowed_origins: [foreign],
    });
    const changed = await patch({
      intro: 'Anúnciese.',
      shown_fields: ['industry', 'comments'],
      primary_color: '#b3004b',
      theme: 'dark',
      locale: 'en',
      layout: 'steps',
      thanks_url: 'https://www.anunciante.example/gracias',
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const description = await api.database.transaction(systemChange('test'), async (tx) => {
      const { text } = await describeForm(tx, await loadForm(tx, String(second.key)));
      return JSON.parse(text).form;
    });
    expect(description).toMatchObject({
      intro: 'Anúnciese.',
      hidden: [
        'trade_name',
        'website',
        'locality',
        'address',
        'contact.job',
        'platform_ids',
        'investment_band',
        'has_agency',
      ],
      theme: 'dark',
      locale: 'en',
      layout: 'steps',
      texts: { lang: 'en' },
      primary_color: '#b3004b',
      thanks: { url: 'https://www.anunciante.example/gracias' },
    });
    expect(Object.keys(description)).not.toContain('secret');
    expect(Object.keys(description)).not.toContain('allowed_origins');
  });

  test.each([
    ['allowed_origins', { allowed_origins: ['https://*.anunciante.example'] }],
    ['allowed_origins', { allowed_origins: ['javascript:alert(1)'] }],
    ['primary_color', { primary_color: '#ffe600' }],
    ['thanks_url', { thanks_url: 'javascript:alert(1)' }],
    ['notice_version', { notice_text: 'Otro aviso con la versión de antes.' }],
    ['key', { key: 'pk_elegida_por_mi' }],
  ])('refuses an invalid %s', async (field, payload) => {
    const response = await patch(payload);
    expect(response.statusCode, response.body).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  test('requires the permission to manage forms; the form of the server’s own page cannot be archived', async () => {
    const seller = await signInAs(api, 'sales_rep');
    expect((await patch({ intro: 'x' }, seller)).statusCode).toBe(403);
    for (const url of ['', '/lists', `/${second.id}`, `/${second.id}/results`]) {
      expect((await api.inject({ url: `/api/public-forms${url}`, headers: seller })).statusCode).toBe(403);
    }
    const { data } = (await api.inject({ url: `/api/public-forms?fields=*&q=${key}`, headers })).json();
    const archived = await api.inject({
      method: 'DELETE',
      url: `/api/public-forms/${data[0].id}`,
      headers: { ...headers, 'if-match': `"${data[0].row_version}"` },
    });
    expect([archived.statusCode, archived.json().code]).toEqual([409, 'own_form']);
  });

  test('days are those of the company’s time zone, and all figures are consistent', async () => {
    const timed = await makeForm('Contado por día');
    const today = (await api.database.one<{ day: string }>(sql`SELECT business_date()::text AS day`))?.day;
    await api.database.transaction(systemChange('test'), async (tx) => {
      const { folio } = (
        await send(
          answers({ altcha: await solved(String(timed.key)), notice_version: '1' }),
          { origin: foreign },
          urlOf(timed),
        )
      ).json();
      // One second before and at the first midnight of the last seven days, and before the last one, in the company's
      // time zone.
      for (const [ago, seconds, origin] of [
        [6, -1, 'https://antes.example'],
        [6, 0, 'https://uno.example'],
        [0, -1, 'https://dos.example'],
        [0, 0, 'https://uno.example'],
      ] as const) {
        await tx.query(sql`
          INSERT INTO client_registrations (folio, received_at, due_at, origin, legal_name, country_id, tax_id_type, tax_id,
            contact_first_name, contact_last_name, contact_email, contact_phone, consent, public_form_id, page_origin)
          SELECT ${await takeNumber(tx, { series: 'registration' })},
            (business_date() - ${ago}::integer)::timestamp AT TIME ZONE business_time_zone() + ${seconds}::integer * interval '1 second',
            due_at, origin, legal_name, country_id, tax_id_type, tax_id, contact_first_name, contact_last_name,
            contact_email, contact_phone, consent, public_form_id, ${origin}
          FROM client_registrations WHERE folio = ${folio}`);
      }
    });
    const { totals, origins, days } = (
      await api.inject({ url: `/api/public-forms/${timed.id}/results?days=7`, headers })
    ).json().data;
    const submits = (rows: { submits: number }[]) => rows.map((row) => row.submits);
    expect(submits(days)).toEqual([2, 1, 0, 0, 0, 0, 1]);
    expect(days[0].day).toBe(today);
    expect(totals.submits).toBe(4);
    expect(origins.map((one: { origin: string; submits: number }) => [one.origin, one.submits])).toEqual([
      ['https://uno.example', 2],
      ['https://dos.example', 1],
      [foreign, 1],
    ]);
  });

  test('visits, beginnings, registrations and clients are counted by origin and day, and nothing else', async () => {
    const counted = await makeForm('Contado');
    const url = urlOf(counted);
    const page = { origin: foreign };
    for (let visit = 0; visit < 3; visit += 1) await api.inject({ url, headers: page });
    await api.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } });
    await api.inject(url);
    await api.inject({ method: 'POST', url: `${url}/challenge`, headers: page });
    await api.inject({ method: 'POST', url: `${url}/challenge?again=1`, headers: page });
    const sent = async (more: Headers) =>
      (
        await send(answers({ altcha: await solved(String(counted.key)), notice_version: '1' }), more, url)
      ).json().folio;
    const folio = await sent(page);
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`
        UPDATE client_registrations SET status = 'spam', decided_at = now() WHERE folio = ${await sent(page)}`);
    });
    await api.app.flushFormCounts();
    await api.app.flushFormCounts();
    const results = await api.inject({ url: `/api/public-forms/${counted.id}/results?days=7`, headers });
    expect(results.statusCode, results.body).toBe(200);
    const { totals, origins, days } = results.json().data;
    expect(origins).toEqual([
      { origin: foreign, views: 3, starts: 1, submits: 1, clients: 0 },
      { origin: '', views: 1, starts: 0, submits: 0, clients: 0 },
    ]);
    expect(totals).toEqual({ views: 4, starts: 1, submits: 1, clients: 0 });
    expect(days).toHaveLength(7);
    expect(days[0]).toMatchObject(totals);
    expect(days[1]).toMatchObject({ views: 0, submits: 0 });
    const row = await api.database.one<{ page_origin: string }>(
      sql`SELECT page_origin FROM client_registrations WHERE folio = ${folio}`,
    );
    expect(row?.page_origin).toBe(foreign);
    const file = await api.inject({ url: `/api/public-forms/${counted.id}/results/file?days=7`, headers });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(' – Contado – ');
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFFDía,Sitio,Lo vieron,Empezaron,Enviaron,Ya son clientes',
      `${days[0].day},Páginas de Pauta,1,0,0,0`,
      `${days[0].day},${foreign},3,1,1,0`,
      '',
    ]);
    const wide = await api.inject({ url: `/api/public-forms/${counted.id}/results?days=8`, headers });
    expect(wide.statusCode).toBe(422);
  });
});

describe('the origin of a registration', () => {
  test('is displayed, filtered, exported and counted by campaign', async () => {
    const form = await makeForm('De campaña');
    const register = (attribution: object) =>
      solved(String(form.key)).then((altcha) =>
        send(answers({ altcha, attribution, notice_version: '1' }), { origin: foreign }, urlOf(form)),
      );
    const sent = await register({
      page: 'https://www.anunciante.example/registro',
      landing_page: 'https://www.anunciante.example/',
      referrer: 'https://buscador.example/',
      utm_source: 'radio',
      utm_medium: 'cuña',
      utm_campaign: '=Verano\u202e 26',
      fbclid: 'abc',
      email: 'ana@empresa.com',
    });
    expect(sent.statusCode, sent.body).toBe(201);
    await register({ utm_campaign: 'Invierno', utm_term: { not: 'a text' } });
    await register({});

    const filter = `f.public_form_id=${form.id}&f.page_origin=anunciante&f.utm_campaign=verano&f.ad_network=meta`;
    const list = await api.inject({ url: `/api/client-registrations?fields=*&${filter}`, headers });
    expect(list.json().total).toBe(1);
    const [{ id }] = list.json().data;
    const record = (await api.inject({ url: `/api/client-registrations/${id}`, headers })).json().data;
    expect(record).toMatchObject({
      public_form_id: { id: form.id, label: 'De campaña' },
      page_origin: foreign,
      sent_page: 'https://www.anunciante.example/registro',
      landing_page: 'https://www.anunciante.example/',
      referrer_page: 'https://buscador.example/',
      utm_source: 'radio',
      utm_medium: 'cuña',
      utm_campaign: '=Verano 26',
      ad_network: 'meta',
      click_id: 'abc',
    });
    const kept = await api.database.one<{ attribution: object }>(
      sql`SELECT attribution FROM client_registrations WHERE id = ${id}::uuid`,
    );
    expect(kept?.attribution).not.toHaveProperty('email');
    const words = `where=${encodeURIComponent(`utm_campaign:Invierno or utm_campaign:Verano`)}&f.public_form_id=${form.id}`;
    expect((await api.inject({ url: `/api/client-registrations?${words}`, headers })).json().total).toBe(2);

    const exported = await api.inject({
      method: 'POST',
      url: '/api/client-registrations/export',
      headers,
      payload: {
        format: 'csv',
        columns: ['folio', 'public_form_id', 'utm_campaign', 'ad_network'],
        query: `f.public_form_id=${form.id}&f.utm_campaign=verano`,
      },
    });
    expect(exported.statusCode, exported.body).toBe(200);
    expect(exported.body).toMatch(/De campaña,'=Verano 26,Meta/);

    const results = await api.inject({ url: `/api/public-forms/${form.id}/results?days=7`, headers });
    const one = { source: null, medium: null, network: null, submits: 1, clients: 0 };
    expect(results.json().data.campaigns).toEqual([
      { ...one, campaign: '=Verano 26', source: 'radio', medium: 'cuña', network: 'meta' },
      { ...one, campaign: 'Invierno' },
      { ...one, campaign: null },
    ]);
    const file = await api.inject({
      url: `/api/public-forms/${form.id}/results/file?days=7&by=campaign`,
      headers,
    });
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFFCampaña,Fuente,Canal,Red publicitaria,Enviaron,Ya son clientes',
      "'=Verano 26,radio,cuña,Meta,1,0",
      'Invierno,,,,1,0',
      ',,,,1,0',
      '',
    ]);
  });
});

describe('limits', () => {
  /** A page on which browsers cannot compute hashes. */
  const insecure = { origin: 'http://www.anunciante.example' };
  const openToInsecure = async (name: string) =>
    urlOf(await visitors.makeForm(name, { allowed_origins: [insecure.origin] }));
  const bare = () => answers({ notice_version: '1', industry_id: null, platform_ids: [] });

  test('registrations from one network are limited', async () => {
    const url = await openToInsecure('De una red');
    const network: number[] = [];
    for (let host = 0; host <= 90; host += 1) {
      network.push((await send({}, insecure, url, `198.51.100.${host}`)).statusCode);
    }
    expect(network).toEqual([...Array(90).fill(422), 429]);
    expect((await send(bare(), insecure, url, '203.0.113.1')).statusCode).toBe(201);
  });

  test('registrations without proof are limited per form', async () => {
    const url = await openToInsecure('De todas partes');
    for (let subnet = 0; subnet < 130; subnet += 1) {
      expect((await send({}, insecure, url, `10.${subnet}.0.1`)).statusCode).toBe(422);
    }
    const taken: number[] = [];
    for (let subnet = 0; subnet <= 120; subnet += 1) {
      taken.push((await send(bare(), insecure, url, `10.${subnet}.1.1`)).statusCode);
    }
    expect(taken).toEqual([...Array(120).fill(201), 429]);
  });

  test('registrations without proof are limited per address, without affecting others', async () => {
    const url = await openToInsecure('De una dirección');
    for (let sent = 0; sent < 60; sent += 1) {
      expect((await send({}, insecure, url)).statusCode).toBe(422);
    }
    const response = await send(bare(), insecure, url);
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers['access-control-allow-origin']).toBe(insecure.origin);
    expect(response.json().message).toMatch(/^Demasiados intentos\. Espere /);
    const altcha = await solved(url.split('/').at(-1));
    expect((await send({ ...bare(), altcha }, insecure, url)).statusCode).toBe(201);
  });

  test('challenges are limited per address', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 121; asked += 1) {
      statuses.push((await api.inject({ method: 'POST', url: `${form}/challenge` })).statusCode);
    }
    expect(statuses).toEqual([...Array(120).fill(200), 429]);
  });

  test('allow the employees of an office to fill in the form at the same time', async () => {
    const office = await startTestApi({ config: { rateLimit: { signedIn: 0, anonymous: 60 } } });
    try {
      const page = { origin: 'http://localhost:5173' };
      const asks = { ...page, 'access-control-request-method': 'POST' };
      const call = async (method: 'GET' | 'OPTIONS' | 'POST', part: string, more: object = {}) => {
        for (;;) {
          const reply = await office.inject({ method, url: `${form}${part}`, headers: page, ...more });
          // A busy server answers 503 and the form retries (`persistent-fetch.ts`); only other refusals are counted.
          if (![409, 503].includes(reply.statusCode)) return reply.statusCode;
        }
      };
      const seen: Record<number, number> = {};
      const person = async (number: number) => {
        const altcha = await encode(
          await newChallenge(await loadForm(office.database, key), Date.now() - 10_000),
        );
        const sends = (values: object) =>
          call('POST', '/registrations', {
            headers: {
              ...page,
              'idempotency-key': `persona-${number}-${JSON.stringify(values).length}-000000`,
            },
            payload: { ...answers({ industry_id: null, platform_ids: [] }), altcha, ...values },
          });
        // The requests of a browser in sequence: the form, its challenge, an invalid submission, another challenge, and
        // the valid one.
        // challenge, and the valid one.
        for (const status of [
          await call('GET', '?lang=es'),
          await call('POST', '/challenge'),
          await call('OPTIONS', '/registrations', { headers: asks }),
          await sends({ legal_name: '' }),
          await call('POST', '/challenge?again=1'),
          await sends({}),
        ])
          seen[status] = (seen[status] ?? 0) + 1;
      };
      await Promise.all(Array.from({ length: 30 }, (_, number) => person(number)));
      expect(seen).toEqual({ 200: 90, 204: 30, 422: 30, 201: 30 });
      // They did not exhaust the limit of users who sign in there either.
      const login = await office.inject({ method: 'POST', url: '/api/login', payload: {} });
      expect(login.statusCode).toBe(422);
    } finally {
      await office.close();
    }
  });

  test('refusals of any request are readable on other origins too', async () => {
    const limited = await startTestApi({ config: { rateLimit: { signedIn: 0, anonymous: 3 } } });
    try {
      const headers = { origin: 'http://localhost:5173' };
      const statuses: number[] = [];
      let last = await limited.inject({ url: form, headers });
      for (let asked = 0; asked < 30; asked += 1) {
        last = await limited.inject({ url: form, headers });
        statuses.push(last.statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
      expect(last.headers['access-control-allow-origin']).toBe('http://localhost:5173');
      // Otherwise the browser would not send the request, whose refusal has a readable message.
      const ahead = await limited.inject({ method: 'OPTIONS', url: `${form}/registrations`, headers });
      expect(ahead.statusCode).toBe(204);
    } finally {
      await limited.close();
    }
  });
});
