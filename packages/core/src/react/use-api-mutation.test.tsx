// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ana, delayedAnswer, roundTrip, setUp } from '../../test/pauta.tsx';
import { json, startServer, type TestServer } from '../../test/server.ts';
import { ApiError } from '../api-error.ts';
import { useApi } from './use-api.ts';
import { useApiMutation } from './use-api-mutation.ts';
import { useApiQuery } from './use-api-query.ts';
import { useInvalidate } from './use-invalidate.ts';

const paths = ['/clients', '/clients/1/contacts', '/clients-archive'] as const;

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
  // The response of each path is the number of its requests.
  for (const path of paths) {
    let times = 0;
    server.on(`GET ${path}`, (response, asked) => {
      times += 1;
      json(200, times)(response, asked);
    });
  }
});

afterEach(async () => {
  cleanup();
  await server.close();
});

/** The three queries on screen, one of them with parameters, and the mutation that affects them. */
function useClients() {
  const shown = [
    useApiQuery<number>(paths[0], { query: { q: 'x' } }).data,
    useApiQuery<number>(paths[1]).data,
    useApiQuery<number>(paths[2]).data,
  ];
  const rename = useApiMutation(
    (api, name: string) => api.patch<{ id: number; name: string }>('/clients/1', { name }, { ifMatch: 3 }),
    { invalidates: ['/clients'] },
  );
  const move = useApiMutation((api, id: number) => api.post<{ to: string }>(`/clients/${id}/move`), {
    invalidates: ({ to }, id) => [to, `/none/${id}`],
  });
  return { shown, rename, move, invalidate: useInvalidate(), api: useApi() };
}

async function clientsOnScreen() {
  const { wrapper } = setUp(server, ana);
  const { result } = renderHook(useClients, { wrapper });
  await waitFor(() => expect(result.current.shown).toEqual([1, 1, 1]));
  return result;
}

test('runs, shows its progress, and refreshes the queries of its paths and below', async () => {
  const { answer, release } = delayedAnswer();
  server.on('PATCH /clients/1', answer);
  const screen = await clientsOnScreen();
  expect(screen.current.rename).toMatchObject({ pending: false, data: undefined, error: undefined });
  let saved: unknown;
  act(() => void screen.current.rename.run('Ñandú').then((client) => (saved = client)));
  expect(screen.current.rename.pending).toBe(true);
  await waitFor(() =>
    expect(server.asked.at(-1)).toMatchObject({ method: 'PATCH', body: '{"name":"Ñandú"}' }),
  );
  expect(server.asked.at(-1)?.headers['if-match']).toBe('"3"');
  release({ id: 1, name: 'Ñandú' });
  await waitFor(() => expect(screen.current.shown).toEqual([2, 2, 1]));
  expect(saved).toEqual({ id: 1, name: 'Ñandú' });
  expect(screen.current.rename).toMatchObject({ pending: false, data: { id: 1, name: 'Ñandú' } });
  act(() => screen.current.rename.reset());
  expect(screen.current.rename).toMatchObject({ pending: false, data: undefined });
});

test('can compute the paths to refresh from its result', async () => {
  server.on('POST /clients/1/move', json(200, { to: '/clients-archive' }));
  const screen = await clientsOnScreen();
  await act(() => screen.current.move.run(1));
  await waitFor(() => expect(screen.current.shown).toEqual([1, 1, 2]));
});

test('stores a failure, rejects with it, and refreshes nothing', async () => {
  server.on('PATCH /clients/1', json(412, { message: 'Otra persona lo cambió.' }));
  const screen = await clientsOnScreen();
  await act(() => expect(screen.current.rename.run('x')).rejects.toMatchObject({ status: 412 }));
  expect(screen.current.rename).toMatchObject({
    pending: false,
    error: { message: 'Otra persona lo cambió.' },
  });
  await roundTrip(server);
  expect(screen.current.shown).toEqual([1, 1, 1]);
});

test('of two runs the later one is shown, and only an ApiError is stored', async () => {
  const { wrapper } = setUp(server, ana);
  const { result } = renderHook(
    () =>
      useApiMutation(async (_api, outcome: { of: number; after?: Promise<unknown>; fail?: Error }) => {
        await outcome.after;
        if (outcome.fail) throw outcome.fail;
        return outcome.of;
      }),
    { wrapper },
  );
  await act(async () => {
    const first = Promise.withResolvers<void>();
    const slower = result.current.run({ of: 1, after: first.promise });
    await result.current.run({ of: 2 });
    first.resolve();
    await slower;
  });
  expect(result.current.data).toBe(2);
  const refused = new ApiError('No.', { status: 409 });
  await act(() => expect(result.current.run({ of: 3, fail: refused })).rejects.toBe(refused));
  expect(result.current).toMatchObject({ pending: false, data: undefined, error: refused });
  const bug = new RangeError('bug');
  await act(() => expect(result.current.run({ of: 4, fail: bug })).rejects.toBe(bug));
  expect(result.current).toMatchObject({ pending: false, error: undefined });
});

test('a failed refresh does not make the mutation fail', async () => {
  server.on('PATCH /clients/1', json(200, { id: 1, name: 'x' }));
  const screen = await clientsOnScreen();
  server.on('GET /clients', json(404, {}));
  await act(() => screen.current.rename.run('x'));
  expect(screen.current.rename).toMatchObject({ pending: false, error: undefined });
  await waitFor(() => expect(screen.current.shown).toEqual([1, 2, 1]));
});

test('useInvalidate refreshes queries, and useApi gives the client', async () => {
  server.on('GET /version', json(200, { version: 1 }));
  const screen = await clientsOnScreen();
  await act(() => screen.current.invalidate('clients/', '/clients-archive'));
  await waitFor(() => expect(screen.current.shown).toEqual([2, 2, 2]));
  expect(await screen.current.api.get('/version')).toEqual({ version: 1 });
});
