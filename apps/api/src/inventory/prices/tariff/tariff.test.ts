import { createHash } from 'node:crypto';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../../platform/database/database.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { sampleBody } from '../../../testing/sample-values.ts';
import { createRole, signInAs } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

type Headers = Record<string, string>;
interface List {
  id: string;
  row_version: number;
}

const secrets = ['987,654', '987654', 'Nota interna', 'Descuento secreto', 'Persona Que Publica'];

let api: TestApi;
/** The owner of the tables, for states that no route makes. */
let owner: pg.Client;
let headers: Headers;
let viewer: Headers;
let spot: string;
let space: string;
let made = 0;

const post = (url: string, payload: object = {}, more: Headers = headers) =>
  api.inject({ method: 'POST', url, payload, headers: more });
const get = (url: string, more: Headers = {}) => api.inject({ url, headers: more });

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  headers = await signInAs(api, 'admin');
  viewer = await signInAs(api, await createRole(api, ['prices.view_all']));
  const [article] = await api.database.query<{ id: string; platform_id: string; category: string }>(sql`
    SELECT a.id, a.platform_id,
      (SELECT c.id FROM inventory_categories c WHERE c.platform_id = p.id ORDER BY c.code LIMIT 1) AS category
    FROM ad_articles a JOIN platforms p ON p.id = a.platform_id WHERE a.code LIKE '%CUNA-30' AND p.code = 'RADIO'`);
  spot = article?.id ?? '';
  const item = await post('/api/inventory-items', {
    ...(await sampleBody(api.database, inventoryItems, 2)),
    name: 'Mañana #panic("x") <script>alert(1)</script> & *más*',
    platform_id: article?.platform_id,
    inventory_category_id: article?.category,
    ad_article_id: spot,
    days: ['1', '2', '3', '4', '5'],
    time_slot_id: null,
  });
  expect(item.statusCode, item.body).toBe(201);
  space = item.json().data.id;
  const active = await post(`/api/inventory-items/${space}/activate`, {}, { ...headers, 'if-match': '"1"' });
  expect(active.statusCode, active.body).toBe(200);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
// The counters of visits are per address, and all tests have one.
beforeEach(async () => {
  await owner.query('DELETE FROM attempts');
});

const rule = (own: object) => ({ id: newLineId(), pct: '15', reason: 'other', ...own });

