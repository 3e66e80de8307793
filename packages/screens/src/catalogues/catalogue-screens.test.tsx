// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { catalogueOf, createCatalogueHost, valuesOf } from './catalogue-fixtures.tsx';
import { catalogueScreen } from './catalogue-screen.tsx';
import { Catalogues } from './catalogues.tsx';
import { codeOf } from './quick-new.tsx';
import { blocksOf } from './week-chart.tsx';

const agencyTypes = catalogueOf('agency_types');
const AgencyTypes = catalogueScreen('agency_types');

const open = (options: Parameters<typeof createCatalogueHost>[2] = {}) => {
  const host = createCatalogueHost(agencyTypes, <AgencyTypes />, {
    values: valuesOf(['Creativa', 'Medios', 'Digital']),
    ...options,
  });
  render(<host.Host />);
  return { ...host, user: userEvent.setup() };
};
const writes = (asked: { method: string; path: string; body: object }[]) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

describe('the hub', () => {
  test('shows every catalogue by area with its figures, and its search ignores accents', async () => {
    const host = createCatalogueHost(agencyTypes, <Catalogues />);
    render(<host.Host />);
    const user = userEvent.setup();
    expect(await screen.findAllByText(/Ana Peñaló/)).not.toHaveLength(0);
    expect(screen.getAllByRole('rowheader')).toHaveLength(37);
    expect(screen.getByText('10,000+')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Buscar un catálogo' }), 'paises');
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Países' }).getAttribute('href')).toBe(
      '/gestion/catalogos/paises',
    );
    await user.clear(screen.getByRole('textbox', { name: 'Buscar un catálogo' }));
    await user.type(screen.getByRole('textbox', { name: 'Buscar un catálogo' }), 'zzz');
    expect(await screen.findByText('Ningún catálogo se llama así')).toBeTruthy();
  });
});

