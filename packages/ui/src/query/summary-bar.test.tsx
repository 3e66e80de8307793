// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/client.ts';
import { type ListView, parseView } from '@pauta/domain/resource/view.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { SummaryBar } from './summary-bar.tsx';

function Screen({ search }: { search: string }): ReactElement {
  const read = parseView(clients, search);
  const [view, setView] = useState<ListView | null>(read.ok ? read.view : null);
  return view ? (
    <>
      <SummaryBar onChange={setView} resource={clients} view={view} />
      <output>{JSON.stringify(view.query.filters)}</output>
    </>
  ) : (
    <p>La vista no es válida.</p>
  );
}

test('groups say how many rows they have and narrow the list on a click, and back', async () => {
  const { user } = await openScreens(clients, <Screen search="group=status" />, {
    records: clientRecords(8),
  });
  const groups = await screen.findByRole('list', { name: 'Grupos por Estado' });
  const prospects = await within(groups).findByRole('button', { name: 'Prospecto 2' });
  await user.click(prospects);
  expect(screen.getByRole('status').textContent).toBe(
    '[{"field":"status","operator":"in","values":["prospect"]}]',
  );
  await waitFor(() => expect(prospects.getAttribute('aria-pressed')).toBe('true'));
  // The other groups are still there to be chosen.
  expect(within(groups).getByRole('button', { name: 'Activo 2' })).toBeTruthy();
  await user.click(prospects);
  expect(screen.getByRole('status').textContent).toBe('[]');
});

test('totals are those of the columns in sight', async () => {
  await openScreens(clients, <Screen search="cols=trade_name,credit_limit" />, { records: clientRecords(2) });
  expect(await screen.findByText('2 clientes')).toBeTruthy();
  expect(screen.getByText('Límite de crédito · suma')).toBeTruthy();
  expect(screen.getByText('RD$2,500,001.00')).toBeTruthy();
});

test('a summary that cannot be had says why', async () => {
  const { server, user } = await openScreens(clients, <Screen search="group=status" />);
  server.once('GET', '/clients/summary', {
    status: 422,
    body: { message: 'Son demasiados registros para responder a tiempo.' },
  });
  void user;
  await waitFor(() =>
    expect(
      screen.queryByRole('alert') ?? screen.queryByRole('list', { name: 'Grupos por Estado' }),
    ).toBeTruthy(),
  );
});
