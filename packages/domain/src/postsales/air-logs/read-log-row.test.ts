import { expect, test } from 'vitest';
import { guessLogColumns, missingLogColumns } from './log-columns.ts';
import { readLogDuration, readLogRow, readLogTime } from './read-log-row.ts';

test.each([
  ['19:45:12', 71_112],
  ['19:45', 71_100],
  ['19:45:12:24', 71_112],
  ['19:45:12;10', 71_112],
  ['7:45:12 p. m.', 71_112],
  ['12:05 AM', 300],
  ['25:10:30', 90_630],
  [0.5, 43_200],
  ['30:00', null],
  ['19:61', null],
  ['mañana', null],
  ['', null],
])('the time %j is %j', (cell, second) => {
  expect(readLogTime(cell)).toBe(second);
});

test.each([
  ['30', 30],
  ['30 s', 30],
  ['00:00:30', 30],
  ['00:00:30:00', 30],
  ['00:00:29.97', 29],
  ['1:30', 90],
  [':30', 30],
  ['01:00:00', 3600],
  [30, 30],
  [30 / 86_400, 30],
  ['', null],
  ['0', null],
  ['siempre', null],
])('the duration %j is %j', (cell, seconds) => {
  expect(readLogDuration(cell)).toBe(seconds);
});

test('what is aired after midnight in a broadcast clock is of the next day', () => {
  expect(readLogRow(['31/12/2026', '25:10:30', 'A1'], ['date', 'time', 'code'], [true, true, true])).toEqual({
    spot: { day: '2027-01-01', second: 4230, code: 'A1', title: null, duration_sec: null },
  });
});

test('a row says why it cannot be read', () => {
  const read = (...cells: string[]) => readLogRow(cells, ['date', 'time', 'code'], [true, true, true]);
  expect(read('hoy', '10:00', 'A')).toEqual({ problem: '«hoy» no es una fecha.' });
  expect(read('01/12/2026', '99:00', 'A')).toEqual({ problem: '«99:00» no es una hora.' });
  expect(read('01/12/2026', '10:00', ' ')).toEqual({ problem: 'No dice qué se emitió.' });
});

test('columns are known by their headers and samples, and as they were confirmed before', () => {
  const column = (header: string, ...samples: string[]) => ({ header, samples });
  expect(
    guessLogColumns(
      [
        column('Inicio', '01/12/2026 10:00:00'),
        column('House No.'),
        column('Dur.'),
        column('Título'),
        column('Tipo'),
      ],
      {},
    ),
  ).toEqual(['moment', 'code', 'duration', 'title', 'none']);
  expect(guessLogColumns([column('Fecha', '01/12/2026'), column('Hora', '10:00')], {})).toEqual([
    'date',
    'time',
  ]);
  expect(guessLogColumns([column('Clip'), column('Clave')], { clip: 'code', clave: 'none' })).toEqual([
    'code',
    'none',
  ]);
});

test('a log without time or material cannot be read, nor one with a meaning twice', () => {
  expect(missingLogColumns(['date', 'time', 'code'])).toBeNull();
  expect(missingLogColumns(['date', 'code'])).toContain('otra con la hora');
  expect(missingLogColumns(['moment', 'duration'])).toContain('código del material');
  expect(missingLogColumns(['moment', 'code', 'code'])).toContain('dos columnas');
});
