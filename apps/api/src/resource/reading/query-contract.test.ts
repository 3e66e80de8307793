import type { Field } from '@pauta/domain/kinds/kind.ts';
import { type Condition, normalizeCondition } from '@pauta/domain/resource/query/condition.ts';
import {
  filterableFields,
  storedDictionary,
  writeCondition,
} from '@pauta/domain/resource/query/condition-text.ts';
import { type Filter, formatFilter } from '@pauta/domain/resource/query/filter.ts';
import {
  type Amount,
  aggregateOf,
  groupableFields,
  groupFilter,
  groupingOf,
  type Summary,
  summableFields,
} from '@pauta/domain/resource/query/summary.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { matches, plainValues } from '../../testing/naive-filter.ts';
import { representsAspect } from '../../testing/representatives.ts';
import { rareSamples, sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { tableOf } from '../table.ts';
import { parseSummaryQuery, summarize } from './summary/summary.ts';

let api: TestApi;
let headers: Record<string, string>;

const page = async (url: string, of = headers) => {
  const response = await api.inject({ url, headers: of });
  expect(response.statusCode, `${url}: ${response.body}`).toBe(200);
  return response.json();
};
const everything = async (resource: Resource, query = ''): Promise<AnyRecord[]> => {
  const records: AnyRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: { data: AnyRecord[]; next_cursor: string | null } = await page(
      `/api/${resource.path}?fields=*&limit=100&${query}${cursor ? `&cursor=${cursor}` : ''}`,
    );
    records.push(...next.data);
    cursor = next.next_cursor;
  }
  return records;
};
const summary = async (resource: Resource, query: string): Promise<Summary> =>
  (await page(`/api/${resource.path}/summary?${query}`)).data;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  for (let n = 0; n < 6; n += 1) {
    await createUser(api, {
      full_name: `Núñez ${n}`,
      role: n % 2 === 0 ? 'sales_rep' : ['billing', 'auditor'],
    });
  }
  for (const resource of resources.filter(({ operations }) => operations.includes('create'))) {
    // A resource whose list is not tested here needs only one record, as a reference.
    const counts = representsAspect(resource, 'filtering')
      ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...rareSamples]
      : [1, 2];
    for (const count of counts) {
      const payload = await sampleBody(api.database, resource, count);
      const response = await api.inject({ method: 'POST', url: `/api/${resource.path}`, payload, headers });
      expect(response.statusCode, `${resource.name}: ${response.body}`).toBe(201);
    }
  }
  // Fields that only commands or other permissions can set.
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE clients c SET credit_limit = (ARRAY[NULL, 0.01, 1250000.5, 999.99])[1 + n % 4],
      currency_code = (ARRAY['DOP', 'USD'])[1 + n % 2], created_at = '2026-01-31T03:59:00Z'::timestamptz + n % 3 * interval '1 minute'
    FROM (SELECT id, row_number() OVER (ORDER BY client_code)::integer AS n FROM clients) AS numbered
    WHERE numbered.id = c.id`);
});
afterAll(() => api.close());

const ids = (records: readonly AnyRecord[]): string[] => records.map(({ id }) => id).sort();

/** Filters whose values are taken from the records, or are close to them. */
const filterOf = (name: string, field: Field, records: readonly AnyRecord[]): fc.Arbitrary<Filter> => {
  const { family } = field.kind;
  const period = (record: AnyRecord): string[] => {
    const { from, to } = (record[name] ?? {}) as { from?: string | null; to?: string | null };
    return [from, to].filter((end) => typeof end === 'string');
  };
  const own = [
    ...new Set(
      records.flatMap((record) =>
        field.kind.name === 'dateRange' ? period(record) : plainValues(field, record[name], record),
      ),
    ),
  ].slice(0, 40);
  const emptiness = fc
    .constantFrom('empty' as const, 'present' as const)
    .map((operator): Filter => ({ field: name, operator }));
  if (own.length === 0) return emptiness;
  const value = fc.constantFrom(...own);
  if (family === 'choice') {
    const among = fc
      .tuple(
        fc.constantFrom('in' as const, 'notIn' as const),
        fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
      )
      .map(([operator, values]): Filter => ({ field: name, operator, values }));
    return fc.oneof({ weight: 4, arbitrary: among }, emptiness);
  }
  if (family === 'range') {
    // Both ends of a range of amounts have the same currency.
    const currencyOf = (end: string) => (field.kind.name === 'money' ? end.slice(0, 3) : '');
    const two = fc.tuple(value, value).filter(([a, b]) => currencyOf(a) === currencyOf(b));
    const range = fc.tuple(two, fc.constantFrom('..', '>', '<', '>=', '<=')).map(
      ([[a, b], shape]): Filter => ({
        field: name,
        operator: 'between',
        from: shape.startsWith('<') ? null : a,
        to: shape.startsWith('>') ? null : b,
        ...(shape.length === 1 && { open: true }),
      }),
    );
    return fc.oneof({ weight: 4, arbitrary: range }, emptiness);
  }
  const text = fc
    .tuple(
      fc.constantFrom('contains' as const, 'is' as const, 'starts' as const),
      value,
      fc.nat(8),
      fc.nat(12),
      fc.boolean(),
    )
    .filter(([operator, whole, from, length]) =>
      operator === 'is'
        ? // A filter may have at most 200 characters.
          whole.trim() === whole && whole.length <= 200
        : whole
            .slice(operator === 'starts' ? 0 : from)
            .slice(0, length + 1)
            .trim() !== '',
    )
    .map(([operator, whole, from, length, shout]): Filter => {
      const part =
        operator === 'is'
          ? whole
          : whole
              .slice(operator === 'starts' ? 0 : from)
              .slice(0, length + 1)
              .trim();
      return { field: name, operator, value: shout ? part.toLocaleUpperCase('es') : part };
    });
  return fc.oneof({ weight: 4, arbitrary: text }, emptiness);
};

const conditionOf = (resource: Resource, records: readonly AnyRecord[]): fc.Arbitrary<Condition> => {
  const filter = fc
    .constantFrom(...filterableFields(resource))
    .chain((name) => filterOf(name, fieldOf(resource, name), records));
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      filter,
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      tie('condition').map((not) => ({ not })),
    ),
  })).condition;
};

const expectSame = async (
  resource: Resource,
  records: readonly AnyRecord[],
  condition: Condition,
  query: string,
) => {
  const found = await everything(resource, query);
  expect(ids(found), query).toEqual(ids(records.filter((record) => matches(resource, condition, record))));
};

const whereOf = (resource: Resource, condition: Condition): string | null => {
  const normal = normalizeCondition(condition);
  return normal && `where=${encodeURIComponent(writeCondition(normal, storedDictionary(resource)))}`;
};

const asked = resources.filter((resource) => representsAspect(resource, 'filtering'));

describe.each(asked.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('each filter operator of each field, and its negation, matches the expected records', async () => {
    const records = await everything(resource);
    for (const name of filterableFields(resource)) {
      for (const filter of fc.sample(filterOf(name, fieldOf(resource, name), records), {
        numRuns: 6,
        seed: 7,
      })) {
        await expectSame(resource, records, filter, `f.${name}=${encodeURIComponent(formatFilter(filter))}`);
        await expectSame(resource, records, { not: filter }, whereOf(resource, { not: filter }) ?? '');
      }
    }
  });

  test('and, or, not: the database finds the expected records', async () => {
    const records = await everything(resource);
    await fc.assert(
      fc.asyncProperty(conditionOf(resource, records), async (condition) => {
        const where = whereOf(resource, condition);
        if (where !== null) await expectSame(resource, records, condition, where);
      }),
      { numRuns: 25 },
    );
  });

  test('groups count every row once per value, and filtering by a group shows its rows', async () => {
    const records = await everything(resource);
    for (const name of groupableFields(resource)) {
      const field = fieldOf(resource, name);
      const { groups, count } = await summary(resource, `group=${name}`);
      expect(count).toBe(records.length);
      const expected = new Map<string | null, number>();
      for (const record of records) {
        const values = plainValues(field, record[name], record).map((one) =>
          groupingOf(field) === 'month' ? one.slice(0, 7) : one,
        );
        for (const one of values.length === 0 ? [null] : values)
          expected.set(one, (expected.get(one) ?? 0) + 1);
      }
      const kept = groups.filter(({ others }) => !others);
      const rest = groups.find(({ others }) => others);
      expect(kept.length).toBe(Math.min(100, expected.size));
      for (const group of kept)
        expect([group.label, group.count]).toEqual([group.label, expected.get(group.value)]);
      const total = [...expected.values()].reduce((sum, one) => sum + one, 0);
      expect(kept.reduce((sum, one) => sum + one.count, 0) + (rest?.count ?? 0)).toBe(total);
      for (const group of kept.slice(0, 3)) {
        const filter = groupFilter(name, field, group.value);
        const found = await everything(resource, `f.${name}=${encodeURIComponent(formatFilter(filter))}`);
        expect(found.length, `${name} ${group.label}`).toBe(group.count);
      }
    }
  });

  test('totals equal the sums of the rows, overall and by group', async () => {
    const records = await everything(resource);
    const names = summableFields(resource);
    const [group] = groupableFields(resource).filter(
      (name) => groupingOf(fieldOf(resource, name)) === 'value',
    );
    const whole = await summary(resource, `totals=${names.join(',')}`);
    expect(whole.groups).toEqual([]);
    for (const name of names)
      expect(whole.amounts[name], name).toEqual(naiveAmounts(resource, name, records));
    if (!group) return;
    const field = fieldOf(resource, group);
    for (const one of (await summary(resource, `group=${group}&totals=${names.join(',')}`)).groups) {
      if (one.others) continue;
      const own = records.filter(
        (record) => (plainValues(field, record[group], record)[0] ?? null) === one.value,
      );
      for (const name of names) expect(one.amounts[name], name).toEqual(naiveAmounts(resource, name, own));
    }
  });
});

/** Exact sum of decimal texts, without floats. */
const sumOf = (values: readonly string[]): string => {
  const scale = Math.max(0, ...values.map((one) => one.split('.')[1]?.length ?? 0));
  const scaled = values.map((one) => {
    const [whole = '0', fraction = ''] = one.split('.');
    return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
  });
  const digits = scaled
    .reduce((sum, one) => sum + one, 0n)
    .toString()
    .padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const naiveAmounts = (resource: Resource, name: string, records: readonly AnyRecord[]): Amount[] => {
  const field = fieldOf(resource, name);
  const { currency } = field.options as { currency?: string };
  const by = new Map<string | undefined, unknown[]>();
  for (const record of records) {
    const key = currency === undefined ? undefined : String(record[currency]);
    by.set(key, [...(by.get(key) ?? []), record[name]]);
  }
  const amounts = [...by]
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .flatMap(([code, all]): Amount[] => {
      const values = all.filter((one) => one !== null).map(String);
      const of = code === undefined ? {} : { currency: code };
      if (aggregateOf(field) === 'yes')
        return [{ value: String(values.filter((one) => one === 'true').length), ...of }];
      if (values.length === 0) return [];
      switch (aggregateOf(field)) {
        case 'average':
          return [
            { value: (values.reduce((sum, one) => sum + Number(one), 0) / values.length).toFixed(4), ...of },
          ];
        case 'extent':
          return [{ value: values.sort()[0] ?? '', to: values.at(-1) ?? '', ...of }];
        default:
          return [{ value: sumOf(values), ...of }];
      }
    });
  return amounts.length === 0 && aggregateOf(field) === 'yes' ? [{ value: '0' }] : amounts;
};

test('a filter on an amount finds only amounts of its currency', async () => {
  const found = async (filter: string) => {
    const response = await api.inject({
      url: `/api/clients?fields=*&f.credit_limit=${filter}&limit=100`,
      headers,
    });
    expect(response.statusCode, response.body).toBe(200);
    return new Set(response.json().data.map((one: AnyRecord) => one.currency_code));
  };
  expect(await found('>USD0')).toEqual(new Set(['USD']));
  expect(await found('>DOP0')).toEqual(new Set(['DOP']));
  // Stored addresses without a currency mean the company's.
  expect(await found('>0')).toEqual(new Set(['DOP']));
});

describe('a summary', () => {
  test('adds up each currency separately', async () => {
    const { totals, amounts } = await summary(
      resources.find(({ name }) => name === 'clients') as Resource,
      'totals=credit_limit',
    );
    expect(amounts.credit_limit?.map(({ currency }) => currency)).toEqual(['DOP', 'USD']);
    expect(totals.credit_limit).toMatch(/^RD\$[\d,]+\.\d\d · USD?.?\$?[\s ]?[\d,]+\.\d\d$/);
  });

  test('names a hundred groups and combines the rest', async () => {
    await api.testDatabase.runAsSuperuser(sql`
      WITH parents AS (
        INSERT INTO localities (code, name, country_id)
        SELECT 'G' || p, 'Grupo ' || p, (SELECT id FROM countries LIMIT 1) FROM generate_series(1, 130) AS p
        RETURNING id, code, country_id)
      INSERT INTO localities (code, name, country_id, parent_id, is_active)
      SELECT code || '-' || n, code || ' ' || n, country_id, id, n = 1 FROM parents, generate_series(1, 2) AS n`);
    const localities = resources.find(({ name }) => name === 'localities') as Resource;
    const { groups, count } = await summary(localities, 'group=parent_id&totals=is_active');
    expect(groups).toHaveLength(101);
    expect(groups.at(-1)).toMatchObject({ label: 'Otros', others: true, value: null });
    expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(count);
    const yes = (of: { amounts: Summary['amounts'] }) => Number(of.amounts.is_active?.[0]?.value);
    expect(groups.reduce((sum, group) => sum + yes(group), 0)).toBe(
      Number((await summary(localities, 'totals=is_active')).amounts.is_active?.[0]?.value),
    );
  });

  test('counts only rows the caller may see', async () => {
    const seller = await createUser(api, { role: 'sales_rep' });
    const own = await signIn(api, seller);
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE clients SET primary_sales_rep_id = ${seller.id}, additional_sales_rep_id = NULL
      WHERE id IN (SELECT id FROM clients ORDER BY id LIMIT 3)`);
    expect((await page('/api/clients/summary?group=status', own)).data.count).toBe(3);
    const foreign = await signInAs(api, 'pending');
    expect((await api.inject({ url: '/api/clients/summary', headers: foreign })).statusCode).toBe(403);
  });

  test.each([
    ['group=notes', 'group'],
    ['group=password_hash', 'group'],
    ['group=__proto__', 'group'],
    ['group=a&group=b', 'group'],
    ['totals=legal_name', 'totals'],
    ['totals=latitude', 'totals'],
    ['totals=nada', 'totals'],
    ['where=status:nada', 'where'],
    ['where=(', 'where'],
    ['f.nada=1', 'f.nada'],
  ])('%s is refused at its parameter', async (query, name) => {
    const response = await api.inject({ url: `/api/clients/summary?${query}`, headers });
    expect(response.statusCode, response.body).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual([name]);
  });

  test('a summary that exceeds the time limit is refused with a message', async () => {
    await api.testDatabase.runAsSuperuser(sql`
      INSERT INTO job_positions (code, name) SELECT 'L' || n, 'Largo ' || n FROM generate_series(1, 20000) AS n`);
    const { owner } = api.testDatabase;
    const hasty = openDatabase({
      connection: {
        host: String(owner.host),
        port: Number(owner.port),
        user: String(owner.user),
        database: String(owner.database),
      },
      statementTimeout: 1,
    });
    const table = tableOf(resources.find((one) => one.name === 'job_positions') as Resource);
    const query = parseSummaryQuery(table, { group: 'created_at', totals: 'is_active' });
    const actor = { permissions: new Set<string>(), userId: '' } as never;
    await expect(summarize(hasty, table, query, actor)).rejects.toMatchObject({
      status: 422,
      code: 'too_slow',
    });
    await hasty.close();
  });
});
