import { homeCards } from '@pauta/domain/home/cards.ts';
import { defaultMenu } from '@pauta/layout/menu';
import { withBadges } from '@pauta/layout/menu-tools';
import { expect, test } from 'vitest';
import { badgesOf, countAt } from './menu-counts.ts';

const numbersOf = (totals: readonly (readonly [string, number])[]) =>
  totals.map(([name, total]) => ({ name, query: '', total, total_is_estimate: false }));

const numbers = numbersOf([
  ['late_activities', 12],
  ['referrals_to_contact', 2],
  ['received_registrations', 3],
  ['today_activities', 50],
]);

test('every counter has a menu entry and a label', () => {
  const badges = badgesOf(numbers);
  expect(badges).toEqual({
    dashboard: { count: 3, label: 'registros por revisar' },
    'crm/seguimiento': { count: 12, label: 'atrasados' },
    'crm/seguimiento-ref': { count: 2, label: 'por contactar' },
    'gestion/usuarios': { count: 0, label: 'por aprobar' },
  });
  expect(badgesOf(numbersOf(homeCards.filter(({ badge }) => badge).map(({ name }) => [name, 1])))).toEqual({
    dashboard: { count: 2, label: 'registros por revisar y aprobaciones por decidir' },
    'crm/seguimiento': { count: 1, label: 'atrasados' },
    'crm/seguimiento-ref': { count: 1, label: 'por contactar' },
    'gestion/usuarios': { count: 1, label: 'por aprobar' },
  });
  const menu = withBadges(defaultMenu, badges, 'pendientes');
  expect(menu.find(({ id }) => id === 'crm')?.badge).toEqual({ count: 14, label: 'pendientes' });
});

test('a count that is not loaded yet is null, so that its space is reserved', () => {
  expect(Object.values(badgesOf(undefined)).map(({ count }) => count)).toEqual([null, null, null, null]);
});

test('the tab title has the count of the list; that of the home page has the counts without a menu entry', () => {
  expect(
    ['/crm/seguimiento', '/crm/client-registrations', '/', '/crm/clientes', '/crm/seguimiento/17'].map(
      (path) => countAt(path, numbers),
    ),
  ).toEqual([12, 3, 3, 0, 0]);
  expect(countAt('/crm/seguimiento')).toBe(0);
});
