import { commandsOfMenu } from '@pauta/layout/keys';
import { trailOf } from '@pauta/layout/page';
import { expect, test } from 'vitest';
import { routeOf, signedInRoutes } from '../routes.ts';
import { pages, pinOf } from './place.ts';

test('every page of spec §2 has breadcrumbs that end with its title, and can be a favourite', () => {
  for (const { path, title } of signedInRoutes) {
    const trail = trailOf(pages, `/${path}`);
    const here = routeOf(`/${path}`)?.title;
    expect([trail.at(-1)?.label, here], path).toEqual([title, title]);
    const isNested = path.includes('/') && path !== 'implementacion/implementacion';
    expect(trail.length, path).toBe(path.startsWith('gestion/catalogos/') ? 3 : isNested ? 2 : 1);
    expect(pinOf(`/${path}`, null)?.label, path).toBe(path === '' ? undefined : title);
  }
});

test('the palette offers the lists of parameters below Configuración General', () => {
  const offered = commandsOfMenu(pages).map(({ label }) => label);
  for (const label of ['Tasas de cambio', 'Secuencias fiscales', 'Cuentas bancarias', 'Periodos fiscales'])
    expect(offered).toContain(label);
});

test('a record is pinned under its name, once loaded; transient pages cannot be pinned', () => {
  expect(pinOf('/crm/clientes/17', null)).toBeNull();
  expect(pinOf('/crm/clientes/17/', { title: 'ACME' })).toEqual({
    href: '/crm/clientes/17',
    label: 'ACME',
    section: 'Clientes',
  });
  for (const path of [
    '/',
    '/no/existe',
    '/crm/clientes/nuevo',
    '/crm/clientes/17/editar',
    '/crm/clientes/importar',
  ]) {
    expect(pinOf(path, { title: 'Algo' }), path).toBeNull();
  }
});
