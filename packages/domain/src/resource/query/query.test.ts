import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clients } from '../../crm/clients/client.ts';
import type { ChoiceOptions } from '../../kinds/choice.ts';
import { fieldOf } from '../resource.ts';
import { type Filter, formatFilter, formatQuery, parseFilter, parseQuery, sortableFields } from './query.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

test('an empty query is the resource by its default order', () => {
  expect(parseQuery(clients, {})).toEqual({
    ok: true,
    query: {
      q: '',
      filters: [],
      where: null,
      sort: { field: 'created_at', descending: true },
      limit: 25,
      cursor: null,
      archived: false,
    },
  });
});

describe('conditions', () => {
  test.each([
    ['status', 'active,prospect', { operator: 'in', values: ['active', 'prospect'] }],
    ['status', '!blocked', { operator: 'notIn', values: ['blocked'] }],
    ['industry_id', id, { operator: 'in', values: [id] }],
    ['industry_id', '-', { operator: 'empty' }],
    ['tax_exempt', 'true', { operator: 'in', values: ['true'] }],
    ['legal_name', 'acme', { operator: 'contains', value: 'acme' }],
    ['legal_name', '=ACME', { operator: 'is', value: 'ACME' }],
    ['legal_name', '^Gru', { operator: 'starts', value: 'Gru' }],
    ['credit_limit', 'USD1000..', { operator: 'between', from: 'USD1000', to: null }],
    ['credit_limit', '>DOP1000', { operator: 'between', from: 'DOP1000', to: null, open: true }],
    ['credit_limit', 'DOP1000..DOP2000', { operator: 'between', from: 'DOP1000', to: 'DOP2000' }],
    ['created_at', '<2026-01-01', { operator: 'between', from: null, to: '2026-01-01', open: true }],
    [
      'tax_exempt_until',
      '2026-01-01..2026-03-31',
      { operator: 'between', from: '2026-01-01', to: '2026-03-31' },
    ],
    ['created_at', '2026-01-01', { operator: 'between', from: '2026-01-01', to: '2026-01-01' }],
  ])('f.%s=%s', (field, text, expected) => {
    const filter = parseFilter(field, fieldOf(clients, field), text);
    expect(filter).toEqual({ field, ...expected });
    expect(formatFilter(filter as Filter)).toBe(text);
  });

  test.each([
    ['status', 'Activo'],
    ['industry_id', 'banca'],
    ['tax_exempt', 'si'],
    ['credit_limit', 'mucho'],
    ['credit_limit', '1..2..3'],
    ['credit_limit', '..'],
    ['credit_limit', 'USD1000..DOP2000'],
    ['credit_limit', '>XYZ1000'],
    ['created_at', '2026-02-30'],
  ])('f.%s=%s is refused with a message', (field, text) => {
    expect(parseQuery(clients, { [`f.${field}`]: text })).toEqual({
      ok: false,
      errors: { [`f.${field}`]: ['El filtro no es válido.'] },
    });
  });
});

test.each([
  ['>5000', '>DOP5000'],
  ['1000..2000', 'DOP1000..DOP2000'],
  ['USD1000..2000', 'USD1000..USD2000'],
  ['..-5', '..DOP-5'],
])("an amount is of one currency, which is the company's unless it is named: %s", (given, kept) => {
  const filter = parseFilter('credit_limit', fieldOf(clients, 'credit_limit'), given);
  expect(filter && formatFilter(filter)).toBe(kept);
});

test.each([
  [{ page: '2' }, 'page'],
  [{ 'f.password_hash': 'x' }, 'f.password_hash'],
  [{ 'f.__proto__': 'x' }, 'f.__proto__'],
  [{ 'f.tax_exempt_doc': 'x' }, 'f.tax_exempt_doc'],
  [{ sort: 'notes' }, 'sort'],
  [{ sort: 'constructor' }, 'sort'],
  [{ limit: '101' }, 'limit'],
  [{ limit: '1.5' }, 'limit'],
  [{ q: 'x'.repeat(201) }, 'q'],
  [{ archived: 'yes' }, 'archived'],
  [{ q: ['a', 'b'] }, 'q'],
  [{ where: 'estado:activo' }, 'where'],
  [{ where: 'acme' }, 'where'],
])('%j is refused', (parameters, name) => {
  const result = parseQuery(clients, parameters);
  expect(result.ok ? [] : Object.keys(result.errors)).toEqual([name]);
});

test('writing and reading a query gives the same query', () => {
  const statuses = (fieldOf(clients, 'status').options as ChoiceOptions).choices.map((one) => one.value);
  const word = fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((text) => /^[^-=^!\s]/.test(text) && text.trim() === text);
  const filters = fc.record({
    status: fc
      .subarray(statuses, { minLength: 1 })
      .map((values): Filter => ({ field: 'status', operator: 'in', values })),
    legal_name: word.map((value): Filter => ({ field: 'legal_name', operator: 'contains', value })),
    credit_limit: fc.tuple(fc.constantFrom('DOP', 'USD'), fc.nat(), fc.nat()).map(
      ([currency, from, to]): Filter => ({
        field: 'credit_limit',
        operator: 'between',
        from: `${currency}${from}`,
        to: `${currency}${to}`,
      }),
    ),
  });
  fc.assert(
    fc.property(
      filters,
      fc.constantFrom(...sortableFields(clients)),
      fc.boolean(),
      word,
      (of, field, descending, q) => {
        const query = {
          q,
          filters: Object.values(of),
          where: null,
          sort: { field, descending },
          limit: 50,
          cursor: null,
          archived: false,
        };
        const text = formatQuery(clients, query).toString();
        expect(parseQuery(clients, Object.fromEntries(new URLSearchParams(text)))).toEqual({
          ok: true,
          query,
        });
      },
    ),
  );
});
