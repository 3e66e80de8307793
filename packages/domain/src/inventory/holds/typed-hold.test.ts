import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedHold } from './typed-hold.ts';

const today = '2026-10-20'; // a Tuesday
const read = (text: string) => readTypedHold(text, today);

test.each([
  [
    '30s noticiero estelar 3–7 nov para Banco X',
    {
      space: 'noticiero estelar',
      client: 'Banco X',
      durationSec: 30,
      flight: { from: '2026-11-03', to: '2026-11-07' },
    },
  ],
  [
    'reserva 2 cuñas de 20" en El Noticiero, l-v, del 3 al 14 de noviembre, para la Cervecería Nacional',
    {
      space: 'Noticiero',
      client: 'Cervecería Nacional',
      durationSec: 20,
      unitsPerDay: 2,
      days: ['1', '2', '3', '4', '5'],
      flight: { from: '2026-11-03', to: '2026-11-14' },
    },
  ],
  [
    'valla churchill 15 dic al 14 ene para Ron Añejo',
    { space: 'valla churchill', client: 'Ron Añejo', flight: { from: '2026-12-15', to: '2027-01-14' } },
  ],
  [
    'media página 25/12 para Tienda',
    { space: 'media página', client: 'Tienda', flight: { from: '2026-12-25', to: '2026-12-25' } },
  ],
  [
    'béisbol en directo sábados y domingos en noviembre',
    { space: 'béisbol en directo', days: ['6', '7'], flight: { from: '2026-11-01', to: '2026-11-30' } },
  ],
  [
    '3 al día mañana vespertino 1 min',
    {
      space: 'vespertino',
      unitsPerDay: 3,
      durationSec: 60,
      flight: { from: '2026-10-21', to: '2026-10-21' },
    },
  ],
  ['noticiero la próxima semana', { space: 'noticiero', flight: { from: '2026-10-26', to: '2026-11-01' } }],
  [
    'noticiero 2026-11-03 a 2026-11-07',
    { space: 'noticiero', flight: { from: '2026-11-03', to: '2026-11-07' } },
  ],
  ['martes a jueves noticiero x4', { space: 'noticiero', days: ['2', '3', '4'], unitsPerDay: 4 }],
  ['corte 2 noticiero', { space: 'corte 2 noticiero' }],
  ['octubre noticiero', { space: 'noticiero', flight: { from: '2026-10-20', to: '2026-10-31' } }],
  ['noticiero 1 feb', { space: 'noticiero', flight: { from: '2027-02-01', to: '2027-02-01' } }],
  ['Fiesta 98.5 fin de semana', { space: 'Fiesta 98.5', days: ['6', '7'] }],
])('%s', (text, meant) => {
  expect(read(text)).toEqual(meant);
});

test('a day that does not exist is not a date', () => {
  expect(read('noticiero 31 nov').flight).toBeUndefined();
  expect(read('noticiero 30 feb 2027').flight).toBeUndefined();
});

test('whatever is typed, it answers, and its dates exist and are in order', () => {
  const words = fc.constantFrom(
    '30s',
    '3-7',
    'nov',
    'para',
    'x',
    '45/99',
    '"',
    'del',
    'al',
    'lunes',
    'y',
    '2026-02-31',
    '0',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((all) => all.join(' ')),
      ),
      (text) => {
        const { flight } = read(text);
        if (!flight) return;
        expect(new Date(`${flight.from}T00:00:00Z`).toISOString().slice(0, 10)).toBe(flight.from);
        expect(flight.from <= flight.to).toBe(true);
      },
    ),
  );
});
