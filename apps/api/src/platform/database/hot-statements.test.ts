import { describe, expect, test } from 'vitest';
import { createHotStatements } from './hot-statements.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('names', () => {
  test('a statement keeps its name', () => {
    const statements = createHotStatements(2);
    const name = statements.nameOf('SELECT 1');
    expect(name).toBeDefined();
    expect(statements.nameOf('SELECT 2')).not.toBe(name);
    expect(statements.nameOf('SELECT 1')).toBe(name);
  });

  test('are limited in number, and new statements never displace more frequent ones', () => {
    const statements = createHotStatements(10);
    const usual = many(8).map((index) => `SELECT ${index}`);
    const names = usual.map((text) => statements.nameOf(text));
    const invented = new Set<string>();
    for (const index of many(5000)) {
      for (const text of usual) statements.nameOf(text);
      const name = statements.nameOf(`SELECT 'invented ${index}'`);
      statements.nameOf(`SELECT 'invented ${index}'`);
      if (name !== undefined) invented.add(name);
    }
    expect(usual.map((text) => statements.nameOf(text))).toEqual(names);
    expect([...invented].filter((name) => statements.has(name)).length).toBeLessThanOrEqual(2);
  });

  test('adapt to the currently frequent statements', () => {
    const statements = createHotStatements(2, 100);
    for (const _ of many(90)) for (const text of ['a', 'b']) statements.nameOf(text);
    const former = ['a', 'b'].map((text) => statements.nameOf(text));
    for (const _ of many(500)) for (const text of ['c', 'd']) statements.nameOf(text);
    expect(statements.nameOf('c')).toBeDefined();
    expect(statements.nameOf('d')).toBeDefined();
    expect(former.some((name) => name !== undefined && statements.has(name))).toBe(false);
  });
});
