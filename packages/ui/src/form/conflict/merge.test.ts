import { clients } from '@pauta/domain/crm/clients/client.ts';
import { expect, test } from 'vitest';
import { clientOptions, clientRecord } from '../../testing/client-fixtures.ts';
import { mergeRecords } from './merge.ts';

const base = clientRecord(0);
const merge = (mine: object, theirs: object) =>
  mergeRecords(clients.fields, base, { ...mine }, { ...base, ...theirs });

test('changes of different fields are not a conflict', () => {
  expect(merge({ trade_name: 'Mía' }, { notes: 'Suya' })).toEqual({ taken: ['notes'], conflicts: [] });
});

test('the same change by both users is not a conflict', () => {
  expect(merge({ trade_name: 'Igual' }, { trade_name: 'Igual' })).toEqual({ taken: [], conflicts: [] });
});

test('references are compared by id, not by label', () => {
  const [first, second] = clientOptions.users;
  expect(merge({}, { primary_sales_rep_id: { ...first, label: 'Otro nombre' } }).taken).toEqual([]);
  expect(merge({ primary_sales_rep_id: second }, { primary_sales_rep_id: null }).conflicts).toEqual([
    { name: 'primary_sales_rep_id', base: first, mine: second, theirs: null },
  ]);
});
