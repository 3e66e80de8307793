import { expect, test } from 'vitest';
import { explainUnplaced, reasonText, relaxationText } from './explain-unplaced.ts';
import { firstFit, placeSpots } from './place-spots.ts';
import type { PlacingLine, PlacingProblem } from './placing-problem.ts';
import { rotateMaterials } from './rotate-materials.ts';

const line = (changes: Partial<PlacingLine> = {}): PlacingLine => ({
  quota: 'q1',
  client: 'bank',
  industries: ['banks'],
  article_id: null,
  taken: 30,
  priority: 0,
  units: 1,
  cells: [{ room: 0, units: 1 }],
  flight: { from: '2026-12-01', to: '2026-12-02' },
  materials: [],
  ...changes,
});

/** A programme with breaks at 19:10 and 19:25 on two days; rooms: programme, first and second break of each. */
const problem = (lines: readonly PlacingLine[], free: readonly number[] = []): PlacingProblem => ({
  separation: { client: 10, industry: 20 },
  preferred: null,
  rooms: ['2026-12-01', '2026-12-02'].flatMap((day, index) =>
    ['programme', 'first', 'second'].map((item, place) => ({
      item,
      day,
      free: free[index * 3 + place] ?? 60,
    })),
  ),
  breaks: ['2026-12-01', '2026-12-02'].flatMap((day, index) =>
    ['19:10', '19:25'].map((airs_at, place) => ({
      day,
      airs_at,
      name: `Noticiero, corte ${place + 1}`,
      rooms: [index * 3 + place + 1, index * 3],
      articles: [],
      article_id: null,
      spots: [],
    })),
  ),
  lines,
});

const explained = (of: PlacingProblem) =>
  explainUnplaced(of, placeSpots(of)).map(({ units, reasons, relaxation }) => [
    units,
    reasonText(reasons),
    relaxation && relaxationText(of, relaxation),
  ]);

test('what is placed needs no explanation', () => {
  expect(explained(problem([line()]))).toEqual([]);
});

test('a full day is told with another day of the flight', () => {
  expect(explained(problem([line()], [60, 0, 20, 60, 60, 60]))).toEqual([
    [
      1,
      'Sin segundos libres en 2 cortes',
      'Cabría el miércoles 02/12/2026 a las 19:10, otro día de su vuelo',
    ],
  ]);
});

test('a competitor is told with the distance that could be kept', () => {
  const rival = line({ client: 'rival', flight: { from: '2026-12-01', to: '2026-12-01' } });
  expect(explained(problem([line({ flight: { from: '2026-12-01', to: '2026-12-01' } }), rival]))).toEqual([
    [
      1,
      'Demasiado cerca de un competidor en 2 cortes',
      'Con 15 min de separación cabría el martes 01/12/2026 a las 19:10',
    ],
  ]);
});

test('rights and days without breaks are told', () => {
  const expired = line({ materials: [{ id: 'm', until: '2026-11-30' }] });
  expect(explained(problem([expired, line({ cells: [] })]))).toEqual([
    [1, 'Derechos del material vencidos en 2 cortes', null],
    [1, 'Su espacio no tiene cortes en los días contratados del periodo', null],
  ]);
});

test('materials take turns, as far as their rights go', () => {
  const turns = problem([
    line({
      units: 4,
      cells: [
        { room: 0, units: 2 },
        { room: 3, units: 2 },
      ],
      materials: [
        { id: 'one', until: '2026-12-01' },
        { id: 'two', until: null },
      ],
    }),
  ]);
  expect(rotateMaterials(turns, firstFit(turns))).toEqual(['one', 'two', 'two', 'two']);
});