const makeList = async (own: object = {}): Promise<List> => {
  made += 1;
  const reply = await post('/api/price-lists', {
    code: `TAR-E${made}`,
    name: `Tarifa de prueba ${made}`,
    kind: 'special',
    currency_code: 'DOP',
    // Periods of lists of one kind must not overlap.
    valid: { from: `${2030 + made}-01-01`, to: `${2030 + made}-12-31` },
    notes: 'Nota interna de la lista',
    prices: {
      put: [
        {
          id: newLineId(),
          inventory_item_id: space,
          unit: 'spot',
          unit_price: '1500',
          floor_price: '987.654',
        },
        {
          id: newLineId(),
          ad_article_id: spot,
          unit: 'spot',
          unit_price: '1000000',
          floor_price: '987654',
        },
      ],
    },
    rules: {
      put: [
        rule({ code: 'FINDE', name: 'Fin de semana', effect: 'surcharge', days: ['6', '7'] }),
        rule({ code: 'OCULTO', name: 'Descuento secreto', effect: 'discount', applies: 'chosen' }),
      ],
    },
    ...own,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
};

const publish = async (list: List): Promise<List> => {
  const reply = await post(
    `/api/price-lists/${list.id}/publish`,
    {},
    { ...headers, 'if-match': `"${list.row_version}"` },
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
};

const share = async (list: List, payload: object = {}): Promise<string> => {
  const reply = await post(`/api/price-lists/${list.id}/share_tariff`, payload);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data.path;
};

describe('the PDF of a price list', () => {
  const pdfOf = (id: string, more: Headers = headers) => get(`/api/price-lists/${id}/tariff.pdf`, more);

  test('needs the permission to see price lists', async () => {
    const { id } = await makeList();
    const nobody = await signInAs(api, await createRole(api, ['clients.view_all']));
    expect((await pdfOf(id, {})).statusCode).toBe(401);
    expect((await pdfOf(id, nobody)).statusCode).toBe(403);
    expect((await pdfOf('01900000-0000-7000-8000-000000000001', viewer)).statusCode).toBe(404);
    const reply = await pdfOf(id, viewer);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toMatch(/^attachment; .*Tarifa%20TAR-E\d+\.pdf/);
  });

  test('has what is public, texts as they are, and the mark of a draft', async () => {
    const list = await makeList();
    const { text, isTagged } = await readPdf((await pdfOf(list.id)).rawPayload);
    const compact = text.replaceAll(/\s+/g, ' ');
    for (const shown of [
      'BORRADOR',
      `Tarifa de prueba ${made}`,
      'Especial',
      'Peso dominicano',
      'Mañana #panic("x") <script>alert(1)</script> & *más*',
      '1,500.00',
      '1,000,000.00',
      'Fin de semana',
      'Sábado y domingo',
      'sin impuestos',
      'Página 1 de 1',
    ])
      expect(compact).toContain(shown);
    for (const secret of secrets) expect(compact).not.toContain(secret);
    expect(isTagged).toBe(true);
    const { text: published } = await readPdf((await pdfOf((await publish(list)).id)).rawPayload);
    expect(published).not.toContain('BORRADOR');
  });

  test('has the same bytes each time, and others after a change', async () => {
    const list = await makeList();
    const sumOf = async () =>
      createHash('sha256')
        .update((await pdfOf(list.id)).rawPayload)
        .digest('hex');
    const first = await sumOf();
    const other = await startTestApi({ testDatabase: { ...api.testDatabase, drop: async () => {} } });
    const again = await other.inject({ url: `/api/price-lists/${list.id}/tariff.pdf`, headers });
    await other.app.close();
    expect(createHash('sha256').update(again.rawPayload).digest('hex')).toBe(first);
    await publish(list);
    expect(await sumOf()).not.toBe(first);
  });

  test('is refused, with what to do instead, for a list that is too long', async () => {
    const list = await makeList();
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(
        sql`UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = ${list.id}::uuid`,
      );
      await tx.query(sql`
        INSERT INTO prices (id, price_list_id, position, ad_article_id, unit, unit_price, min_qty)
        SELECT new_id(), ${list.id}::uuid, 'z', ${spot}::uuid, 'spot', 10, 2 + n FROM generate_series(1, 3000) n`);
    });
    const reply = await pdfOf(list.id);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'too_long_to_print']);
  });
});

describe('publishing a tariff', () => {
  test('needs its permission, a current list, and one that is not internal', async () => {
    const draft = await makeList();
    const refused = await post(`/api/price-lists/${draft.id}/share_tariff`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_current']);
    const list = await publish(draft);
    for (const command of ['share_tariff', 'withdraw_tariff'])
      expect((await post(`/api/price-lists/${list.id}/${command}`, {}, viewer)).statusCode).toBe(403);
    const internal = await publish(await makeList({ kind: 'internal' }));
    const kept = await post(`/api/price-lists/${internal.id}/share_tariff`);
    expect([kept.statusCode, kept.json().code]).toEqual([409, 'internal_list']);
  });

  test('answers a link once, stores its hash alone, and encrypts the answer that is repeated', async () => {
    const list = await publish(await makeList());
    const key = { ...headers, 'idempotency-key': `tarifa-unica-${list.id}` };
    const [first, again] = [
      await post(`/api/price-lists/${list.id}/share_tariff`, {}, key),
      await post(`/api/price-lists/${list.id}/share_tariff`, {}, key),
    ];
    expect(again.body).toBe(first.body);
    const token = first.json().data.path.split('/').at(-1);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const table of ['tariff_links', 'audit_log', 'idempotency_keys']) {
      const { rows } = await owner.query(
        `SELECT count(*)::integer AS found FROM ${table} t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'`,
        [token],
      );
      expect(rows, table).toEqual([{ found: 0 }]);
    }
    const state = await get(`/api/price-lists/${list.id}/tariff-link`, viewer);
    expect(state.json().data).toMatchObject({ public_path: null, until: `${2030 + made}-12-31` });
    expect(state.body).not.toContain(token);
    const history = await get(`/api/price-lists/${list.id}/history`, headers);
    expect(history.body).toContain('Tarifa publicada');
  });

  test('is withdrawn by its command, which says when there is nothing to withdraw', async () => {
    const list = await publish(await makeList());
    const nothing = await post(`/api/price-lists/${list.id}/withdraw_tariff`);
    expect([nothing.statusCode, nothing.json().code]).toEqual([409, 'no_link']);
    const path = await share(list);
    expect((await get(path)).statusCode).toBe(200);
    expect((await post(`/api/price-lists/${list.id}/withdraw_tariff`)).statusCode).toBe(200);
    expect((await get(path)).statusCode).toBe(404);
    expect((await get(`/api/price-lists/${list.id}/tariff-link`, viewer)).json().data).toBeNull();
  });

  test('replaces the link before', async () => {
    const list = await publish(await makeList());
    const [first, second] = [await share(list), await share(list)];
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
  });

  test('at once leaves one open link', async () => {
    const list = await publish(await makeList());
    const paths = await Promise.all([1, 2, 3, 4].map(() => share(list)));
    const codes = await Promise.all(paths.map(async (path) => (await get(path)).statusCode));
    expect(codes.toSorted()).toEqual([200, 404, 404, 404]);
  });
});

