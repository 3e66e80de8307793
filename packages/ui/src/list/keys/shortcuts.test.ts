import { keyConflict } from '@pauta/layout/keys';
import { expect, test } from 'vitest';
import { shortcutsOfLists } from './shortcut-sheet.tsx';
import { commandOf, shortcuts } from './shortcuts.ts';

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const onRow = { inRow: true, characters: true, map: {} };

test('the help sheet lists all configurable shortcuts with their default keys, and no two conflict', () => {
  const lines = shortcutsOfLists.shortcuts.filter(({ id }) => id !== undefined);
  expect(lines.map(({ id, keys }) => ({ id, keys }))).toEqual(
    shortcuts.filter(({ id }) => id).map(({ id, keys }) => ({ id, keys })),
  );
  for (const { id = '', keys } of lines) {
    for (const written of keys)
      expect(keyConflict(shortcutsOfLists.shortcuts, id, written, {}), id).toBeNull();
  }
});

test('custom keys replace the default ones', () => {
  const map = { 'list.next': ['Mod+j'], 'list.create': [], search: ['s'] };
  expect(commandOf(press('j'), { ...onRow, map })).toBeNull();
  expect(commandOf(press('j', { metaKey: true }), { ...onRow, map })).toBe('next');
  expect(commandOf(press('n'), { ...onRow, map })).toBeNull();
  expect(commandOf(press('s'), { ...onRow, map })).toBe('search');
  expect(commandOf(press('s'), { ...onRow, map, characters: false })).toBeNull();
});

test('keys of a row work only on a row, and letters only while they are turned on', () => {
  expect([' ', 'ArrowDown', 'x', 'F2'].map((key) => commandOf(press(key), onRow))).toEqual([
    'peek',
    'next',
    'select',
    'edit',
  ]);
  expect(commandOf(press('X', { shiftKey: true }), onRow)).toBe('selectRange');
  expect(commandOf(press('a', { ctrlKey: true }), onRow)).toBe('selectPage');
  expect(commandOf(press('a', { ctrlKey: true }), { ...onRow, inRow: false })).toBeNull();
  expect(['x', 'F2', 'Escape'].map((key) => commandOf(press(key), { ...onRow, characters: false }))).toEqual([
    null,
    'edit',
    'escape',
  ]);
});