describe('the list of a catalogue', () => {
  test('shows the number of uses of each value, with a single request', async () => {
    const { asked } = open();
    expect(await screen.findByRole('button', { name: 'Usos de Creativa: 213 usos' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Usos de Medios: Sin usos' })).toBeTruthy();
    expect(asked.filter(({ path }) => path.startsWith('/agency-types/usages'))).toHaveLength(1);
  });

  test.each([
    ['those who manage it', undefined, true],
    ['no others', [], false],
  ])('can be filtered by values without use by %s', async (_who, permissions, isOffered) => {
    const { user, asked } = open(permissions && { permissions });
    await user.click(await screen.findByRole('button', { name: 'Filtrar' }));
    const fields = await screen.findByRole('dialog', { name: 'Filtrar por' });
    expect(within(fields).queryByRole('button', { name: 'Sin uso' }) !== null).toBe(isOffered);
    // The list requests only stored fields.
    const [, query] = asked.find(({ path }) => path.startsWith('/agency-types?'))?.path.split('?') ?? [];
    expect(new URLSearchParams(query).get('fields')?.split(',')).not.toContain('unused');
  });

  test('deactivates a value in its row', async () => {
    const { user, rows } = open();
    const active = await screen.findByRole('switch', { name: 'Medios: activo' });
    await user.click(active);
    await waitFor(() => expect(rows[1]?.is_active).toBe(false));
    expect(await screen.findByText('«Medios» desactivado')).toBeTruthy();
  });

  test('shows where a value is used, with links to those records', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Usos de Creativa/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Usos de «Creativa»' });
    expect((await within(dialog).findByRole('link', { name: 'Clientes' })).getAttribute('href')).toBe(
      '/crm/clientes?f.industry_id=x',
    );
    expect(within(dialog).getByText('213 usos')).toBeTruthy();
    expect(within(dialog).queryByRole('link', { name: 'Contactos' })).toBeNull();
  });

  test('hides actions that the user has no permission for', async () => {
    const { user } = open({ permissions: [] });
    expect(await screen.findByRole('link', { name: 'Creativa' })).toBeTruthy();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.getByRole('button', { name: 'Ordenar' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: /^Usos de Creativa/ }));
    const merge = await screen.findByRole('button', { name: /^Fusionar/ });
    expect(merge.getAttribute('aria-disabled')).toBe('true');
  });
});

const openMerge = async (user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> => {
  await user.click(await screen.findByRole('button', { name: /^Usos de Creativa/ }));
  await user.click(await screen.findByRole('button', { name: 'Fusionar con otro valor' }));
  return screen.findByRole('dialog', { name: 'Fusionar «Creativa»' });
};

describe('merging', () => {
  test('asks for the value to keep, shows the changes, and merges in one request', async () => {
    const { user, asked } = open();
    const dialog = await openMerge(user);
    expect(await within(dialog).findByText('213 usos')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Fusionar' }));
    expect(within(dialog).getByText('Elija el valor que queda.')).toBeTruthy();
    await user.type(within(dialog).getByRole('combobox', { name: /Queda el valor/ }), 'Med');
    await user.click(await screen.findByRole('option', { name: /Medios/ }));
    expect(screen.queryByRole('option', { name: /Creativa/ })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Fusionar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second] = valuesOf(['Creativa', 'Medios']);
    expect(writes(asked)).toEqual([['POST', `/agency-types/${first?.id}/merge`, { into: second?.id }]]);
    expect(asked.find(({ method }) => method === 'POST')?.headers).toMatchObject({ 'if-match': '"1"' });
    expect(await screen.findByText('«Creativa» se fusionó con «Medios»')).toBeTruthy();
  });

  test('shows the reason of an error and stays open', async () => {
    const { user } = open({ refuse: 'Quedarían repetidos.' });
    const dialog = await openMerge(user);
    await user.type(within(dialog).getByRole('combobox', { name: /Queda el valor/ }), 'Dig');
    await user.click(await screen.findByRole('option', { name: /Digital/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Fusionar' }));
    expect(await within(dialog).findByText('Quedarían repetidos.')).toBeTruthy();
  });

  test('is not offered for a value of the system', async () => {
    const { user } = open({ values: valuesOf(['Creativa', 'Medios'], { is_system: true }) });
    await user.click(await screen.findByRole('button', { name: /^Usos de Creativa/ }));
    const button = await screen.findByRole('button', { name: /^Fusionar/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the order', () => {
  test('is changed one value at a time, and each move is saved', async () => {
    const { user, asked } = open();
    await user.click(await screen.findByRole('button', { name: 'Ordenar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ordenar tipos de agencia' });
    await user.click(await within(dialog).findByRole('button', { name: 'Subir Digital' }));
    await waitFor(() => expect(writes(asked)).toHaveLength(1));
    await user.click(within(dialog).getByRole('button', { name: 'Subir Digital' }));
    await waitFor(() => expect(writes(asked)).toHaveLength(2));
    const [first, , third] = valuesOf(['Creativa', 'Medios', 'Digital']);
    expect(writes(asked)).toEqual([
      ['POST', '/agency-types/reorder', { id: third?.id, after: first?.id }],
      ['POST', '/agency-types/reorder', { id: third?.id, after: null }],
    ]);
  });
});

describe('a quick new value', () => {
  test('takes a name, proposes a code, and is empty again after saving', async () => {
    const { user, rows } = open();
    await user.click(await screen.findByRole('button', { name: 'Alta rápida' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nuevo tipo de agencia' });
    await user.click(within(dialog).getByRole('button', { name: 'Agregar y seguir' }));
    expect(within(dialog).getAllByText('Este dato es obligatorio.')).toHaveLength(2);
    await user.type(within(dialog).getByRole('textbox', { name: /Nombre/ }), 'Señalización exterior');
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Código/ }).value).toBe(
      'SENALIZACION',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Agregar y seguir' }));
    await waitFor(() => expect(rows).toHaveLength(4));
    expect(rows[3]).toMatchObject({ name: 'Señalización exterior', code: 'SENALIZACION' });
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Nombre/ }).value).toBe(''),
    );
  });

  test.each([
    ['Agencia de medios (central)', 'AGENCIA-DE-MEDIOS'],
    ['C+', 'C+'],
    ['Ñandú', 'NANDU'],
    ['', ''],
  ])('%j gets the code %s', (name, code) => {
    expect(codeOf(name)).toBe(code);
  });
});

test('a time range across midnight is drawn on both days, also from Sunday to Monday', () => {
  const [record] = valuesOf(['Noche'], { starts: '22:00', ends: '02:00', days: ['6', '7'] });
  expect(record && blocksOf(record).map(({ day, from, length }) => [day, from * 24, length * 24])).toEqual([
    [6, 22, 2],
    [7, 0, 2],
    [7, 22, 2],
    [1, 0, 2],
  ]);
});
