// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CellProps } from '../../field-components/cells.tsx';
import { type Selection, selectedCount } from '../../query/selection.ts';
import { clientRecords } from '../../testing/client-fixtures.ts';
import { openScreens } from '../../testing/screen-host.tsx';
import { ResourceList } from '../resource-list.tsx';

const open = async (count = 60) => {
  const seen: (Selection | null)[] = [];
  const screens = await openScreens(
    clients,
    <ResourceList
      resource={clients}
      selectionActions={(selection, clear) => {
        seen.push(selection);
        return (
          <button onClick={clear} type="button">
            Usar {selectedCount(selection)}
          </button>
        );
      }}
    />,
    { records: clientRecords(count) },
  );
  await screen.findByRole('link', { name: 'ACME' });
  return { ...screens, seen };
};
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name: `Seleccionar ${name}` });
const page = (): HTMLInputElement =>
  screen.getByRole('checkbox', { name: 'Seleccionar los 25 de esta página' });

afterEach(() => localStorage.clear());

test('the check box in the head has three states, and Shift selects a range', async () => {
  const { user } = await open();
  expect(page().indeterminate).toBe(false);
  await user.click(box('ACME'));
  expect(page().indeterminate).toBe(true);
  await user.keyboard('{Shift>}');
  await user.click(box('ACME 4'));
  await user.keyboard('{/Shift}');
  expect(await screen.findByText('5 clientes seleccionados')).toBeTruthy();
  await user.click(page());
  expect(await screen.findByText('25 clientes seleccionados')).toBeTruthy();
  expect(page().checked).toBe(true);
  await user.click(page());
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('the selection survives paging and sorting, and "all" is counted by the server', async () => {
  const { user, seen, server } = await open();
  await user.click(page());
  await user.click(screen.getByRole('link', { name: 'Siguiente' }));
  await screen.findByText('26–50 de 60 clientes');
  expect(screen.getByText('25 clientes seleccionados')).toBeTruthy();
  await user.click(page());
  server.rows.push(clientRecords(61)[60]!);
  await user.click(await screen.findByRole('button', { name: 'Seleccionar los 60 que coinciden' }));
  expect(await screen.findByText('61 clientes seleccionados')).toBeTruthy();
  expect(seen.at(-1)).toMatchObject({ kind: 'all', expected: 61, query: { cursor: null } });
  await user.click(box('ACME 28'));
  expect(await screen.findByText('24 clientes seleccionados')).toBeTruthy();
});

test('a change of the filter clears the selection and announces that', async () => {
  const { user } = await open();
  await user.click(box('ACME'));
  const toolbar = await screen.findByRole('toolbar', { name: 'Selección de clientes' });
  expect(within(toolbar).getByRole('button', { name: 'Usar 1' })).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Buscar clientes' }));
  await user.paste('nandu');
  expect(await screen.findByText('Se quitó la selección porque cambió el filtro.')).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('custom actions can clear the selection', async () => {
  const { user } = await open(3);
  await user.click(box('ACME'));
  await user.click(await screen.findByRole('button', { name: 'Usar 1' }));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(box('ACME').checked).toBe(false);
});

test('selecting a row renders only that row', async () => {
  let renders = 0;
  const Counted = ({ value }: CellProps) => {
    renders += 1;
    return <>{String(value)}</>;
  };
  const { user } = await openScreens(
    clients,
    <ResourceList cells={{ client_code: Counted }} resource={clients} />,
    { records: clientRecords(100), path: '/crm/clientes?limit=100' },
  );
  await screen.findByRole('link', { name: 'ACME' });
  await user.click(box('ACME'));
  await screen.findByText('1 cliente seleccionado');
  renders = 0;
  await user.click(box('Banco Popular'));
  await screen.findByText('2 clientes seleccionados');
  expect(renders).toBe(1);
});
