import { expect, test } from 'vitest';
import { isAbove, type TeamMember, treeOf, visibleNodes } from './team-tree.ts';

const member = (id: string, reports_to_id: string | null): TeamMember => ({
  id,
  full_name: id,
  job_position: null,
  status: 'active',
  reports_to_id,
  row_version: 1,
});
const members = [
  member('ana', null),
  member('beto', 'ana'),
  member('caro', 'beto'),
  member('dani', 'ana'),
  member('eva', 'somebody inactive'),
];

const ids = (closed: string[] = []) =>
  visibleNodes(treeOf(members), new Set(closed)).map(({ member: { id }, level }) => `${level} ${id}`);

test('users are below their manager, and at the top when the manager is not in the list', () => {
  expect(ids()).toEqual(['1 ana', '2 beto', '3 caro', '2 dani', '1 eva']);
  expect(treeOf(members).map(({ size }) => size)).toEqual([3, 0]);
});

test('a collapsed user hides everybody below', () => {
  expect(ids(['beto'])).toEqual(['1 ana', '2 beto', '2 dani', '1 eva']);
  expect(ids(['ana'])).toEqual(['1 ana', '1 eva']);
});

test('nobody may report to themselves or to somebody below them', () => {
  expect(isAbove(members, 'ana', 'caro')).toBe(true);
  expect(isAbove(members, 'ana', 'ana')).toBe(true);
  expect(isAbove(members, 'beto', 'dani')).toBe(false);
  expect(isAbove([member('a', 'b'), member('b', 'a')], 'c', 'a')).toBe(false);
});
