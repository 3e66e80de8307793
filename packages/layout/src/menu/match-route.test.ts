import { describe, expect, it } from 'vitest';
import { defaultMenu } from './default-menu.tsx';
import { matchRoute, type RouteMatch } from './match-route.ts';
import { isGroup, type Menu } from './menu.ts';

describe('matchRoute', () => {
  const items = defaultMenu.flatMap((entry): Pick<RouteMatch, 'item' | 'group'>[] =>
    isGroup(entry) ? entry.items.map((item) => ({ item, group: entry })) : [{ item: entry, group: null }],
  );

  it.each(items)('$item.href matches its own item', ({ item, group }) => {
    expect(matchRoute(defaultMenu, item.href)).toEqual({ item, group, exact: true });
  });

  it.each([
    ['/crm/clientes/123/editar', 'Clientes', false],
    ['/gestion/catalogos/industrias', 'Catálogos', false],
    ['/ventas/oportunidades-ref', 'Oportunidades - REF', true],
    ['/ventas/oportunidades-otras', undefined, undefined],
    ['/facturacion/facturacion', 'Facturación', true],
    ['/facturacion/facturacion-cobros/1', 'Facturación y Cobros', false],
    ['/crm/historial-transferencias', 'Historial de Transferencias', true],
    ['/crm/clientes/', 'Clientes', true],
    ['/crm/clientes?q=x#y', 'Clientes', true],
    ['crm/clientes', 'Clientes', true],
    ['', 'Dashboard', true],
    ['/', 'Dashboard', true],
    ['/perfil', undefined, undefined],
    ['/crm', undefined, undefined],
  ])('%j is in %s', (path, label, exact) => {
    const match = matchRoute(defaultMenu, path);
    expect(match?.item.label).toBe(label);
    expect(match?.exact).toBe(exact);
  });

  it('takes the longest address, the first of several equal ones, and never another site', () => {
    const menu: Menu = [
      { id: 'long', label: 'Larga', href: '/a/b/' },
      { id: 'short', label: 'Corta', href: '/a' },
      { id: 'again', label: 'Otra vez', href: '/a' },
      { id: 'site', label: 'Sitio', href: 'https://example.com/a/b/c' },
      { id: 'host', label: 'Otro', href: '//example.com/a/b/c/d' },
    ];
    expect(matchRoute(menu, '/a/b/c/d/e')?.item.id).toBe('long');
    expect(matchRoute(menu, '/a/x')?.item.id).toBe('short');
    expect(matchRoute(menu, '/example.com/a/b/c/d')).toBeNull();
  });

  it('decodes encoded paths and does not throw on malformed ones', () => {
    const menu: Menu = [{ id: 'a', label: 'Año', href: '/año' }];
    expect(matchRoute(menu, '/a%C3%B1o/2026')?.item.id).toBe('a');
    expect(matchRoute(menu, '/%E0%A4%A')).toBeNull();
  });
});
