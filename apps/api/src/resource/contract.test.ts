import { AsyncLocalStorage } from 'node:async_hooks';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { type Field, isEmpty, isFilterable } from '@pauta/domain/kinds/kind.ts';
import type { NumberOptions } from '@pauta/domain/kinds/number.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import { isStateChange, userCommands } from '@pauta/domain/resource/command.ts';
import { isDocument, linesOf } from '@pauta/domain/resource/lines.ts';
import { listedFields, usualFields } from '@pauta/domain/resource/query/listed-fields.ts';
import { sortableFields } from '@pauta/domain/resource/query/query.ts';
import { initialValues } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDerivedRecords } from '../testing/derived-records.ts';
import { casesOf, representsAspect } from '../testing/representatives.ts';
import { rareSamples, sampleBody, unfilled } from '../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { isScoped } from './reading/row-scope.ts';

type Headers = Record<string, string>;
interface Page {
  data: AnyRecord[];
  next_cursor: string | null;
  total: number;
  total_is_estimate: boolean;
}

/** Names that exercise Spanish collation: accents do not count, ñ sorts after n. */
const names = ['Ñandú', 'Núñez', 'nube', 'Nuñeza', 'Ócalo', 'ocaso', 'Zeta', 'ámbar', 'Ambar 2', 'oz', 'nz'];

let api: TestApi;
let headers: Headers;

const get = async (url: string, more: Headers = {}) => api.inject({ url, headers: { ...headers, ...more } });
const page = async (url: string): Promise<Page> => {
  const response = await get(url);
  expect(response.statusCode, `${url}: ${response.body}`).toBe(200);
  return response.json();
};
const everything = async (path: string, query = ''): Promise<AnyRecord[]> => {
  const records: AnyRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Page = await page(`${path}?fields=*&limit=100&${query}${cursor ? `&cursor=${cursor}` : ''}`);
    records.push(...next.data);
    cursor = next.next_cursor;
  }
  return records;
};
/** A document without the lines of its body, which a list does not answer. */
const withoutLines = (resource: Resource, record: AnyRecord): object => {
  const lines = new Set(linesOf(resource).map(({ name }) => name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => !lines.has(name)));
};
const post = (url: string, payload: object, more: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });

/** Values with which a field applies that depends on others. */
const conditionsOf = (resource: Resource, name: string): Record<string, unknown> => {
  const when = resource.fields[name]?.options.when;
  if (!when || when.is === 'given') return {};
  return { ...conditionsOf(resource, when.field), [when.field]: when.is[0] };
};

const made = new Map<string, number>();
/** Creates a record through the API. */
const create = async (resource: Resource, values: object = {}): Promise<AnyRecord> => {
  const count = (made.get(resource.name) ?? 0) + 1;
  made.set(resource.name, count);
  const body = { ...(await sampleBody(api.database, resource, count)), ...values };
  const response = await post(`/api/${resource.path}`, body);
  expect(response.statusCode, `${resource.name}: ${response.body}`).toBe(201);
  return response.json().data;
};

/** The transfer log has records only after a transfer. */
const transferOnce = async (): Promise<void> => {
  const { data } = await page('/api/clients?fields=*&limit=1');
  const from = (data[0]?.primary_sales_rep_id as { id: string } | undefined)?.id;
  const to = (await createUser(api, { role: 'sales_rep' })).id;
  const parts = ['clients.primary_sales_rep_id'];
  const payload = { from_user_id: from, to_user_id: to, parts, reason: 'Cambio de zona' };
  expect((await post('/api/account-transfers', payload)).statusCode).toBe(201);
};

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  await makeDerivedRecords(api);
  for (const name of names) await createUser(api, { full_name: `${name} Pérez`, role: 'sales_rep' });
  for (const resource of resources.filter(({ operations }) => operations.includes('create'))) {
    const titleField = resource.fields[resource.title];
    // Resources covered by none of these cases are only referenced.
    const isLookedAt = (['sorting', 'filtering', 'creating'] as const).some((one) =>
      representsAspect(resource, one),
    );
    const one = (name: string) =>
      create(
        resource,
        titleField && !titleField.options.readOnly ? { [resource.title]: `${name} S.A.` } : {},
      );
    const [first = '', second = '', ...others] = names;
    await one(first);
    await one(second);
    if (isLookedAt) await Promise.all(others.map(one));
    const count = made.get(resource.name) ?? 0;
    for (const rare of rareSamples) {
      made.set(resource.name, rare - 1);
      await create(resource);
    }
    made.set(resource.name, count);
  }
  await transferOnce();
  // Creating hundreds of records takes long on a busy machine.
}, 240_000);
afterAll(() => api.close());

