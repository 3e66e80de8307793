import { expect, test } from 'vitest';
import { missingOpeningHeaders, openingColumnOf } from './opening-part.ts';
import { ageOn, openingTotals, tieOutDifferences } from './opening-totals.ts';
import { openingRowProblems } from './read-opening-row.ts';

test('columns are found by their header, whatever its case and accents, and missing ones are named', () => {
  expect(openingColumnOf('invoices', 'NUMERO')).toBe('number');
  expect(openingColumnOf('invoices', 'Saldo')).toBe('balance');
  expect(openingColumnOf('invoices', 'Vendedor')).toBeNull();
  expect(missingOpeningHeaders('sequences', ['document', null])).toEqual(['Próximo número']);
});

test('a row names what is wrong in each of its columns', () => {
  const good = {
    number: 'F-1',
    client: 'CLI-1',
    issued_on: '2026-01-10',
    due_on: '2026-02-10',
    balance: '50.00',
  };
  expect(openingRowProblems('invoices', 2, good, '2026-03-01')).toEqual([]);
  expect(
    openingRowProblems('invoices', 2, { ...good, balance: '1,50', due_on: 'pronto' }, '2026-03-01').map(
      ({ header, message }) => `${header}: ${message}`,
    ),
  ).toEqual(['Vence: «pronto» no es una fecha.', 'Balance: «1,50» no es un importe.']);
  expect(
    openingRowProblems('invoices', 2, { ...good, total: '40', due_on: '2026-01-09' }, '2026-01-01').map(
      ({ header }) => header,
    ),
  ).toEqual(['Fecha', 'Vence', 'Balance']);
  expect(
    openingRowProblems(
      'advances',
      3,
      { number: 'R-1', received_on: '2026-01-01', amount: '5' },
      '2026-01-02',
    ),
  ).toMatchObject([{ header: 'Cliente', message: 'Indique el cliente o la agencia.' }]);
});

test('withholdings and commissions name what they do not read', () => {
  const withheld = { number: 'R-1', client: 'CLI-1', tax: 'Isr', withheld_on: '2026-08-31', amount: '5' };
  expect(openingRowProblems('withholdings', 2, withheld, '2026-10-31')).toEqual([]);
  expect(
    openingRowProblems(
      'withholdings',
      2,
      { ...withheld, tax: 'IVA', pct: '101', withheld_on: '2026-11-01', agency: 'AG-1' },
      '2026-10-31',
    ).map(({ header }) => header),
  ).toEqual(['Fecha', 'Agencia', 'Impuesto', 'Porcentaje']);
  const commission = {
    kind: 'Vendedor',
    beneficiary: 'Ana',
    document: 'F-1',
    earned_on: '2026-09-05',
    amount: '5',
  };
  expect(openingRowProblems('commissions', 2, commission, '2026-10-31')).toEqual([]);
  expect(
    openingRowProblems('commissions', 2, { ...commission, kind: 'Primo', base: '4' }, '2026-10-31').map(
      ({ header, message }) => `${header}: ${message}`,
    ),
  ).toEqual(['Tipo: «Primo» no es Agencia, Ejecutivo ni Referente.', 'Exigible: Supera su base.']);
});

test('the tax of an invoice may be zero and is less than its total', () => {
  const invoice = {
    number: 'F-1',
    client: 'CLI-1',
    issued_on: '2026-01-10',
    due_on: '2026-02-10',
    total: '118.00',
    balance: '50.00',
  };
  expect(openingRowProblems('invoices', 2, { ...invoice, tax: '0' }, '2026-03-01')).toEqual([]);
  expect(openingRowProblems('invoices', 2, { ...invoice, tax: '118' }, '2026-03-01')).toMatchObject([
    { header: 'ITBIS', message: 'Debe ser menor que el total.' },
  ]);
});

test('sales are of a month within two years before the opening', () => {
  const sale = { month: '2026-10-01', client: 'CLI-1', platform: 'TV', amount: '5' };
  const problems = (month: string) => openingRowProblems('sales', 2, { ...sale, month }, '2026-10-31');
  expect(problems('2026-10-01')).toEqual([]);
  expect(problems('2024-10-01')).toEqual([]);
  expect(problems('2024-09-01')).toMatchObject([
    { header: 'Mes', message: expect.stringContaining('24 meses') },
  ]);
  expect(problems('2026-11-01')).toMatchObject([{ message: 'Es posterior a la apertura.' }]);
  expect(problems('octubre')).toMatchObject([{ message: '«octubre» no es un mes, como 2026-09.' }]);
});

test.each([
  ['2026-10-31', 'current'],
  ['2026-11-15', 'current'],
  ['2026-10-30', 'd30'],
  ['2026-10-01', 'd30'],
  ['2026-09-30', 'd60'],
  ['2026-07-03', 'd120'],
  ['2026-07-02', 'older'],
])('what was due on %s is %s at the end of October', (dueOn, age) => {
  expect(ageOn(dueOn, '2026-10-31')).toBe(age);
});

test('totals are by currency and age, and are compared with the old aging', () => {
  const totals = openingTotals(
    [
      { currency: 'USD', amount: '10.00', due_on: '2026-11-30' },
      { currency: 'DOP', amount: '100.10', due_on: '2026-10-01' },
      { currency: 'DOP', amount: '0.20', due_on: '2026-10-02' },
      { currency: 'DOP', amount: '30.00', of: 'advances' },
      { currency: 'DOP', amount: '4.00', of: 'withholdings' },
      { currency: 'USD', amount: '5.00', of: 'commissions' },
    ],
    '2026-10-31',
  );
  expect(totals).toMatchObject([
    { currency: 'DOP', d30: '100.30', total: '100.30', advances: '30.00', withholdings: '4.00' },
    { currency: 'USD', current: '10.00', total: '10.00', advances: '0.00', commissions: '5.00' },
  ]);
  const typed = [
    { currency: 'DOP', d30: '100.30', advances: '30.00', withholdings: '4' },
    { currency: 'USD', current: '10', commissions: '5.00' },
  ];
  expect(tieOutDifferences(totals, typed)).toEqual([]);
  expect(tieOutDifferences(totals, [{ currency: 'DOP', d30: '100.31', advances: '30.00' }])).toMatchObject([
    { currency: 'DOP', d30: '-0.01', total: '-0.01', advances: '0.00' },
    { currency: 'USD', current: '10.00' },
  ]);
  expect(tieOutDifferences([], [{ currency: 'EUR', older: '1.00' }])).toMatchObject([
    { currency: 'EUR', older: '-1.00', total: '-1.00' },
  ]);
});
