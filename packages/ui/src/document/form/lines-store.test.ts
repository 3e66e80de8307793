import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import { expect, test } from 'vitest';
import type { Follow } from './follow.ts';
import { createLinesStore, type LinesKind } from './lines-store.ts';

/** A description brings the note and the price that are looked up for it. */
const suggest: Follow = ({ name, line, tables }) => {
  if (name !== 'description') return {};
  const found = (tables as Readonly<Record<string, { note: string; price: string }>>)[
    String(line.description)
  ];
  return found ?? null;
};
const lookedUp = { Cuñas: { note: 'De treinta segundos', price: '1000.0000' } };

const open = () => {
  const store = createLinesStore(proposals, { lines: suggest });
  const kind = store.kinds.find(({ name }) => name === 'lines') as LinesKind;
  store.setHeader({}, {});
  const id = store.add(kind);
  return { store, id, set: (name: string, input: unknown) => store.change(kind, id, name, input) };
};

test('what follows from a change is set when its data arrives, also if other fields were changed meanwhile', () => {
  const { store, set } = open();
  set('description', 'Cuñas');
  set('quantity', '2');
  expect(store.lines('lines')[0]).toMatchObject({ quantity: '2', note: '' });
  store.setHeader({}, lookedUp);
  expect(store.lines('lines')[0]).toMatchObject({ quantity: '2', note: 'De treinta segundos' });
});

test('a field that was changed meanwhile keeps its input', () => {
  const { store, set } = open();
  set('description', 'Cuñas');
  set('note', 'La mía');
  store.setHeader({}, lookedUp);
  expect(store.lines('lines')[0]).toMatchObject({ note: 'La mía' });
  expect(String(store.lines('lines')[0]?.price)).toMatch(/1,?000/);
});

test('of two changes of the same field, the last one counts', () => {
  const { store, set } = open();
  set('description', 'Cuñas');
  set('description', 'Vallas');
  store.setHeader({}, lookedUp);
  expect(store.lines('lines')[0]).toMatchObject({ note: '' });
});