describe('an address that stays', () => {
  test('is only for political lists, and has a simple form', async () => {
    const special = await publish(await makeList());
    const refused = await post(`/api/price-lists/${special.id}/share_tariff`, { public_path: 'electoral' });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['public_path']]);
    const political = await publish(await makeList({ kind: 'political' }));
    for (const public_path of [
      'ab',
      'Con Espacios',
      '../x',
      'ñandú',
      'a--b',
      'x'.repeat(41),
      'a'.repeat(43),
    ]) {
      const reply = await post(`/api/price-lists/${political.id}/share_tariff`, { public_path });
      expect(reply.statusCode, public_path).toBe(422);
    }
    expect(await share(political, { public_path: 'electoral' })).toBe('/tarifas/electoral');
    const page = await get('/tarifas/electoral');
    expect(page.statusCode).toBe(200);
    expect(page.headers['x-robots-tag']).toBeUndefined();
    expect(page.body).not.toContain('noindex');
    expect(page.body).toContain('Horario o espacio');
  });

  test('leads to one list a day: the next one takes it over on its first day', async () => {
    const [one, next] = [
      await publish(await makeList({ kind: 'political' })),
      await publish(await makeList({ kind: 'political' })),
    ];
    await share(one, { public_path: 'sucesion' });
    await share(next, { public_path: 'sucesion' });
    const nameOn = async () => /<h1>(.*?)<\/h1>/.exec((await get('/tarifas/sucesion')).body)?.[1];
    expect(await nameOn()).toBe(`Tarifa de prueba ${made - 1}`);
    const sameDays = await publish(
      await makeList({
        kind: 'political',
        valid: { from: `${2030 + made}-06-01`, to: `${2030 + made}-06-30` },
      }).then(async (list) => {
        // Of another company, so that both may be current.
        const company = await api.database.one<{ id: string }>(
          sql`SELECT id FROM companies ORDER BY code LIMIT 1`,
        );
        const reply = await api.inject({
          method: 'PATCH',
          url: `/api/price-lists/${list.id}`,
          payload: { company_id: company?.id },
          headers: { ...headers, 'if-match': `"${list.row_version}"` },
        });
        expect(reply.statusCode, reply.body).toBe(200);
        return reply.json().data as List;
      }),
    );
    const taken = await post(`/api/price-lists/${sameDays.id}/share_tariff`, { public_path: 'sucesion' });
    expect(taken.statusCode).toBeGreaterThanOrEqual(409);
    expect(taken.json().message).toMatch(/ya abre otra tarifa/);
    const { row_version } = one;
    const over = await post(
      `/api/price-lists/${one.id}/expire`,
      {},
      { ...headers, 'if-match': `"${row_version}"` },
    );
    expect(over.statusCode, over.body).toBe(200);
    expect(await nameOn()).toBe(`Tarifa de prueba ${made - 1}`);
    // It is free again for the days of a list that ended.
    expect(over.json().data.status).toBe('expired');
  });
});

