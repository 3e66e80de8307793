import { describe, expect, it } from 'vitest';
import { commandsOfMenu } from '../keys/commands.ts';
import { defaultMenu } from '../menu/default-menu.tsx';
import { isGroup, type Menu } from '../menu/menu.ts';
import { favoriteGroup } from '../pins/pin-group.tsx';
import { documentTitle } from './document-title.ts';
import { type ExtraPage, trailOf, withPages } from './trail.ts';

const extra: readonly ExtraPage[] = [
  { href: '/gestion/catalogos/industrias', label: 'Industrias' },
  { href: '/gestion/catalogos/marcas', label: 'Marcas' },
  { href: '/crm/client-registrations', label: 'Registros de clientes', parent: 'crm' },
  { href: '/perfil', label: 'Mi Perfil' },
  { href: '/crm/clientes', label: 'Otra vez' },
];
const menu: Menu = withPages(defaultMenu, extra);
const labels = (path: string, page: Parameters<typeof trailOf>[2] = {}) =>
  trailOf(menu, path, page).map(({ label }) => label);

describe('trailOf', () => {
  it('consists of group, item and the pages below it', () => {
    expect(labels('/')).toEqual(['Dashboard']);
    expect(labels('/crm/clientes/')).toEqual(['CRM', 'Clientes']);
    expect(labels('/implementacion/implementacion')).toEqual(['Implementación']);
    expect(labels('/gestion/catalogos/industrias')).toEqual(['Gestión', 'Catálogos', 'Industrias']);
    expect(labels('/crm/client-registrations')).toEqual(['CRM', 'Registros de clientes']);
    expect(labels('/perfil')).toEqual(['Mi Perfil']);
    expect(labels('/no/existe')).toEqual([]);
    expect(labels('/no/existe', { title: 'Página no encontrada' })).toEqual(['Página no encontrada']);
  });

  it('ends with the title that a deeper page sets, after its parent page', () => {
    expect(labels('/crm/clientes/17')).toEqual(['CRM', 'Clientes']);
    expect(labels('/crm/clientes/17', { title: 'ACME' })).toEqual(['CRM', 'Clientes', 'ACME']);
    const parent = { label: 'ACME', href: '/crm/clientes/17' };
    expect(labels('/crm/clientes/17/editar', { title: 'Editar ACME', parent })).toEqual([
      'CRM',
      'Clientes',
      'ACME',
      'Editar ACME',
    ]);
    const known = { label: 'Clientes', href: '/crm/clientes/' };
    expect(labels('/crm/clientes/17', { title: 'ACME', parent: known })).toEqual(['CRM', 'Clientes', 'ACME']);
    expect(labels('/crm/clientes', { title: 'Otro nombre' })).toEqual(['CRM', 'Clientes']);
  });

  it('offers the neighbours of each step', () => {
    const [group, item, page] = trailOf(menu, '/gestion/catalogos/marcas');
    expect(group).toMatchObject({ label: 'Gestión' });
    expect(group?.href).toBeUndefined();
    expect(item?.siblings?.map(({ label }) => label)).toContain('Roles y Permisos');
    expect(page?.siblings).toEqual([
      { label: 'Industrias', href: '/gestion/catalogos/industrias' },
      { label: 'Marcas', href: '/gestion/catalogos/marcas' },
    ]);
    expect(trailOf(menu, '/').every(({ siblings }) => siblings === undefined)).toBe(true);
  });

  it('ignores favourites and links to other sites', () => {
    const repeated: Menu = [
      favoriteGroup([{ href: '/crm/clientes', label: 'Clientes' }]),
      { id: 'x', label: 'Ayuda', href: 'https://example.com/crm' },
      ...menu,
    ];
    expect(trailOf(repeated, '/crm/clientes').map(({ label }) => label)).toEqual(['CRM', 'Clientes']);
  });

  it('finds every page of the menu', () => {
    for (const entry of defaultMenu)
      for (const item of isGroup(entry) ? entry.items : [entry])
        expect(labels(item.href).at(-1)).toBe(item.label);
  });
});

describe('withPages', () => {
  it('adds pages that the menu does not have, without changing the displayed menu', () => {
    expect(commandsOfMenu(menu).map(({ label }) => label)).not.toContain('Otra vez');
    const shown = (one: Menu) => one.map((entry) => (isGroup(entry) ? entry.items.length : 1));
    expect(shown(menu)).toEqual([...shown(defaultMenu), 1]);
  });
});

describe('commandsOfMenu', () => {
  it('has every page with its group, without disabled ones', () => {
    const commands = commandsOfMenu([
      favoriteGroup([{ href: '/a', label: 'A' }]),
      ...menu,
      { id: 'no', label: 'No', href: '/no', disabledReason: 'No.' },
    ]);
    expect(commands).toHaveLength(45);
    expect(commands.find(({ label }) => label === 'Marcas')).toMatchObject({
      group: 'Catálogos',
      href: '/gestion/catalogos/marcas',
    });
    expect(commands.find(({ label }) => label === 'Registros de clientes')?.group).toBe('CRM');
    expect(commands[0]).toMatchObject({ label: 'Dashboard', group: undefined });
  });
});

describe('documentTitle', () => {
  it.each([
    [['ACME', 'Clientes', 'Pauta'], {}, 'ACME · Clientes · Pauta'],
    [['Clientes', 'Clientes', null, ' ', 'Pauta'], {}, 'Clientes · Pauta'],
    [['ACME', 'Pauta'], { unsaved: true, count: 3 }, '• (3) ACME · Pauta'],
    [['ACME'], { count: 0 }, 'ACME'],
  ])('of %j with %j is %j', (parts, options, title) => {
    expect(documentTitle(parts, options)).toBe(title);
  });
});
