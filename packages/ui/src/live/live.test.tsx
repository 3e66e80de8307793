// @vitest-environment happy-dom
import { useUser } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientRecord } from '../testing/client-fixtures.ts';
import { createHost } from '../testing/host.tsx';
import { createLiveFetch } from '../testing/live-fetch.ts';
import { LiveNotice } from './live-notice.tsx';
import { LiveRecord } from './live-record.tsx';
import { LiveRefresh } from './live-refresh.tsx';
import { noteOwnRequest } from './own-changes.ts';
import { useLiveChanges } from './use-live-changes.ts';

const answer = async (): Promise<Response> => new Response('{"data":[]}', { status: 200 });

function Notice({ onShow }: { onShow?: () => void }) {
  const { clear, changedCount, ...live } = useLiveChanges(clients);
  return (
    <LiveNotice
      changed={changedCount}
      created={live.created}
      isUnknown={live.isUnknown}
      label={clients.label}
      onShow={() => {
        clear();
        onShow?.();
      }}
    />
  );
}

const UserName = () => <p>{useUser()?.full_name ?? 'Nadie'}</p>;

const open = async (children: React.ReactNode) => {
  const live = createLiveFetch(answer);
  const host = createHost(children, { baseUrl: 'http://pauta.example/api', fetch: live.fetch });
  const view = render(<host.Host />);
  await waitFor(() => expect(live.opened).toEqual(['']));
  const tell = (event: Parameters<typeof live.tell>[0]) => act(async () => live.tell(event));
  return { ...live, tell, ...view };
};

test('counts the records that others created or changed, each once, and starts again after they are shown', async () => {
  const { tell } = await open(<Notice />);
  expect(screen.getByRole('status').textContent).toBe('');
  await tell({ id: 'a', change: 'created' });
  await tell({ id: 'b', change: 'created' });
  await tell({ id: 'b', change: 'created' });
  expect(await screen.findByRole('button', { name: '2 clientes nuevos — mostrar' })).toBeTruthy();
  await tell({ id: 'a', change: 'changed' });
  await tell({ id: 'c', change: 'archived' });
  const button = await screen.findByRole('button', { name: '2 clientes nuevos y 1 cambiado — mostrar' });
  fireEvent.click(button);
  expect(screen.queryByRole('button')).toBeNull();
});

test('ignores other resources, comments, and changes made by this tab', async () => {
  const { tell } = await open(<Notice />);
  await tell({ resource: 'industries', change: 'created' });
  await tell({ change: 'noted' });
  await tell({ change: 'created', by: { id: '7', name: 'Ana Pérez' } });
  noteOwnRequest('mine');
  await tell({ change: 'created', request_id: 'mine' });
  await tell({ id: 'z', change: 'changed' });
  expect(await screen.findByRole('button', { name: '1 cliente cambiado — mostrar' })).toBeTruthy();
});

test('adds the numbers of bulk changes, and states that the number is unknown after a reset', async () => {
  const { send } = await open(<Notice />);
  await act(async () => send('event: many\ndata: {"resource":"clients","created":1200,"changed":3}\n\n'));
  expect(
    await screen.findByRole('button', { name: '1,200 clientes nuevos y 3 cambiados — mostrar' }),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  await act(async () => send('event: reset\ndata: {}\n\n'));
  expect(await screen.findByRole('button', { name: 'Puede haber cambios — mostrar' })).toBeTruthy();
});

test('reconnects after the last received event when the stream breaks', async () => {
  const { tell, end, opened } = await open(<Notice />);
  await tell({ change: 'created' });
  end();
  await waitFor(() => expect(opened).toEqual(['', '1']));
  await tell({ change: 'created' });
  expect(await screen.findByRole('button', { name: '2 clientes nuevos — mostrar' })).toBeTruthy();
});

test('a server without live changes gets one request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const host = createHost(<Notice />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input) => {
      if (String(input).endsWith('/events')) asked += 1;
      return new Response('{"message":"No existe."}', { status: 404 });
    },
  });
  render(<host.Host />);
  await vi.waitFor(() => expect(asked).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(asked).toBe(1);
});

test('the page of a record names the author of a change, until it shows that version', async () => {
  const record = { ...clientRecord(0), row_version: 1 };
  let update: (version: number) => void = () => {};
  function Page() {
    const [version, setVersion] = useState(1);
    update = setVersion;
    return <LiveRecord record={{ ...record, row_version: version }} resource={clients} />;
  }
  const { tell } = await open(<Page />);
  await tell({ id: 'another' });
  await tell({ id: record.id, change: 'noted' });
  expect(screen.getByRole('status').textContent).toBe('');
  await tell({ id: record.id, version: 2 });
  expect(await screen.findByText('Luis Gómez cambió este cliente hace un momento.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Mostrar' })).toBeTruthy();
  await act(async () => update(2));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('the user is loaded again after a change of rights, and stays signed in while the server is unavailable', async () => {
  const busy = { status: 503, headers: { 'Retry-After': '0' } };
  const answers = [new Response('{}', busy), new Response('{"user":{"id":"7","full_name":"Ana Pérez Gil"}}')];
  const live = createLiveFetch(async (input) =>
    String(input).endsWith('/user') ? (answers.shift() ?? new Response('{}', busy)) : answer(),
  );
  const host = createHost(
    <>
      <LiveRefresh counted={new Set()} resources={[]} />
      <UserName />
    </>,
    { baseUrl: 'http://pauta.example/api', fetch: live.fetch },
  );
  render(<host.Host />);
  await waitFor(() => expect(live.opened).toEqual(['']));
  await act(async () => live.send('event: rights\ndata: {}\n\n'));
  expect(await screen.findByText('Ana Pérez Gil')).toBeTruthy();
  expect(answers).toEqual([]);
});
