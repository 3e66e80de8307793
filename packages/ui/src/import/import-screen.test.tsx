// @vitest-environment happy-dom
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { checkedCounts, importJob, runningContracts } from './import-fixtures.ts';
import { ImportHost, type ImportHostProps } from './import-fixtures.tsx';

const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

const open = (props: ImportHostProps = {}) => {
  const asked: { method: string; path: string; body: unknown }[] = [];
  const view = render(
    <ImportHost {...props} onAsk={(method, path, body) => asked.push({ method, path, body })} />,
  );
  onTestFinished(() => view.unmount());
  return { user: userEvent.setup(), asked };
};

test('a file is imported in five steps, and the import can be undone as a whole', async () => {
  const { user, asked } = open();
  await user.type(await screen.findByLabelText('Celdas copiadas'), 'Código');
  await user.click(screen.getByRole('button', { name: 'Continuar con lo pegado' }));

  expect(await screen.findByText('Se recordó 1 columna como se eligió la última vez.')).toBeTruthy();
  expect(screen.getByText('No se importa')).toBeTruthy();
  expect(
    within(screen.getByRole('list', { name: 'Pasos de la importación' }))
      .getByText('Columnas')
      .getAttribute('aria-current'),
  ).toBe('step');
  await user.click(screen.getByRole('button', { name: 'Revisar 1,240 filas' }));

  expect(await screen.findByText(/8 filas tienen errores/)).toBeTruthy();
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    mapping: ['client_code', 'legal_name', 'trade_name', null],
    key: 'client_code',
    blanks: 'keep',
  });
  await user.click(screen.getByRole('checkbox', { name: /Importar también 12 posibles duplicados/ }));
  await user.click(screen.getByRole('button', { name: 'Importar 1,212 filas' }));

  expect(await screen.findByText(/900 clientes creados, 300 clientes actualizados/)).toBeTruthy();
  expect(asked.find(({ path }) => path.endsWith('/commit'))?.body).toEqual({ include_duplicates: true });
  await user.click(screen.getByRole('button', { name: 'Deshacer la importación' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText(/Importación deshecha/)).toBeTruthy();
  expect(
    asked.at(-1)?.path === `/undo/${importJob().request_id}` ||
      asked.some(({ path }) => path.startsWith('/undo/')),
  ).toBe(true);
});

test('rows are filtered by verdict, each with its reason', async () => {
  const { user } = open({ job: importJob({ status: 'checked', counts: checkedCounts }) });
  expect(
    await screen.findByText(
      'Identificación fiscal: Ya existe un cliente con esta identificación en ese país.',
    ),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Posibles duplicados 12/ }));
  expect(await screen.findByText(/Nombre comercial: igual/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Óptica Ñandú' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Actualizan 300/ }));
  expect(await screen.findByText('Activo')).toBeTruthy();
});

const checked = () =>
  open({
    job: importJob({
      status: 'checked',
      counts: checkedCounts,
      mapping: ['client_code', 'legal_name', 'trade_name', 'industry_id'],
    }),
  });

test('a replacement for an unknown value is selected once for all its rows', async () => {
  const { user, asked } = checked();
  const group = (await screen.findByText(/«Ópticas» en Industrias/)).closest('li') as HTMLElement;
  expect(within(group).getByText('7 filas')).toBeTruthy();
  await user.type(within(group).getByRole('combobox', { name: 'Industria en lugar de «Ópticas»' }), 'Sal');
  await user.click(await screen.findByRole('option', { name: /Salud/ }));
  await user.click(within(group).getByRole('button', { name: 'Usar en 7 filas' }));
  expect(await screen.findByText(/1 fila tiene errores/)).toBeTruthy();
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
    path: `/imports/${importJob().id}/replacements`,
    body: {
      field: 'industry_id',
      value: 'Ópticas',
      with: '01900000-0000-7000-8040-000000000001',
    },
  });
});

test('a refused row is corrected in place, using only the keyboard', async () => {
  const { user, asked } = checked();
  const toggle = await screen.findByRole('button', { name: /«Ópticas» en Industrias.*7 filas/ });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  toggle.focus();
  await user.keyboard('{Enter}');
  const edit = await screen.findByRole('button', { name: 'Corregir la fila 6' });
  edit.focus();
  await user.keyboard('{Enter}');
  const form = await screen.findByRole('form', { name: 'Corregir la fila 6' });
  const cell = within(form).getByRole('textbox', { name: 'Color preferido' });
  expect(document.activeElement).toBe(cell);
  expect((cell as HTMLInputElement).value).toBe('Ópticas');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Corregir la fila 6' }));
  await user.clear(await screen.findByRole('textbox', { name: 'Color preferido' }));
  await user.keyboard('Salud{Enter}');
  expect(await screen.findByText('Fila 6 corregida: nuevo.')).toBeTruthy();
  expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({
    path: `/imports/${importJob().id}/rows/6`,
    body: { cells: { 3: 'Salud' } },
  });
});

