import { expect, test } from 'vitest';
import { seedRoles } from '../../admin/roles/roles.ts';
import { parseQuery } from '../../resource/query/query.ts';
import { groupingOf } from '../../resource/query/summary.ts';
import { fieldOf } from '../../resource/resource.ts';
import { resourceNamed } from '../../resources.ts';
import { dashboardCards, defaultCards } from './dashboard-cards.ts';
import { mondayOf } from './sales-cards.ts';

const reader = {
  userId: '01900000-0000-7000-8000-000000000001',
  today: '2026-11-29',
  from: '2026-11-01',
  to: '2026-11-30',
};
const names = dashboardCards.map(({ name }) => name);
const lines = dashboardCards.flatMap((card) =>
  card.content.kind === 'lists' ? card.content.lines.map((line) => ({ card, line })) : [],
);

test('names of cards, and of the figures of a card, are unique', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { content } of dashboardCards) {
    if (content.kind !== 'lists') continue;
    expect(new Set(content.lines.map(({ name }) => name)).size).toBe(content.lines.length);
  }
});

test.each(lines.map(({ card, line }) => [`${card.name}/${line.name}`, card, line] as const))(
  '%s asks for a list that exists, with the filters its card names',
  (_, card, line) => {
    const resource = resourceNamed(line.resource.name);
    if (!resource) throw new Error('there is no such resource');
    const chosen = Object.values(line.filters ?? {}).map((field) => [`f.${field}`, reader.userId]);
    const parsed = parseQuery(resource, { ...line.query(reader), ...Object.fromEntries(chosen) });
    expect(parsed).toMatchObject({ ok: true });
    const used = Object.keys(line.filters ?? {});
    // A figure that did not follow a filter of its card would look as if it did.
    expect(used.toSorted()).toEqual(card.filters.filter((name) => name !== 'period').toSorted());
    const amounts = (line.amounts ?? []).map((name) => fieldOf(resource, name));
    expect(
      amounts.filter(({ kind, options }) => kind.name !== 'money' || options.seenBy || options.computed),
    ).toEqual([]);
    expect(
      new Set(amounts.map(({ options }) => (options as { currency?: string }).currency)).size,
    ).toBeLessThanOrEqual(1);
    if (line.by) expect(groupingOf(fieldOf(resource, line.by.field))).toBe('value');
  },
);

test('a filter that a card names changes something that it shows', () => {
  for (const { content, filters, name } of dashboardCards) {
    if (content.kind !== 'lists') continue;
    const used = new Set<string>(content.lines.flatMap((line) => Object.keys(line.filters ?? {})));
    const other = { ...reader, from: '2026-01-01' };
    const isPeriod = content.lines.some(
      (line) => JSON.stringify(line.query(reader)) !== JSON.stringify(line.query(other)),
    );
    expect([name, ...filters].sort(), name).toEqual([name, ...used, ...(isPeriod ? ['period'] : [])].sort());
  }
});

test('every role but the one without permissions has cards of its own, and they exist', () => {
  for (const { name } of seedRoles) {
    const own = defaultCards([name], names);
    if (name === 'pending') continue;
    expect(own.length, name).toBeGreaterThan(2);
    // Without any card of its own a role has the first of all cards.
    expect(own, name).not.toEqual(names.slice(0, own.length));
  }
  expect(defaultCards(['sales_rep'], names)[0]).toBe('my_work');
  expect(defaultCards(['sales_rep', 'billing'], names)).toHaveLength(
    new Set([...defaultCards(['sales_rep'], names), ...defaultCards(['billing'], names)]).size,
  );
  expect(defaultCards(['role_of_a_company'], ['aging', 'ecf'])).toEqual(['aging', 'ecf']);
  expect(defaultCards(['sales_rep'], ['ecf', 'goal'])).toEqual(['goal']);
});

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-11-30', '2026-11-30'],
  ['2027-01-01', '2026-12-28'],
])('the Monday of the week of %s is %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});
