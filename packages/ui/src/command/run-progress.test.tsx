// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { clearToast, toastQueue } from '../controls/toast.ts';
import { clientPermissions, clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { CommandDialog } from './command-dialog.tsx';
import type { CommandRun } from './command-run.ts';
import { commandRun, recount, recounted } from './run-fixtures.ts';
import { leaveRun, runQueue } from './run-queue.ts';

afterEach(() => {
  for (const { id } of toastQueue.get()) clearToast(id);
  for (const { run } of runQueue.get()) leaveRun(run.id);
});

const [record] = clientRecords(1);
if (!record) throw new Error('a record');
const longTimeout = { timeout: 10_000 };
const answer = (run: CommandRun) => ({ status: 200, body: { data: run } });
const undone = {
  status: 200,
  body: {
    data: { request_id: 'r-2', undone: 3, blocked: [], blocked_total: 0, paths: [], repeatable: true },
  },
};

function Page({ onDone }: { onDone: (changed: object) => void }): ReactElement {
  const [shown, setShown] = useState(true);
  return shown ? (
    <CommandDialog
      command={recount}
      initial={{}}
      name="recount"
      onClose={() => setShown(false)}
      onDone={(changed) => {
        setShown(false);
        onDone(changed);
      }}
      record={record as NonNullable<typeof record>}
      resource={recounted}
      title="ACME"
    />
  ) : (
    <p>Cerrado</p>
  );
}

/** Starts the run; the server then answers these states of it, one for each request. */
const begin = async (...states: readonly CommandRun[]) => {
  const onDone = vi.fn();
  const host = await openScreens(recounted, <Page onDone={onDone} />, {
    records: [record],
    permissions: clientPermissions,
  });
  const { server, user } = host;
  server.once('POST', `/clients/${record.id}/recount`, {
    status: 202,
    body: { data: { run: commandRun({ state: 'waiting', done: 0, total: null }) } },
  });
  for (const state of states) server.once('GET', `/runs/${state.id}`, answer(state));
  const dialog = await screen.findByRole('dialog', { name: 'Recontar: ACME' });
  await user.click(await within(dialog).findByRole('button', { name: 'Recontar' }));
  return { ...host, dialog, onDone };
};

test('shows the progress, then reloads the record and offers to undo', async () => {
  const finished = commandRun({ state: 'finished', done: 5000, answer: { counted: 5000 } });
  const { server, user, dialog, onDone } = await begin(commandRun(), finished);
  expect(await within(dialog).findByText('Procesando 1,200 de 5,000…')).toBeTruthy();
  const bar = within(dialog).getByRole<HTMLProgressElement>('progressbar', { name: 'Recontar' });
  expect([bar.value, bar.max]).toEqual([1200, 5000]);
  expect(within(dialog).getByText(/^20 % listo\. Puede cerrar/)).toBeTruthy();

  expect(await screen.findByText('Cliente recontado', {}, longTimeout)).toBeTruthy();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onDone.mock.lastCall?.[0]).toMatchObject({ id: record.id });
  expect(screen.queryByRole('dialog')).toBeNull();
  const asked = server.asked.filter(({ path }) => path.startsWith('/runs/')).length;
  server.once('POST', '/undo/r-1', undone);
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Se deshicieron 3 cambios')).toBeTruthy();
  expect(server.asked.filter(({ path }) => path.startsWith('/runs/'))).toHaveLength(asked);
});

test('is stopped, says what was done, and that can be undone', async () => {
  const stopping = commandRun({ done: 1400, cancel_requested_at: '2026-03-02T14:00:00Z' });
  const { server, user, dialog, onDone } = await begin(
    commandRun(),
    commandRun({ ...stopping, state: 'cancelled' }),
  );
  await within(dialog).findByText('Procesando 1,200 de 5,000…');
  server.once('POST', `/runs/${stopping.id}/cancel`, answer(stopping));
  await user.click(within(dialog).getByRole('button', { name: 'Detener' }));
  expect(
    await within(dialog).findByText(
      '«Recontar» se detuvo. Lo hecho se conserva: 1,400 de 5,000.',
      {},
      longTimeout,
    ),
  ).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  server.once('POST', '/undo/r-1', undone);
  await user.click(within(dialog).getByRole('button', { name: 'Deshacer lo hecho' }));
  expect(await screen.findByText('Se deshicieron 3 cambios')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failure stays on the screen, with the reason', async () => {
  const error = 'Ya no hay lugar para más.';
  const { dialog, user } = await begin(commandRun({ state: 'failed', done: 0, error }));
  expect(
    await within(dialog).findByText(
      `«Recontar» no terminó. ${error} No se guardó ningún cambio.`,
      {},
      longTimeout,
    ),
  ).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Deshacer lo hecho' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Entendido' }));
  expect(await screen.findByText('Cerrado')).toBeTruthy();
});

test('a closed dialog leaves the run in the background, and a notification reports its end', async () => {
  const finished = commandRun({ state: 'finished', done: 5000 });
  const { dialog, user, onDone } = await begin(commandRun(), finished);
  await within(dialog).findByText('Procesando 1,200 de 5,000…');
  await user.click(within(dialog).getByRole('button', { name: 'Seguir en segundo plano' }));
  expect(await screen.findByText('Cerrado')).toBeTruthy();
  expect(await screen.findByText('Cliente recontado', {}, longTimeout)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Deshacer' })).toBeTruthy();
  expect(runQueue.get()).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
});

test('a refusal to start is shown in the form', async () => {
  const host = await openScreens(recounted, <Page onDone={vi.fn()} />, { records: [record] });
  const message = 'Esta acción ya está en curso.';
  host.server.once('POST', `/clients/${record.id}/recount`, {
    status: 409,
    body: { code: 'already_running', message },
  });
  await host.user.click(await screen.findByRole('button', { name: 'Recontar' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});