test('past imports show their results and can be undone', async () => {
  const { user, asked } = open({ history: true });
  const list = await screen.findByRole('list', { name: 'Importaciones' });
  expect(within(list).getByText('100 creados, 15 actualizados, 5 sin importar')).toBeTruthy();
  expect(within(list).getByText('Deshecha')).toBeTruthy();
  expect(within(list).getByRole('link', { name: 'Continuar con prospectos.xlsx' })).toBeTruthy();
  await user.click(
    within(list).getByRole('button', { name: 'Deshacer la importación de clientes-enero.xlsx' }),
  );
  const dialog = await screen.findByRole('alertdialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Deshacer' }));
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/undo/01900000-0000-7000-8031-000000000002',
      }),
    ),
  );
});

test('a field is assigned to one column only, and creating requires the mandatory fields', async () => {
  const { user } = open({ job: importJob() });
  expect(await screen.findByText(/Faltan datos obligatorios para crear/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Dato que llena la columna Color preferido/ }));
  await user.click(await screen.findByRole('option', { name: 'Razón social *' }));
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /Empresa/ }).hasAttribute('data-unmatched')).toBe(true),
  );
  expect(screen.getByRole('row', { name: /Color preferido/ }).hasAttribute('data-unmatched')).toBe(false);
});

test('a running import shows its progress and can be stopped', async () => {
  const { user } = open({ job: importJob({ status: 'committing', processed: 620 }) });
  expect(await screen.findByText('620 de 1,240 filas')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Detener la importación' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Detener' }));
  expect(await screen.findByText(/Importación detenida/)).toBeTruthy();
});

test('names the missing permission', async () => {
  open({ permissions: ['clients.view_all'] });
  expect(await screen.findByText('Le falta el permiso «Importar clientes».')).toBeTruthy();
});

test('running contracts show their sums, and wait until the control totals agree', async () => {
  const { user, asked } = open({
    job: runningContracts,
    resource: contracts,
    permissions: ['contracts.view_all', 'contracts.create', 'contracts.import'],
  });
  const table = await screen.findByRole('table', { name: 'DOP' });
  expect(within(table).getByRole('row', { name: /^Neto 1,250,000\.00 1,250,000\.00/ })).toBeTruthy();
  expect(within(table).getByRole('row', { name: /^Total No lo dice 1,475,000\.00/ })).toBeTruthy();
  const total = within(table).getByRole('textbox', { name: 'Total de control: Neto (DOP)' });
  await user.type(total, '1250001');
  expect(within(table).getByText('No coincide')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Importar 84 filas/ }));
  expect(asked.some(({ path }) => path.endsWith('/commit'))).toBe(false);
  await user.clear(total);
  await user.type(total, '1250000');
  expect(within(table).getByText('Coincide')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Importar 84 filas/ }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/commit'))?.body).toEqual({
      include_duplicates: false,
      control_totals: [{ group: 'DOP', measure: 'net', value: '1250000' }],
    }),
  );
});

test('the first step of contracts explains how running ones are imported', async () => {
  open({ resource: contracts, permissions: ['contracts.view_all', 'contracts.create', 'contracts.import'] });
  expect(await screen.findByText(/«Número en el sistema anterior» entran vigentes/)).toBeTruthy();
});

test('the result of an import from another system offers what follows, until it is undone', async () => {
  const takenOver = { text: '¿Tiene los escaneos?', link: <a href="/escaneados">Agregar escaneos</a> };
  const done = { ...runningContracts, status: 'done', outcomes: { ...none, created: 84 } } as const;
  const { user } = open({
    resource: contracts,
    permissions: ['contracts.view_all', 'contracts.create', 'contracts.import'],
    job: done,
    takenOver,
  });
  expect(await screen.findByRole('link', { name: 'Agregar escaneos' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Deshacer la importación' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText(/Importación deshecha/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Agregar escaneos' })).toBeNull();
});
