import { clients } from '@pauta/domain/crm/clients/client.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import { expect, test } from 'vitest';
import type { Labels } from '../data/use-label.ts';
import {
  firstFilterOffset,
  readText,
  suggestionsFor,
  tokenAtCaret,
  writeRecord,
  writeText,
} from './query-text.ts';
import { duplicate, reconcile, rowsOf, toCondition, toTree } from './query-tree.ts';

const labels: Labels = { label: ({ label }) => label, placeholder: () => undefined, visible: () => true };
const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const names = { industries: [{ id: id(1), label: 'Banca' }] };

test.each([
  'acme',
  'estado:activo',
  'estado:activo acme s.r.l.',
  '(estado:activo o fuente_de_ingreso:-) acme',
  'estado:activo limite_de_credito>RD$5000 -industria:Banca',
  'creado:01/01/2026..31/01/2026 "a:b" "-c"',
  '-(estado:activo fuente_de_ingreso:-)',
])('%s is formatted as it was parsed', (text) => {
  const read = readText(clients, labels, text, names);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  expect(writeText(clients, labels, read.query, names)).toBe(text);
});

test.each([
  ['esta', 4, { from: 0, to: 4, written: 'esta' }],
  ['-esta', 5, { from: 1, to: 5, written: 'esta' }],
  ['(esta', 5, { from: 1, to: 5, written: 'esta' }],
  ['acme estado:act', 15, { from: 12, to: 15, written: 'act', field: 'status', sign: 11 }],
  ['estado:activo,pro', 17, { from: 14, to: 17, written: 'pro', field: 'status', sign: 6 }],
  ['industria:"ban y', 16, { from: 10, to: 16, written: 'ban y', field: 'industry_id', sign: 9 }],
  ['estado:activo ', 14, null],
  ['nada:x', 6, null],
  ['credito>5', 9, { from: 8, to: 9, written: '5', field: 'credit_limit', sign: 7 }],
] as const)('%s: the part being typed at caret %i', (text, caret, expected) => {
  expect(tokenAtCaret(clients, labels, text, caret)).toEqual(expected);
});

test('suggests entries that begin with the text first, and only entries that match', () => {
  const writing = { from: 0, to: 3, written: 'créd' };
  expect(suggestionsFor(clients, labels, writing, []).map(({ text }) => text)).toEqual([
    'termino_de_credito:',
    'limite_de_credito:',
    'estado_del_credito:',
  ]);
});

test('suggests the operators of amounts, texts and days, labelled in words', () => {
  const offered = (text: string) => {
    const writing = tokenAtCaret(clients, labels, text, text.length);
    return writing
      ? suggestionsFor(clients, labels, writing, []).map(({ text: one, from }) => [one, from])
      : [];
  };
  expect(offered('limite_de_credito:').slice(0, 4)).toEqual([
    ['>', 17],
    ['>=', 17],
    ['<', 17],
    ['<=', 17],
  ]);
  expect(offered('rnc:').slice(0, 2)).toEqual([]);
  expect(offered('codigo:')).toEqual([
    [':=', 6],
    [':^', 6],
  ]);
  expect(offered('creado:').map(([one]) => one)).toContainEqual(
    expect.stringMatching(/^01\/01\/\d{4}\.\.31\/12\/\d{4}$/),
  );
  expect(offered('creado:hoy')).toHaveLength(1);
});

test.each([
  ['acme', null],
  ['http://acme', null],
  ['12:30 (809) 555-0185', null],
  ['estado:activo', 0],
  ['ozama -estado:activo', 6],
  ['ozama (estado:activo o estado:prospecto)', 6],
  ['ozama "límite de crédito">5', 6],
  ['credito>', 0],
])('%s: the position of its first filter', (text, at) => {
  expect(firstFilterOffset(clients, labels, text)).toBe(at);
});

test('a record whose name is not unique is written as its code or its id', () => {
  const twins = [
    { id: id(1), label: 'Centro', code: 'C1' },
    { id: id(2), label: 'centro', code: 'C2' },
    { id: id(3), label: 'Norte', code: null },
    { id: id(4), label: 'Sur', code: 'S' },
    { id: id(5), label: 'Sur', code: 'S' },
  ] as const;
  expect(twins.map((one) => writeRecord(one, twins))).toEqual(['C1', 'C2', 'Norte', id(4), id(5)]);
});

test('converting a condition to a tree and back gives the same condition', () => {
  for (const where of [
    'status:active',
    '-(status:active or tags:a) credit_limit>5',
    '-(status:active tags:a)',
    '(status:active (-tags:- or tags:a)) or -legal_name:x',
  ]) {
    const read = parseQuery(clients, { where });
    const condition = read.ok ? read.query.where : null;
    expect(toCondition(clients, toTree(condition))).toEqual(condition);
  }
  const tree = toTree({
    any: [
      { field: 'tags', operator: 'empty' },
      { field: 'status', operator: 'in', values: ['active'] },
    ],
  });
  const keys = [...rowsOf(tree), ...rowsOf(duplicate(tree))].map(({ key }) => key);
  expect(new Set(keys).size).toBe(4);
});

test('rows that the new text does not change stay the same objects', () => {
  const read = (where: string) => {
    const query = parseQuery(clients, { where });
    return toTree(query.ok ? query.query.where : null);
  };
  const before = read('status:active (tags:a or tags:b)');
  expect(reconcile(read('status:active (tags:a or tags:b)'), before)).toBe(before);
  const after = reconcile(read('status:active (tags:a or tags:c) notes:x'), before);
  expect(after.members[0]).toBe(before.members[0]);
  expect(after.members.slice(0, 2).map(({ key }) => key)).toEqual(before.members.map(({ key }) => key));
});
