import { describe, expect, test } from 'vitest';
import { clients } from '../crm/clients/client.ts';
import { initialValues, parseValues, toBody } from './record.ts';

const id = (n: number) => `01890a5d-ac96-774b-bcce-00000000000${n}`;
const dominican = { id: id(1), label: 'República Dominicana', code: 'DO' };
const complete = {
  ...initialValues(clients.fields),
  client_code: 'cli-001',
  legal_name: 'ACME, S.R.L.',
  trade_name: 'ACME',
  country_id: dominican,
  tax_id_type: 'RNC',
  tax_id: '1-01-85004-3',
  client_type_id: id(2),
  client_category_id: id(3),
  industry_id: id(4),
  primary_sales_rep_id: id(5),
  credit_term_id: id(6),
};
const check = (input: object, current?: object) =>
  parseValues(clients.fields, input, { rules: clients.rules, current: current as never });
const errorsOf = (result: ReturnType<typeof check>) => (result.ok ? {} : result.errors);

test('a complete record is valid, and normalized', () => {
  const result = check(complete);
  expect(errorsOf(result)).toEqual({});
  expect(result.ok && result.values).toMatchObject({
    client_code: 'CLI-001',
    tax_id: '101850043',
    status: 'prospect',
  });
});

test('all errors are reported at once, each at its field', () => {
  expect(
    errorsOf(
      check({ ...complete, legal_name: ' ', credit_limit: 'x', country_id: 'DO', extra: 1, id: id(9) }),
    ),
  ).toEqual({
    legal_name: ['Este dato es obligatorio.'],
    credit_limit: ['Escriba un número con 2 decimales como máximo.'],
    country_id: ['Elija una opción de la lista.'],
    extra: ['Este dato no existe.'],
    id: ['Este dato no existe.'],
  });
});

test.each([['__proto__'], ['constructor'], ['toString']])('the name %s is no field', (name) => {
  expect(errorsOf(check(JSON.parse(`{"${name}": "x"}`), complete))).toHaveProperty([name]);
});

test.each([[null], ['x'], [[]], [7]])('%j is no record', (body) => {
  expect(parseValues(clients.fields, body).ok).toBe(false);
});

describe('rules over several fields', () => {
  test('the check digit is validated for the country and type', () => {
    expect(errorsOf(check({ ...complete, tax_id: '101850044' }))).toHaveProperty('tax_id');
  });

  test('the two sellers must be different users', () => {
    expect(errorsOf(check({ ...complete, additional_sales_rep_id: id(5) }))).toHaveProperty(
      'additional_sales_rep_id',
    );
  });

  test('an exemption requires its document and its end date; without exemption both are empty', () => {
    expect(errorsOf(check({ ...complete, tax_exempt: true }))).toHaveProperty('tax_exempt_doc');
    const lifted = check(
      { tax_exempt: false },
      { ...complete, tax_exempt: true, tax_exempt_until: '2027-01-01' },
    );
    expect(lifted.ok && lifted.values).toEqual({
      tax_exempt: false,
      tax_exempt_doc: null,
      tax_exempt_until: null,
    });
  });
});

describe('a change', () => {
  test('contains only the fields that were sent', () => {
    expect(check({ trade_name: 'Nuevo nombre' }, complete)).toEqual({
      ok: true,
      values: { trade_name: 'Nuevo nombre' },
    });
  });

  test('sends only changed fields, references by id, emptied values as null', () => {
    const changed = {
      ...complete,
      trade_name: 'Otro',
      industry_id: { id: id(7), label: 'Banca' },
      notes: '',
    };
    expect(
      toBody(clients.fields, changed, { ...complete, industry_id: { id: id(4), label: 'x' }, notes: 'algo' }),
    ).toEqual({
      trade_name: 'Otro',
      industry_id: id(7),
      notes: null,
    });
  });
});
