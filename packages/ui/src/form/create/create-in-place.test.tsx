// @vitest-environment happy-dom
import { industries } from '@pauta/domain/catalogues/crm.ts';
import { reference } from '@pauta/domain/kinds/reference.ts';
import { text } from '@pauta/domain/kinds/text.ts';
import { defineResource } from '@pauta/domain/resource/resource.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreens } from '../../testing/screen-host.tsx';
import { ResourceForm } from '../resource-form.tsx';

const brands = defineResource({
  name: 'brands',
  screen: 'crm/clientes',
  label: { one: 'Marca', many: 'Marcas', gender: 'f' },
  title: 'name',
  fields: { name: text('Nombre', { max: 80 }), industry_id: reference('Industria', () => industries) },
});
const manage = `catalogs.${industries.name}.manage`;
const base = { id: '01900000-0000-7000-8000-000000000001', row_version: 1, created_at: '', updated_at: '' };

const open = (permissions: readonly string[], industry: object | null = null) =>
  openScreens(
    brands,
    <ResourceForm record={{ ...base, name: 'Fría', industry_id: industry }} resource={brands} />,
    {
      permissions: ['brands.update_all', ...permissions],
    },
  );

test('a record that is not found can be created in place and is then selected', async () => {
  const { user, server } = await open([manage]);
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Industria' });
  await user.click(box);
  await user.type(box, 'Astronáutica');
  await user.click(await screen.findByRole('option', { name: 'Crear «Astronáutica»…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nueva industria' });
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Nombre/ }).value).toBe(
    'Astronáutica',
  );
  await user.type(within(dialog).getByRole('textbox', { name: /^Código/ }), 'astro');
  server.once('POST', '/industries', {
    status: 201,
    body: {
      data: { ...base, id: '01900000-0000-7000-8000-000000000009', name: 'Astronáutica', code: 'ASTRO' },
    },
  });
  await user.click(within(dialog).getByRole('button', { name: 'Crear industria' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked.find((one) => one.method === 'POST')?.body).toMatchObject({
    code: 'ASTRO',
    name: 'Astronáutica',
  });
  await waitFor(() => expect(box.value).toBe('Astronáutica'));
});

test('without permission to create, only a message that nothing matches is shown', async () => {
  const { user } = await open([]);
  const box = await screen.findByRole('combobox', { name: 'Industria' });
  await user.click(box);
  await user.type(box, 'Astronáutica');
  expect(await screen.findByText('Nada coincide con «Astronáutica».')).toBeTruthy();
  expect(screen.queryByRole('option', { name: /Crear/ })).toBeNull();
});

test('a value that is no longer offered is kept and marked', async () => {
  await open([], {
    id: '01900000-0000-7000-8000-000000000077',
    label: 'Minería',
    code: null,
    inactive: true,
  });
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Industria' })).value).toBe(
    'Minería',
  );
  expect(screen.getByText('(inactiva)')).toBeTruthy();
});
