import { expect, test } from 'vitest';
import { findMarks, type PalettePage, paletteGroups, readPaletteQuery } from './palette-items.ts';

const pages = [
  { label: 'Clientes', group: 'CRM', href: '/crm/clientes' },
  { label: 'Ocupación y Disponibilidad', group: 'Ventas', href: '/ventas/ocupacion' },
  { label: 'Presupuesto por Cliente', group: 'Preventa', href: '/prevanta/presupuesto' },
];
const actions = [
  { id: 'new', label: 'Nuevo cliente', href: '/crm/clientes/nuevo' },
  { id: 'dark', label: 'Usar el tema oscuro', keywords: ['apariencia'], run: () => {} },
];
const records = [{ key: 'r', label: 'Cliente Óptico', marks: [] }];
const groups = (typed: string, recent: readonly PalettePage[] = []) =>
  paletteGroups(readPaletteQuery(typed), { pages, actions, recent, records }).map(
    ({ id, items }) => `${id}: ${items.map(({ label }) => label).join(', ')}`,
  );

test('marks matches ignoring case and accents, at the beginning of a word if possible', () => {
  expect(findMarks('Ocupación y Disponibilidad', 'OCUPACION')).toEqual([[0, 9]]);
  expect(findMarks('Bazar Azar', 'azar')).toEqual([[6, 10]]);
  expect(findMarks('Gestión de cupos', 'cup gest')).toEqual([
    [0, 4],
    [11, 14],
  ]);
  expect(findMarks('Clientes', 'zzz')).toBeNull();
  expect(findMarks('Clientes', '')).toEqual([]);
});

test('pages first, then records, then actions; better matches first', () => {
  expect(groups('cliente')).toEqual([
    'pages: Clientes, Presupuesto por Cliente',
    'records: Cliente Óptico',
    'actions: Nuevo cliente',
  ]);
  expect(groups('apariencia')).toEqual(['records: Cliente Óptico', 'actions: Usar el tema oscuro']);
});

test('`>` restricts the results to actions, `#` to records', () => {
  expect(groups('> nuevo')).toEqual(['actions: Nuevo cliente']);
  expect(groups('#cliente')).toEqual(['records: Cliente Óptico']);
});

test('without a text recent pages come first and are not repeated below; with one they rank above other matches', () => {
  const [, occupancy, budget] = pages;
  const record = { label: 'ACME', href: '/crm/clientes/7' };
  const recent = [record, occupancy, budget].flatMap((page) => page ?? []);
  expect(groups('', recent).slice(0, 2)).toEqual([
    'recent: ACME, Ocupación y Disponibilidad, Presupuesto por Cliente',
    'pages: Clientes',
  ]);
  expect(groups('i', recent)[0]).toBe('pages: Ocupación y Disponibilidad, Presupuesto por Cliente, Clientes');
});
