import { expect, test } from 'vitest';
import { keepSpotColumns, parseSpotFile, readSpotRows, type SpotFile, spotColumns } from './spot-file.ts';

const file: SpotFile = {
  columns: ['Emisora', 'Fecha', 'Hora', 'Segundos', 'Institución', 'Título'].map((header) => ({
    header,
    day_first: true,
  })),
  rows: [
    {
      line: 2,
      cells: ['Canal Nueve', '03/04/2026', '7:05 p. m.', '00:00:30', 'Instituto Electoral', 'Vote'],
    },
    { line: 3, cells: ['Canal Nueve', 46_115, 'Prime', 30, '', null] },
  ],
};

test('columns are found by their headers, in any writing', () => {
  expect(spotColumns(file)).toEqual({ station: 0, day: 1, time: 2, seconds: 3, institution: 4, title: 5 });
  expect(spotColumns({ columns: [{ header: 'Nº', day_first: true }] })).toEqual({});
});

test('columns that mean nothing here are left out, and the rest reads the same', () => {
  const wide: SpotFile = {
    columns: [
      { header: 'Notas', day_first: false },
      ...file.columns,
      ...Array.from({ length: 300 }, (_, at) => ({ header: `Columna ${at}`, day_first: true })),
    ],
    rows: file.rows.map(({ line, cells }) => ({ line, cells: ['algo', ...cells, 'otra cosa'] })),
  };
  const kept = keepSpotColumns(wide);
  expect(kept.columns).toEqual(file.columns);
  expect(readSpotRows(kept)).toEqual(readSpotRows(file));
  expect(parseSpotFile(JSON.stringify(kept))).toEqual(kept);
});

test('rows are read with days, times and durations as people write them', () => {
  expect(readSpotRows(file)).toEqual([
    {
      line: 2,
      text: {
        station: 'Canal Nueve',
        day: '03/04/2026',
        time: '7:05 p. m.',
        seconds: '00:00:30',
        institution: 'Instituto Electoral',
        title: 'Vote',
      },
      day: '2026-04-03',
      time: '19:05',
      seconds: 30,
    },
    {
      line: 3,
      text: { station: 'Canal Nueve', day: '46115', time: 'Prime', seconds: '30' },
      day: '2026-04-03',
      time: null,
      seconds: 30,
    },
  ]);
});

test('what is no such content is refused', () => {
  expect(parseSpotFile(JSON.stringify(file))).toEqual(file);
  for (const text of ['', '{}', '[]', '{"columns":[],"rows":[{"line":"1","cells":[]}]}', 'null'])
    expect(parseSpotFile(text)).toBeNull();
});
