import { expect, test } from 'vitest';
import { fewestHistoricDays, yieldHint } from './space-conditions.ts';

const history = { days: 12, sold: 0.6, taken: 0.25 };

test('says what was sold on the same weekdays, and what of these days is taken', () => {
  expect(yieldHint(history)).toBe(
    'En las últimas 12 semanas, los mismos días de la semana se vendieron al 60 % (12 días). Estos van por el 25 %.',
  );
});

test('days that fill keep their price, and those that do not may be discounted', () => {
  expect(yieldHint({ ...history, sold: 0.91 })).toContain('mantenga el precio');
  expect(yieldHint({ ...history, sold: 0.3, taken: 0.1 })).toContain('un descuento o una bonificación');
  expect(yieldHint({ ...history, sold: 0.3, taken: 0.5 })).toContain('no hace falta un descuento');
});

test('suggests nothing of few days', () => {
  expect(yieldHint({ ...history, days: fewestHistoricDays - 1, sold: 0.95 })).toBe(
    'Historial corto: solo hay 7 días de los mismos días de la semana, y hacen falta 8 para sugerir algo. Estos van por el 25 %.',
  );
  expect(yieldHint({ ...history, days: 1 })).toContain('solo hay 1 día de');
  expect(yieldHint({ days: 0, sold: null, taken: 0 })).toContain('no hay ventas comparables');
});

test('says when nothing is sold on the days', () => {
  expect(yieldHint({ ...history, taken: null })).toBe('El espacio no se vende en estos días.');
});
