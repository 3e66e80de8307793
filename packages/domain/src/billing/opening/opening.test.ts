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
      { currency: 'DOP', amount: '30.00', due_on: null },
    ],
    '2026-10-31',
  );
  expect(totals).toMatchObject([
    { currency: 'DOP', d30: '100.30', total: '100.30', advances: '30.00' },
    { currency: 'USD', current: '10.00', total: '10.00', advances: '0.00' },
  ]);
  const typed = [
    { currency: 'DOP', d30: '100.30', advances: '30.00' },
    { currency: 'USD', current: '10' },
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
