import { expect, test } from 'vitest';
import { fillLetter, letterPattern } from './letter-text.ts';

const facts = {
  account: 'Óptica Ñandú',
  contact: 'Luis Peña',
  company: 'Antena Exterior',
  today: '2026-11-29',
  days: 45,
  overdue: [
    { currency: 'DOP', amount: '1180.00' },
    { currency: 'USD', amount: '20.00' },
  ],
  invoices: [{ number: 'B0100000012', due: '2026-10-15', currency: 'DOP', balance: '1180.00' }],
};

test('a letter has the values of its placeholders, also where a value looks like one', () => {
  expect(
    fillLetter('{contacto}: {cuenta} debe {vencido} desde hace {dias} días ({fecha}). {empresa}', facts),
  ).toBe(
    'Luis Peña: Óptica Ñandú debe RD$1,180.00 y US$20.00 desde hace 45 días (29/11/2026). Antena Exterior',
  );
  expect(fillLetter('{facturas}', facts)).toBe('B0100000012, venció el 15/10/2026: RD$1,180.00');
  expect(fillLetter('{cuenta}', { ...facts, account: '{dias}' })).toBe('{dias}');
});

test('a template may only contain known placeholders', () => {
  expect(letterPattern.test('Hola, {contacto}:\n\nDebe {vencido}.')).toBe(true);
  for (const text of ['{saldo}', '{cuenta', 'a } b', '{}']) expect(letterPattern.test(text)).toBe(false);
});
