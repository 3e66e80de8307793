import { defineDocument, defineLines } from '@pauta/domain/document/document.ts';
import type { DocumentNumber } from '@pauta/domain/document/numbering.ts';
import { text } from '@pauta/domain/kinds/text.ts';
import { expect, test } from 'vitest';
import { checkNumber } from './number-column.ts';

const lines = defineLines({
  name: 'thing_lines',
  label: { one: 'Línea', many: 'Líneas', gender: 'f' },
  title: 'name',
  fields: { name: text('Nombre', { max: 10 }) },
});
const withNumber = (number: DocumentNumber) =>
  defineDocument({
    name: 'things',
    screen: 'cosas',
    label: { one: 'Cosa', many: 'Cosas', gender: 'f' },
    title: 'name',
    fields: {
      name: text('Nombre', { max: 10, required: true }),
      note: text('Nota', { max: 10 }),
      number: text('Número', { max: 40, readOnly: true }),
    },
    lines: { lines: { of: () => lines, by: 'thing_id', mode: 'inBody', max: 5, derived: [] } },
    number,
  });
const ofHolds: DocumentNumber = {
  series: 'hold',
  at: 'create',
  per: ['year'],
  gapless: false,
  field: 'number',
};
const ofContracts: DocumentNumber = {
  ...ofHolds,
  series: 'contract',
  per: ['company', 'year'],
  gapless: true,
};

test('a number with the definition of its series lets the server start', () => {
  expect(() => checkNumber(withNumber(ofHolds))).not.toThrow();
  expect(() => checkNumber(withNumber({ ...ofContracts, of: { company: 'name' } }))).not.toThrow();
});

test.each<[string, DocumentNumber, RegExp]>([
  ['a series that does not exist', { ...ofHolds, series: 'x' }, /does not exist/],
  ['gaps that its series does not have', { ...ofHolds, gapless: true }, /not counted as/],
  ['a field that is written', { ...ofHolds, field: 'note' }, /not a read-only field/],
  ['a command that changes no state', { ...ofHolds, at: { command: 'sign' } }, /not a change of state/],
  ['nothing that says the company', ofContracts, /counted by company/],
  ['a company that may be empty', { ...ofContracts, of: { company: 'note' } }, /counted by company/],
])('%s does not', (_, number, said) => {
  expect(() => checkNumber(withNumber(number))).toThrow(said);
});