describe('the public page', () => {
  const unknown = '/tarifas/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

  test('shows what is public without a session, scripts or the back office', async () => {
    const list = await publish(await makeList());
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE users SET full_name = 'Persona Que Publica' WHERE id = (
        SELECT created_by FROM price_lists WHERE id = ${list.id}::uuid)`),
    );
    const path = await share(list);
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    expect(page.body).toContain('1,500.00');
    expect(page.body).toContain('Sábado y domingo');
    expect(page.body).not.toMatch(/<script|<link rel="(stylesheet|modulepreload)/);
    for (const secret of [...secrets, list.id]) expect(page.body).not.toContain(secret);
    expect(page.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);

    const pdf = await get(`${path}/tarifa.pdf`);
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-robots-tag': 'noindex' });
    const { text, info } = await readPdf(pdf.rawPayload);
    expect(text).toContain('1,500.00');
    for (const secret of secrets) expect(text + JSON.stringify(info)).not.toContain(secret);
    // The price and the floor price are in the document in no other form.
    expect(pdf.rawPayload.includes(list.id)).toBe(false);
  });

  test('answers unknown, withdrawn, ended, archived and expired links alike', async () => {
    const answers = new Map<string, Awaited<ReturnType<typeof get>>>();
    const paths = new Map<string, string>([['unknown', unknown]]);
    const open = async (name: string): Promise<List> => {
      const list = await publish(await makeList());
      paths.set(name, await share(list));
      expect((await get(paths.get(name) ?? '')).statusCode).toBe(200);
      return list;
    };
    const withdrawn = await open('withdrawn');
    await post(`/api/price-lists/${withdrawn.id}/withdraw_tariff`);
    const ended = await open('ended');
    await post(
      `/api/price-lists/${ended.id}/expire`,
      {},
      { ...headers, 'if-match': `"${ended.row_version}"` },
    );
    const past = await open('past');
    await owner.query('ALTER TABLE price_lists DISABLE TRIGGER USER');
    await owner.query(`UPDATE price_lists SET valid = '[2020-01-01,2020-02-01)' WHERE id = $1`, [past.id]);
    const archived = await open('archived');
    await owner.query('UPDATE price_lists SET archived_at = now() WHERE id = $1', [archived.id]);
    await owner.query('ALTER TABLE price_lists ENABLE TRIGGER USER');
    paths.set('cut off', `${paths.get('past')?.slice(0, -3)}`);
    paths.set('an address', '/tarifas/electoral-que-no-existe');
    paths.set('long', `/tarifas/${'a'.repeat(900)}`);
    paths.set('below', `${unknown}/otra/cosa`);
    for (const [name, path] of paths) {
      answers.set(name, await get(path));
      if (path !== paths.get('below')) answers.set(`${name} pdf`, await get(`${path}/tarifa.pdf`));
    }
    const shape = ({ statusCode, body, headers: all }: Awaited<ReturnType<typeof get>>) => {
      const { 'x-request-id': _id, date: _date, ...rest } = all;
      return JSON.stringify([statusCode, body, rest]);
    };
    const first = answers.get('unknown');
    expect(first?.statusCode).toBe(404);
    expect(first?.body).toContain('Esta tarifa no está disponible');
    for (const [name, answer] of answers) expect(shape(answer), name).toBe(first && shape(first));
  });

  test('is limited by address', async () => {
    let refused: Awaited<ReturnType<typeof get>> | undefined;
    let allowed = 0;
    while (!refused) {
      const answer = await get(unknown);
      if (answer.statusCode === 429) refused = answer;
      else allowed += 1;
    }
    expect(allowed).toBe(120);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('Demasiadas visitas');
  });
});

test('a link cannot be changed, or opened for a list by hand in a wrong form', async () => {
  const list = await publish(await makeList());
  await share(list);
  const write = (statement: string) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query({ text: statement, values: [] } as never),
    );
  await expect(
    write(`UPDATE tariff_links SET token_hash = sha256('x') WHERE price_list_id = '${list.id}'`),
  ).rejects.toThrow(/permission denied/);
  await expect(write(`DELETE FROM tariff_links WHERE price_list_id = '${list.id}'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    write(`INSERT INTO tariff_links (price_list_id, valid) VALUES ('${list.id}', '[2026-01-01,2026-02-01)')`),
  ).rejects.toThrow(/tariff_links_one_address|no válid|constraint/i);
});
