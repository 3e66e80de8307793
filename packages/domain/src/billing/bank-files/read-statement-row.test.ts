import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStatementRow } from './read-statement-row.ts';
import {
  guessStatementColumns,
  missingStatementColumns,
  type StatementMeaning,
} from './statement-columns.ts';
import type { StatementColumn } from './statement-table.ts';

const columns = (...meanings: readonly StatementMeaning[]): StatementColumn[] =>
  meanings.map((meaning) => ({ header: null, samples: null, day_first: true, decimal: '.', meaning }));

const amountOf = (meanings: readonly StatementMeaning[], ...cells: readonly (string | number | null)[]) => {
  const row = readStatementRow(['03/01/2026', ...cells], columns('date', ...meanings));
  return 'movement' in row ? row.movement.amount : row;
};

test('amounts with a sign, in two columns, with a mark, in parentheses and from a spreadsheet', () => {
  expect(amountOf(['amount'], '1,500.00')).toBe('1500.00');
  expect(amountOf(['amount'], '-1,500.00')).toBe('-1500.00');
  expect(amountOf(['amount'], '(20.5)')).toBe('-20.50');
  expect(amountOf(['amount'], '20.00 DB')).toBe('-20.00');
  expect(amountOf(['amount'], 'RD$ 20.00 CR')).toBe('20.00');
  expect(amountOf(['amount'], 0.1 + 0.2)).toBe('0.30');
  expect(amountOf(['debit', 'credit'], '', '5.00')).toBe('5.00');
  expect(amountOf(['debit', 'credit'], '5.00', '0.00')).toBe('-5.00');
  // Some banks write debits with a sign in their own column.
  expect(amountOf(['debit', 'credit'], '-5.00', '')).toBe('-5.00');
  expect(amountOf(['amount', 'side'], '7.00', 'D')).toBe('-7.00');
  expect(amountOf(['amount', 'side'], '7.00', 'Crédito')).toBe('7.00');
});

test('what is no movement is left out, and what cannot be read says why', () => {
  expect(amountOf(['amount'], '')).toEqual({ blank: true });
  expect(amountOf(['amount'], '0.00')).toEqual({ blank: true });
  expect(amountOf(['amount'], 'mucho')).toEqual({ problem: '«mucho» no es un importe.' });
  expect(amountOf(['amount'], '1.234')).toEqual({ problem: '«1.234» no es un importe.' });
  expect(amountOf(['amount', 'side'], '7.00', 'quizás')).toHaveProperty('problem');
  expect(readStatementRow(['', 'Total', '5.00'], columns('date', 'description', 'amount'))).toEqual({
    blank: true,
  });
  expect(readStatementRow(['Saldo inicial', '', ''], columns('date', 'description', 'amount'))).toEqual({
    blank: true,
  });
  expect(readStatementRow(['31/02/2026', '', '5.00'], columns('date', 'description', 'amount'))).toEqual({
    problem: '«31/02/2026» no es una fecha.',
  });
});

test('a reference that says nothing is none', () => {
  const referenceOf = (text: string) => {
    const row = readStatementRow(['03/01/2026', '5.00', text], columns('date', 'amount', 'reference'));
    return 'movement' in row ? row.movement.reference : row;
  };
  expect([referenceOf('0000'), referenceOf(' - '), referenceOf(' 000 12 ')]).toEqual([null, null, '000 12']);
});

test('no cell makes anything but a movement to the cent, nothing, or a problem', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.constantFrom('1.00', '-2', '3,5', 'CR', '99999999999999999999', 'RD$', '1e5', '--1'),
  );
  fc.assert(
    fc.property(cell, cell, cell, cell, (date, amount, side, reference) => {
      const row = readStatementRow(
        [date, amount, side, reference],
        columns('date', 'amount', 'side', 'reference'),
      );
      if ('movement' in row) {
        expect(row.movement.amount).toMatch(/^-?\d{1,13}\.\d{2}$/);
        expect(row.movement.booked_on).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      } else if ('problem' in row) expect(row.problem).toMatch(/\.$/);
    }),
  );
});

test('the titles of local banks', () => {
  expect(
    guessStatementColumns(
      ['Fecha Posteo', 'No. Referencia', 'Descripción', 'Débitos', 'Créditos', 'Balance'],
      {},
    ),
  ).toEqual(['date', 'reference', 'description', 'debit', 'credit', 'none']);
  expect(guessStatementColumns(['FECHA', 'MONTO', 'TIPO', 'CONCEPTO'], {})).toEqual([
    'date',
    'amount',
    'side',
    'description',
  ]);
  expect(missingStatementColumns(['date', 'credit', 'debit'])).toBeNull();
  expect(missingStatementColumns(['date', 'reference'])).toContain('importe');
  expect(missingStatementColumns(['amount'])).toContain('fecha');
});