const sortable = (value: unknown, field: Field): string | number => {
  if (['integer', 'decimal', 'money', 'percent'].includes(field.kind.name)) return Number(value);
  return field.kind.family === 'text' ? fold(String(value).replace(/ñ/gi, 'n~')) : String(value);
};

const isOrdered = (records: readonly AnyRecord[], name: string, field: Field, descending: boolean): boolean =>
  records.slice(1).every((record, index) => {
    const [a, b] = [records[index]?.[name] ?? null, record[name] ?? null];
    if (a === null || b === null) return b === null;
    const [first, second] = [sortable(a, field), sortable(b, field)];
    return first === second || first > second === descending;
  });

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const path = `/api/${resource.path}`;
  const on = casesOf(resource);
  const fields = { ...resource.fields, ...systemFields };

  describe('the list', () => {
    on('sorting')('pages through every order without gaps, repetitions or empty values first', async () => {
      const all = new Set((await everything(path)).map(({ id }) => id));
      for (const name of sortableFields(resource)) {
        for (const sort of [name, `-${name}`]) {
          const seen: AnyRecord[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const size = all.size > 100 ? 60 : 7;
            const next: Page = await page(
              `${path}?fields=${name}&sort=${sort}&limit=${size}${cursor ? `&cursor=${cursor}` : ''}`,
            );
            seen.push(...next.data);
            expect(next.total).toBe(all.size);
            cursor = next.next_cursor;
          }
          expect(seen.length, sort).toBe(all.size);
          expect(new Set(seen.map(({ id }) => id)), sort).toEqual(all);
          expect(isOrdered(seen, name, fields[name] as Field, sort.startsWith('-')), sort).toBe(true);
        }
      }
    });

    on('filtering')('filters by each field as the grammar says', async () => {
      const all = await everything(path);
      const ids = (records: readonly AnyRecord[]) => records.map(({ id }) => id).sort();
      const idOf = (value: unknown) => (value as { id: string }).id;
      const expectFilter = async (filter: string, matches: (record: AnyRecord) => boolean) => {
        const found = await everything(path, `f.${filter}`);
        expect(ids(found), filter).toEqual(ids(all.filter(matches)));
      };
      for (const [name, field] of Object.entries(fields)) {
        if (!isFilterable(field)) continue;
        const isNone = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
        await expectFilter(`${name}=-`, (record) => isNone(record[name]));
        await expectFilter(`${name}=!-`, (record) => !isNone(record[name]));
        const value = all.map((record) => record[name]).find((one) => !isNone(one));
        if (value === undefined) continue;
        if (field.kind.family === 'choice') {
          const wire = (one: unknown): string[] =>
            [one]
              .flat()
              .flatMap((item) =>
                item === null ? [] : [typeof item === 'object' ? idOf(item) : String(item)],
              )
              // Places are filtered by areas: here the smallest one around the place.
              .map((text) => (field.kind.name === 'location' ? `0.001km@${text.replace(', ', ';')}` : text));
          const wanted = wire(value)[0] ?? '';
          await expectFilter(`${name}=${encodeURIComponent(wanted)}`, (record) =>
            wire(record[name]).includes(wanted),
          );
          await expectFilter(
            `${name}=!${encodeURIComponent(wanted)}`,
            (record) => !wire(record[name]).includes(wanted),
          );
        } else if (field.kind.family === 'text') {
          const text = fold(String(value));
          const part = text.slice(1, 5).trim();
          const shown = encodeURIComponent(part.toUpperCase());
          await expectFilter(`${name}=${shown}`, (record) => fold(String(record[name] ?? '')).includes(part));
          await expectFilter(
            `${name}=${encodeURIComponent(`=${String(value)}`)}`,
            (record) => fold(String(record[name] ?? '')) === text,
          );
          const start = text.slice(0, 3).trim();
          await expectFilter(`${name}=${encodeURIComponent(`^${start}`)}`, (record) =>
            fold(String(record[name] ?? '')).startsWith(start),
          );
        } else if (field.kind.name === 'date' || field.kind.name === 'dateTime') {
          await expectFilter(`${name}=1990-01-01..2400-01-01`, (record) => record[name] !== null);
          await expectFilter(`${name}=..1990-01-01`, () => false);
        } else if (field.kind.name === 'dateRange') {
          await expectFilter(`${name}=1990-01-01..2400-01-01`, (record) => record[name] !== null);
          const { from } = value as DateRange;
          await expectFilter(`${name}=${from}`, (record) => {
            const range = record[name] as DateRange | null;
            return range !== null && (range.from ?? '') <= (from ?? '') && (range.to ?? '9') >= (from ?? '');
          });
        } else if (field.kind.name === 'time') {
          await expectFilter(`${name}=${value}..`, (record) => String(record[name] ?? '') >= String(value));
          await expectFilter(`${name}=..${value}`, (record) => String(record[name] ?? '~') <= String(value));
        } else {
          const limit = Number(value);
          await expectFilter(
            `${name}=${limit}..`,
            (record) => record[name] !== null && Number(record[name]) >= limit,
          );
          await expectFilter(
            `${name}=..${limit}`,
            (record) => record[name] !== null && Number(record[name]) <= limit,
          );
        }
      }
    });

    test('finds by words, regardless of case, accents and order', async () => {
      const [record] = await everything(path);
      const text = resource.search
        .map((name) => String(record?.[name] ?? ''))
        .find((value) => value.length >= 4);
      if (!record || text === undefined) return;
      const typed = fold(text).toUpperCase().split(' ').reverse().join('  ');
      const found = await everything(path, `q=${encodeURIComponent(typed)}`);
      expect(found.map(({ id }) => id)).toContain(record.id);
      expect((await page(`${path}?q=${encodeURIComponent(`${typed} xyzzy`)}`)).total).toBe(0);
      // Wildcards of LIKE are searched literally.
      expect((await page(`${path}?q=${encodeURIComponent('%_%')}`)).total).toBe(0);
    });

    on('reading').each([
      ['unknown=1', 'unknown'],
      ['f.unknown=1', 'f.unknown'],
      ['f.id=1', 'f.id'],
      ['sort=unknown', 'sort'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=x', 'limit'],
      ['archived=perhaps', 'archived'],
      ['cursor=bm9wZQ', 'cursor'],
      ['q=a&q=b', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      ['fields=created_at,nada', 'fields'],
      ['fields=__proto__', 'fields'],
      ['count=maybe', 'count'],
      ['count=no&count=no', 'count'],
      ['fields=*&fields=*', 'fields'],
      ['f.created_at=2026-02-30', 'f.created_at'],
      ['q=%00', 'q'],
    ])('refuses %s', async (query, field) => {
      const response = await get(`${path}?${query}`);
      expect(response.statusCode, response.body).toBe(422);
      expect(response.json().errors[field]).toEqual([expect.stringMatching(/^[A-ZÁÉÍÓÚÑ¿].*\.$/)]);
    });

    on('reading')('a cursor of another order is refused', async () => {
      const { next_cursor } = await page(`${path}?sort=created_at&limit=1`);
      const response = await get(`${path}?sort=-created_at&limit=1&cursor=${next_cursor}`);
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toHaveProperty('cursor');
    });

    on('reading')(
      'answers the fields that are asked for, as the record has them, and what every row has',
      async () => {
        const { data: whole } = await page(`${path}?fields=*&limit=5`);
        const names = Object.keys(fields);
        const always = [
          'id',
          'row_version',
          ...(resource.operations.includes('archive') ? ['archived_at'] : []),
        ];
        for (const record of whole) {
          expect(Object.keys(record).sort()).toEqual([...names, ...always].sort());
          expect(record).toEqual(withoutLines(resource, (await get(`${path}/${record.id}`)).json().data));
        }
        for (const [query, asked] of [
          ['', usualFields(resource)],
          ...names.map((name) => [`fields=${name}`, [name]] as const),
          ['fields=', usualFields(resource)],
        ] as const) {
          const { data: rows } = await page(`${path}?${query}&limit=5`);
          const listed = [...listedFields(resource, asked), ...always];
          expect(rows, query).toEqual(
            whole.map((record) => Object.fromEntries(listed.map((name) => [name, record[name]]))),
          );
        }
      },
    );

    on('searching')('counts once: following pages need no total', async () => {
      const first = await page(`${path}?limit=2`);
      for (const query of [
        'limit=2',
        'limit=2&q=a',
        ...(first.next_cursor ? [`limit=2&cursor=${first.next_cursor}`] : []),
      ]) {
        const counted = await page(`${path}?${query}`);
        const {
          total,
          total_is_estimate,
          did_you_mean: _,
          ...rest
        } = counted as Page & { did_you_mean?: unknown };
        expect(typeof total, query).toBe('number');
        expect(typeof total_is_estimate, query).toBe('boolean');
        expect(await page(`${path}?${query}&count=no`), query).toEqual({
          ...rest,
          total: null,
          total_is_estimate: null,
        });
      }
    });

    on('searching')('is one statement', async () => {
      // Excludes statements of the process's background work, such as waking the listeners of live changes.
      const ofThisRequest = new AsyncLocalStorage<string[]>();
      const { one, query } = api.database;
      const noted =
        (run: (statement: never) => unknown) =>
        (statement: { text: string }): unknown => {
          ofThisRequest.getStore()?.push(statement.text);
          return run(statement as never);
        };
      Object.assign(api.database, { one: noted(one), query: noted(query) });
      const statements: string[] = [];
      try {
        await ofThisRequest.run(statements, () => page(`${path}?q=a&sort=-updated_at`));
      } finally {
        Object.assign(api.database, { one, query });
      }
      const ofTheList = statements.filter((text) => !/(FROM|UPDATE) sessions/.test(text));
      expect(ofTheList, ofTheList.join('\n---\n')).toHaveLength(1);
    });
  });

  on('searching')('offers options: the first ones, those that match, and the given ones', async () => {
    const { data } = (await get(`${path}/options?limit=3`)).json() as {
      data: { id: string; label: string }[];
    };
    // New records may be in a state in which they are not offered.
    const state = resource.state && resource.fields[resource.state]?.options.initial;
    if (resource.offeredIn && data.length === 0) {
      expect(resource.offeredIn).not.toContain(state);
      const [record] = await everything(path);
      const { data: given } = (await get(`${path}/options?q=xyzzy&ids=${record?.id}`)).json();
      expect(given).toMatchObject([{ id: record?.id }]);
      return;
    }
    expect(data.length).toBeGreaterThan(0);
    expect(data.length).toBeLessThanOrEqual(3);
    expect(Object.keys(data[0] ?? {})).toEqual(['id', 'label', 'code']);
    const { data: found } = (
      await get(`${path}/options?q=${encodeURIComponent(data[0]?.label ?? '')}`)
    ).json();
    expect(found).toContainEqual(data[0]);
    const { data: given } = (await get(`${path}/options?q=xyzzy&ids=${data[0]?.id}`)).json();
    expect(given).toEqual([data[0]]);
    for (const query of ['ids=1', 'limit=1000', 'unknown=1', 'f.created_at=2026-01-01']) {
      expect((await get(`${path}/options?${query}`)).statusCode, query).toBe(422);
    }
  });

  test('answers one record with its version, and 304 to a caller that already has it', async () => {
    const [record] = await everything(path);
    const response = await get(`${path}/${record?.id}`);
    expect(withoutLines(resource, response.json().data)).toEqual(record);
    const { etag } = response.headers;
    expect(etag).toMatch(new RegExp(`^"${record?.row_version}-`));
    const again = await get(`${path}/${record?.id}`, { 'if-none-match': `W/${etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const changed = await get(`${path}/${record?.id}`, { 'if-none-match': '"999"' });
    expect(changed.statusCode).toBe(200);
  });

  on('reading').each(['01890a5d-ac96-774b-bcce-b302099a8057', 'x', '%27%20OR%201=1'])(
    'answers 404 to %s',
    async (id) => {
      for (const url of [`${path}/${id}`, `${path}/${id}/history`]) {
        const response = await get(url);
        expect(response.statusCode).toBe(404);
        expect(response.json().message).toMatch(/^No se encontró/);
      }
    },
  );

  if (resource.operations.includes('create'))
    describe('a new record', () => {
      // A column that no sample fills would not be tested by any case.
      test('every writable field is filled by some sample', async () => {
        const all = await everything(path);
        const empty = Object.entries(resource.fields)
          .filter(([name, { options }]) => !options.readOnly && all.every((record) => isEmpty(record[name])))
          .map(([name]) => `${resource.name}.${name}`);
        const missing = empty.filter((name) => !(name in unfilled));
        expect(missing, missing.join(' ')).toEqual([]);
      });

      test('is answered with its location, its version and its history', async () => {
        const body = await sampleBody(api.database, resource, 81);
        const response = await post(path, body);
        expect(response.statusCode, response.body).toBe(201);
        const record: AnyRecord = response.json().data;
        expect(response.headers.location).toBe(`${path}/${record.id}`);
        expect(response.headers.etag).toBe('"1"');
        expect((await get(`${path}/${record.id}`)).json().data).toEqual(record);

        const { data: history } = (await get(`${path}/${record.id}/history`)).json();
        expect(history).toHaveLength(1);
        expect(history[0]).toMatchObject({
          action: 'create',
          actor: { name: 'Persona de Prueba' },
          reason: null,
        });
        expect(history[0].title).toMatch(/cread[oa]$/);
        expect(history[0].changes.length).toBeGreaterThan(2);
      });

      on('checking')('tells everything that is missing or wrong at once, in Spanish', async () => {
        const missing = await post(path, {});
        expect(missing.statusCode).toBe(422);
        const required = Object.entries(resource.fields)
          .filter(
            ([, { options }]) =>
              options.required && !options.readOnly && !options.when && options.initial === undefined,
          )
          .map(([name]) => name);
        const empty = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, null]));
        const values = { ...empty, ...initialValues(resource.fields) };
        const ruled = resource.rules.flatMap((rule) => Object.keys(rule(values) ?? {}));
        const errors: Record<string, string[]> = missing.json().errors;
        expect(Object.keys(errors)).toEqual(expect.arrayContaining(required));
        // All remaining errors come from rules between fields; no other field is simply missing.
        const simplyMissing = Object.keys(errors).filter((name) =>
          errors[name]?.includes('Este dato es obligatorio.'),
        );
        expect(simplyMissing.filter((name) => !required.includes(name) && !ruled.includes(name))).toEqual([]);

        const texts = Object.entries(resource.fields).filter(
          ([, { kind, options }]) =>
            (kind.name === 'text' || kind.name === 'longText') && !options.readOnly && !options.when,
        );
        const long = Object.fromEntries(
          texts.map(([name, { options }]) => [name, 'x'.repeat((options as TextOptions).max + 1)]),
        );
        const tooLong = await post(path, {
          ...(await sampleBody(api.database, resource, 82)),
          ...long,
          nonsense: 1,
          id: 'x',
        });
        expect(tooLong.statusCode).toBe(422);
        expect(Object.keys(tooLong.json().errors).sort()).toEqual(
          [...texts.map(([name]) => name), 'id', 'nonsense'].sort(),
        );
        expect(tooLong.json().errors.nonsense).toEqual(['Este dato no existe.']);
      });

      on('checking')('refuses values of the wrong type for each field', async () => {
        const body = await sampleBody(api.database, resource, 84);
        for (const [name, field] of Object.entries(resource.fields)) {
          if (field.options.readOnly || field.options.when) continue;
          for (const wrong of [{ a: 1 }, [['x']], field.kind.name === 'yesNo' ? 'true' : true]) {
            const response = await post(path, { ...body, [name]: wrong });
            expect(response.statusCode, `${name}: ${JSON.stringify(wrong)} ${response.body}`).toBe(422);
            expect(Object.keys(response.json().errors), `${name}: ${JSON.stringify(wrong)}`).toContain(name);
          }
        }
        const numbers = Object.entries(resource.fields).filter(([, { kind }]) => kind.name === 'integer');
        for (const [name, { options }] of numbers) {
          const { max } = options as NumberOptions;
          for (const wrong of ['5', 1.5, (max ?? 0) + 1, 1e20]) {
            const response = await post(path, { ...body, ...conditionsOf(resource, name), [name]: wrong });
            expect(response.statusCode, `${name}: ${wrong}`).toBe(422);
            // As a text it is the right number of the wrong type, which a rule of two fields may refuse first.
            if (typeof wrong === 'number')
              expect(Object.keys(response.json().errors), `${name}: ${wrong}`).toContain(name);
          }
        }
      });

      on('checking').each([
        ['NUL', 'a\0b'],
        ['a lone surrogate', 'a\ud800b'],
      ])('refuses %s', async (_what, text) => {
        const response = await post(path, {
          ...(await sampleBody(api.database, resource, 83)),
          [resource.search.at(-1) ?? '']: text,
        });
        expect(response.statusCode).toBe(422);
      });

      on('reading')('refuses bodies that are no object, and other content types', async () => {
        for (const payload of ['[]', '"x"', '1', 'null']) {
          const response = await api.inject({
            method: 'POST',
            url: path,
            payload,
            headers: { ...headers, 'content-type': 'application/json' },
          });
          expect(response.statusCode, payload).toBe(422);
        }
        const text = await api.inject({
          method: 'POST',
          url: path,
          payload: 'a=b',
          headers: { ...headers, 'content-type': 'text/plain' },
        });
        expect(text.statusCode).toBe(415);
      });

      const references = Object.entries(resource.fields).filter(
        ([, { kind, options }]) => kind.name === 'reference' && !options.readOnly,
      );
      if (references.length > 0)
        on('referring')('refuses what it refers to when that does not exist', async () => {
          const nowhere = Object.fromEntries(
            references.map(([name]) => [name, '01890a5d-ac96-774b-bcce-b302099a8057']),
          );
          const response = await post(path, {
            ...(await sampleBody(api.database, resource, 85)),
            ...nowhere,
          });
          expect(response.statusCode).toBe(422);
          expect(Object.keys(response.json().errors).sort()).toEqual(Object.keys(nowhere).sort());
        });

      on('creating')('is made once however often the request is repeated', async () => {
        const body = await sampleBody(api.database, resource, 86);
        const key = { 'idempotency-key': `once-${resource.name}-000000` };
        const answers = await Promise.all(Array.from({ length: 5 }, () => post(path, body, key)));
        expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1);
        expect(answers[0]?.statusCode, answers[0]?.body).toBe(201);
      });
    });

  if (
    resource.operations.includes('update') &&
    (representsAspect(resource, 'changing') || representsAspect(resource, 'checking'))
  )
    describe('a change', () => {
      const editable = Object.entries(resource.fields).find(
        ([name, { kind, options }]) =>
          /text/i.test(kind.name) &&
          (options as TextOptions).max > 40 &&
          (options as TextOptions).pattern === undefined &&
          !options.readOnly &&
          !options.when &&
          !options.importOnly &&
          !resource.search.includes(name),
      );
      const nameField = editable?.[0] ?? resource.title;
      const subject = async (): Promise<AnyRecord> => {
        if (resource.operations.includes('create')) return create(resource);
        const last = (await everything(path, 'sort=created_at')).at(-1) as AnyRecord;
        // A list leaves out the lines of documents.
        return isDocument(resource)
          ? (await api.inject({ url: `${path}/${last.id}`, headers })).json().data
          : last;
      };
      const patch = (id: string, payload: object, version?: number) =>
        api.inject({
          method: 'PATCH',
          url: `${path}/${id}`,
          payload,
          headers: { ...headers, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
        });

      on('changing')('needs the version it is a change of', async () => {
        const record = await subject();
        expect((await patch(record.id, {})).statusCode).toBe(428);

        const changed = await patch(record.id, { [nameField]: 'Un valor nuevo' }, record.row_version);
        expect(changed.statusCode, changed.body).toBe(200);
        expect(changed.json().data).toMatchObject({
          [nameField]: 'Un valor nuevo',
          row_version: record.row_version + 1,
        });
        expect(changed.headers.etag).toBe(`"${record.row_version + 1}"`);

        const late = await patch(record.id, { [nameField]: 'Otro valor' }, record.row_version);
        expect(late.statusCode).toBe(412);
        expect(late.json().current).toEqual(changed.json().data);
        expect(late.json().changes[0]).toMatchObject({
          by: 'Persona de Prueba',
          fields: expect.arrayContaining([nameField]),
        });
        expect(late.json().message).toMatch(/^Persona de Prueba cambió este registro el /);

        const { data: history } = (await get(`${path}/${record.id}/history`)).json();
        expect(history.at(-1)).toMatchObject({
          action: 'update',
          changes: [{ field: nameField, after: 'Un valor nuevo' }],
        });
        expect(history.at(-1).changes[0].sentence).toMatch(/«Un valor nuevo»\.$/);
      });

      on('changing')('that changes nothing makes no version', async () => {
        const record = await subject();
        const response = await patch(record.id, { [nameField]: record[nameField] }, record.row_version);
        expect(response.statusCode, response.body).toBe(200);
        expect(response.json().data).toEqual(record);
      });

      on('changing')('of two at once one wins', async () => {
        const record = await subject();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            patch(record.id, { [nameField]: `Valor ${index}` }, record.row_version),
          ),
        );
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(412)]);
      });

      on('checking')('refuses fields that cannot be written and faulty values', async () => {
        const record = await subject();
        const readOnly = Object.entries(resource.fields).filter(([, { options }]) => options.readOnly);
        const body = Object.fromEntries([
          ...readOnly.map(([name]) => [name, record[name]]),
          ['row_version', 9],
          ['nonsense', 1],
        ]);
        const response = await patch(record.id, body, record.row_version);
        expect(response.statusCode).toBe(422);
        expect(Object.keys(response.json().errors).sort()).toEqual(Object.keys(body).sort());
      });
    });

  if (resource.operations.includes('archive') && representsAspect(resource, 'archiving'))
    describe('the archive', () => {
      on('archiving')('takes a record out of lists and options, and gives it back', async () => {
        const record = await create(resource);
        const version = (value: number) => ({ ...headers, 'if-match': `"${value}"` });
        expect(
          (await api.inject({ method: 'DELETE', url: `${path}/${record.id}`, headers })).statusCode,
        ).toBe(428);
        const archived = await api.inject({
          method: 'DELETE',
          url: `${path}/${record.id}`,
          headers: version(1),
        });
        expect(archived.statusCode, archived.body).toBe(200);
        expect(archived.json().data.archived_at).toEqual(expect.any(String));

        const has = async (query: string) =>
          (await everything(path, query)).some(({ id }) => id === record.id);
        expect(await has('')).toBe(false);
        expect(await has('archived=true')).toBe(true);
        const options = (await get(`${path}/options?limit=300`)).json().data as { id: string }[];
        expect(options.some(({ id }) => id === record.id)).toBe(false);

        const edit = await api.inject({
          method: 'PATCH',
          url: `${path}/${record.id}`,
          payload: {},
          headers: version(2),
        });
        expect(edit.statusCode).toBe(resource.operations.includes('update') ? 409 : 405);
        const restored = await api.inject({
          method: 'POST',
          url: `${path}/${record.id}/restore`,
          headers: version(2),
        });
        expect(restored.json().data).toMatchObject({ archived_at: null, row_version: 3 });
        const again = await api.inject({
          method: 'POST',
          url: `${path}/${record.id}/restore`,
          headers: version(3),
        });
        expect(again.statusCode).toBe(409);

        const { data: history } = (await get(`${path}/${record.id}/history`)).json();
        expect(history.map(({ action }: { action: string }) => action)).toEqual([
          'create',
          'archive',
          'restore',
        ]);
      });
    });

  if (resource.state)
    test('a state change requires a version', async () => {
      const [record] = await everything(path);
      for (const [name, command] of userCommands(resource)) {
        if (!isStateChange(command)) continue;
        const response = await post(`${path}/${record?.id}/${name}`, {});
        expect(response.statusCode, name).toBe(428);
      }
    });

  if (isScoped(resource))
    on('reading')('answers 404 outside what one sees', async () => {
      const { viewOwn, updateOwn, updateAll } = resource.permissions;
      // With permission to change the values of a catalogue, only the visible ones can be changed.
      const role = await createRole(api, [viewOwn, updateOwn ?? updateAll]);
      const own = await signIn(api, await createUser(api, { role }));
      const [record] = await everything(path);
      expect((await api.inject({ url: path, headers: own })).json().total).toBe(0);
      const version = { ...own, 'if-match': `"${record?.row_version}"` };
      for (const url of [`${path}/${record?.id}`, `${path}/${record?.id}/history`]) {
        expect((await api.inject({ url, headers: own })).statusCode, url).toBe(404);
      }
      if (!resource.operations.includes('update')) return;
      const write = await api.inject({
        method: 'PATCH',
        url: `${path}/${record?.id}`,
        payload: {},
        headers: version,
      });
      expect(write.statusCode).toBe(404);
    });
});
