import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultMenu } from '../menu/default-menu.tsx';
import { fold } from '../menu/fold.ts';
import { matchRoute } from '../menu/match-route.ts';
import { isGroup, type Menu } from '../menu/menu.ts';
import { searchMenu } from '../menu/search-menu.ts';
import { favoriteGroup } from '../pins/pin-group.tsx';
import { menuKeyTarget, railScript, readMenuLink, withAccess, withBadges } from './menu-tools.ts';

const menu: Menu = [
  { id: 'home', label: 'Inicio', href: '/' },
  {
    id: 'ventas',
    label: 'Ventas',
    items: [
      { id: 'ofertas', label: 'Ofertas', href: '/ofertas' },
      { id: 'ordenes', label: 'Órdenes', href: '/ordenes' },
    ],
  },
];
const due = (count: number | null) => ({ count, label: 'pendientes' });
const badgesOf = (result: Menu) => result.map((entry) => entry.badge);

describe('withBadges', () => {
  it('counts an item, and adds items that count the same thing up in their group', () => {
    const result = withBadges(menu, { home: due(1), ofertas: due(2), ordenes: due(3) });
    expect(badgesOf(result)).toEqual([due(1), due(5)]);
    const [, group] = result;
    expect(group && isGroup(group) && group.items.map(({ badge }) => badge)).toEqual([due(2), due(3)]);
  });

  it('reserves the space of an unknown count, and does not add up different things', () => {
    expect(badgesOf(withBadges(menu, { ofertas: due(null), ordenes: due(3) }))[1]).toEqual(due(null));
    const different = withBadges(menu, { ofertas: due(2), ordenes: { count: 1, label: 'vencidas' } });
    expect(badgesOf(different)).toEqual([undefined, undefined]);
  });

  it('adds up different counts only with a common label', () => {
    const two = { ofertas: due(2), ordenes: { count: 1, label: 'vencidas' } };
    expect(badgesOf(withBadges(menu, two, 'por atender'))).toEqual([
      undefined,
      { count: 3, label: 'por atender' },
    ]);
    const waiting = { ...two, ordenes: { count: null, label: 'vencidas' } };
    expect(badgesOf(withBadges(menu, waiting, 'por atender'))[1]).toEqual({
      count: null,
      label: 'por atender',
    });
    expect(badgesOf(withBadges(menu, { ofertas: due(2) }, 'por atender'))[1]).toEqual(due(2));
  });

  it('labels a sum by its number', () => {
    const label = (count: number): string => (count === 1 ? 'pendiente' : 'pendientes');
    const sumOf = (expired: number) =>
      badgesOf(
        withBadges(menu, { ofertas: due(0), ordenes: { count: expired, label: 'vencida' } }, label),
      )[1];
    expect([sumOf(1), sumOf(2)]).toEqual([
      { count: 1, label: 'pendiente' },
      { count: 2, label: 'pendientes' },
    ]);
  });

  it("uses a group's own counter, and does not change entries without one", () => {
    const result = withBadges(menu, { ventas: due(9), ofertas: due(1) });
    expect(badgesOf(result)).toEqual([undefined, due(9)]);
    expect(withBadges(menu, {})).toEqual(menu);
    expect(withBadges(menu, { ofertas: due(1) })[0]).toBe(menu[0]);
  });
});

describe('withAccess', () => {
  it('shows, hides, or disables with the reason; an empty group is hidden', () => {
    expect(withAccess(menu, () => true)).toEqual(menu);
    expect(withAccess(menu, ({ id }) => id === 'home').map(({ id }) => id)).toEqual(['home']);
    const [, group] = withAccess(menu, ({ id }) => id !== 'ofertas' || 'Pídalo a su supervisora.');
    expect(group && isGroup(group) && group.items.map(({ disabledReason }) => disabledReason)).toEqual([
      'Pídalo a su supervisora.',
      undefined,
    ]);
  });
});

describe('readMenuLink', () => {
  it.each([
    ['', null],
    ['?q=acme&menu=&buscar=%20', null],
    ['?menu=ventas', { link: { open: ['ventas'], query: '' }, rest: '' }],
    [
      '?q=1&menu=ventas,crm&menu=x&buscar=cupos',
      { link: { open: ['ventas', 'crm', 'x'], query: 'cupos' }, rest: '?q=1' },
    ],
  ])('parses %j', (search, found) => {
    expect(readMenuLink(search)).toEqual(found);
  });
});

describe('favoriteGroup', () => {
  it('is marked as repeated links: never the current group, and not in search results', () => {
    const both = [favoriteGroup([{ href: '/ofertas', label: 'Ofertas' }]), ...menu];
    expect(matchRoute(both, '/ofertas')?.group?.id).toBe('ventas');
    expect(searchMenu(both, 'oferta').count).toBe(1);
    expect(searchMenu(both, '').count).toBe(4);
  });
});

describe('menuKeyTarget', () => {
  const labels = ['Clientes', 'Órdenes', 'Ofertas', 'Contratos'];
  it.each([
    [0, 'ArrowDown', 1],
    [3, 'ArrowDown', 0],
    [0, 'ArrowUp', 3],
    [-1, 'ArrowUp', 3],
    [2, 'Home', 0],
    [0, 'End', 3],
    [0, 'o', 1],
    [1, 'Ó', 2],
    [2, 'o', 1],
    [0, 'c', 3],
    [0, 'z', null],
    [0, ' ', null],
    [0, 'Tab', null],
  ])('from %i by %j to %j', (at, key, to) => {
    expect(menuKeyTarget(labels, at, key)).toBe(to);
  });

  it('treats letters typed in succession as one prefix, and may keep the current label', () => {
    expect(menuKeyTarget(labels, 1, 'f', 'o')).toBe(2);
    expect(menuKeyTarget(labels, 2, 'e', 'of')).toBe(2);
    expect(menuKeyTarget([], 0, 'End')).toBeNull();
  });

  it('reaches every label by its first letters from anywhere', () => {
    const all = defaultMenu.map(({ label }) => label);
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(all.length - 1), (label, at) => {
        let typed = '';
        let here = at;
        for (const letter of [...fold(label).text].slice(0, 5)) {
          const next = menuKeyTarget(all, here, letter, typed);
          expect(next).not.toBeNull();
          here = next ?? here;
          typed += letter;
        }
        expect(fold(all[here] ?? '').text.startsWith(fold(label).text.slice(0, 5))).toBe(true);
      }),
    );
  });
});

describe('railScript', () => {
  it('cannot end the script element, whatever the key', () => {
    expect(railScript('</script><script>alert(1)//')).not.toContain('<');
  });
});
