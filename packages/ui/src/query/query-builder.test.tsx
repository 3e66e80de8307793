// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatQuery, type ListQuery, parseQuery } from '@pauta/domain/resource/query/query.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clientOptions } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { QueryBuilder } from './query-builder.tsx';

const industryId = (index: number): string => clientOptions.industries[index]?.id ?? '';

const queryOf = (parameters: Record<string, string>): ListQuery => {
  const read = parseQuery(clients, parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.query;
};

const open = async (parameters: Record<string, string> = {}) => {
  const applied = vi.fn<(query: ListQuery) => void>();
  const closed = vi.fn();
  const host = await openScreens(
    clients,
    <QueryBuilder onChange={applied} onClose={closed} query={queryOf(parameters)} resource={clients} />,
  );
  const text = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Filtro como texto' });
  const result = (): string => {
    const query = applied.mock.lastCall?.[0];
    return query ? decodeURIComponent(formatQuery(clients, query).toString().replaceAll('+', ' ')) : '';
  };
  const write = async (typed: string): Promise<void> => {
    await host.user.clear(text);
    await host.user.paste(typed);
  };
  const apply = () => host.user.click(screen.getByRole('button', { name: 'Aplicar' }));
  return { ...host, text, write, apply, result, closed };
};

test('shows the current filters as rows and as text, with the names of records', async () => {
  const { text } = await open({
    q: 'óptica',
    'f.status': 'active',
    where: `credit_limit>5000 or -industry_id:${industryId(0)}`,
  });
  await waitFor(() =>
    expect(text.value).toBe(
      'estado:activo (limite_de_credito>RD$5000 o -industria:"Banca y finanzas") óptica',
    ),
  );
  const group = screen.getByRole('group', { name: 'Grupo 2' });
  expect(within(group).getAllByRole('group', { name: /^Condición 2\.\d$/ })).toHaveLength(2);
  expect(within(group).getByRole('checkbox', { name: 'Sin contar ese valor' })).toHaveProperty(
    'checked',
    true,
  );
});

test('typing fills the rows, and Enter applies it', async () => {
  const { user, write, result, closed } = await open();
  await write('estado:activo limite_de_credito>5,000 -fuente:- acme');
  expect(screen.getAllByRole('group', { name: /^Condición \d$/ })).toHaveLength(3);
  await user.keyboard('{Escape}{Enter}');
  expect(result()).toBe('q=acme&f.status=active&f.credit_limit=>DOP5000&f.lead_source_id=!-');
  expect(closed).toHaveBeenCalled();
});

test('suggests fields, then their values, by keyboard', async () => {
  const { user, text, apply, result } = await open();
  await user.type(text, 'esta');
  expect(screen.getByRole('option', { name: /^Estado estado:$/ })).toBeTruthy();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(text.value).toBe('estado:');
  await user.keyboard('pros');
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['prospecto']);
  await user.keyboard('{ArrowDown}');
  expect(text.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  await user.keyboard('{Tab}');
  expect(text.value).toBe('estado:prospecto');
  await apply();
  expect(result()).toBe('f.status=prospect');
});

test('resolves names of records, and offers the candidates when several match', async () => {
  const { user, text, write, apply, result } = await open();
  await write('industria:bebidas');
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  await waitFor(() => expect(text.getAttribute('aria-invalid')).toBeNull());
  await apply();
  expect(result()).toBe(`f.industry_id=${industryId(1)}`);

  await write('industria:bebi');
  const offer = await screen.findByRole('button', { name: 'Alimentos y bebidas no alcohólicas' });
  expect(screen.getByText(/«bebi» no se encontró en «Industria»/)).toBeTruthy();
  await user.click(offer);
  expect(text.value).toBe('industria:"Alimentos y bebidas no alcohólicas"');
  await apply();
  expect(result()).toBe(`f.industry_id=${industryId(2)}`);
});

test('an error is shown next to its cause, the typed text is kept, and one click corrects it', async () => {
  const { user, text, write, apply, result, closed } = await open({ 'f.status': 'active' });
  await write('estdo:activo acme');
  expect(screen.getByText('¿Quiso decir «estado»?', { exact: false })).toBeTruthy();
  await apply();
  expect(closed).not.toHaveBeenCalled();
  expect(text.value).toBe('estdo:activo acme');
  expect(document.activeElement).toBe(text);
  await user.click(screen.getByRole('button', { name: 'Escribir estado' }));
  expect(text.value).toBe('estado:activo acme');
  await apply();
  expect(result()).toBe('q=acme&f.status=active');
});

test('adding, editing, duplicating and removing rows updates the text', async () => {
  const { user, text, apply, result } = await open();
  const first = screen.getByRole('group', { name: 'Condición 1' });
  await user.click(within(first).getByRole('button', { name: /Dato/ }));
  await user.click(await screen.findByRole('option', { name: 'Estado' }));
  await user.click(await within(first).findByRole('checkbox', { name: 'Activo' }));
  expect(text.value).toBe('estado:activo');

  await user.click(screen.getByRole('button', { name: 'Duplicar la condición 1' }));
  const second = screen.getByRole('group', { name: 'Condición 2' });
  expect(second.contains(document.activeElement)).toBe(true);
  await user.click(within(second).getByRole('checkbox', { name: 'Activo' }));
  await user.click(within(second).getByRole('checkbox', { name: 'Bloqueado' }));
  await user.click(within(second).getByRole('button', { name: /Relación/ }));
  await user.click(await screen.findByRole('option', { name: 'no es' }));
  expect(text.value).toBe('estado:activo -estado:bloqueado');

  await user.click(screen.getByRole('button', { name: /De estas condiciones/ }));
  await user.click(await screen.findByRole('option', { name: 'Se cumple alguna' }));
  expect(text.value).toBe('estado:activo o -estado:bloqueado');
  await apply();
  expect(result()).toBe('where=status:active or -status:blocked');

  await user.click(screen.getByRole('button', { name: 'Quitar la condición 2' }));
  expect(text.value).toBe('estado:activo');
  expect(screen.getByRole('group', { name: 'Condición 1' }).contains(document.activeElement)).toBe(true);
});

test('an incomplete row is reported before applying', async () => {
  const { user, apply, closed } = await open({ 'f.status': 'active' });
  await user.click(screen.getByRole('button', { name: 'Agregar condición' }));
  await apply();
  expect(closed).not.toHaveBeenCalled();
  const row = screen.getByRole('group', { name: 'Condición 2' });
  expect(within(row).getByRole('alert').textContent).toBe('Elija el dato o quite esta condición.');
  expect(row.contains(document.activeElement)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Quitar la condición 2' }));
  await apply();
  expect(closed).toHaveBeenCalled();
});

test('applying an emptied builder removes all filters', async () => {
  const { user, apply, result } = await open({ q: 'acme', 'f.status': 'active', where: 'tags:a or tags:b' });
  await user.click(screen.getByRole('button', { name: 'Vaciar' }));
  await apply();
  expect(result()).toBe('');
});
