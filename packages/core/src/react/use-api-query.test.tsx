// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import useSWR from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ana, beto, delayedAnswer, roundTrip, setUp } from '../../test/pauta.tsx';
import { type Answer, json, startServer, type TestServer } from '../../test/server.ts';
import { ApiError } from '../api-error.ts';
import { type ApiQueryOptions, useApiQuery } from './use-api-query.ts';
import { useUser } from './use-user.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

interface ListProps extends ApiQueryOptions<string> {
  path?: string | null;
}

function List({ path = '/clients', ...options }: ListProps): ReactElement {
  const { data, error, isLoading, isPrevious } = useApiQuery<string>(path, options);
  if (error) return <p role="alert">{`${error instanceof ApiError} ${error.message}`}</p>;
  const state = `${isLoading ? ' cargando' : ''}${isPrevious ? ' de antes' : ''}`;
  return <p role="status">{`${data ?? 'nada'}${state}`}</p>;
}

function useNamed(): { who: string | undefined; data: string | undefined; reload: () => Promise<unknown> } {
  const { data, mutate } = useApiQuery<string>('/mine', { keepPreviousData: true });
  return { who: useUser()?.full_name, data, reload: mutate };
}

const shown = () => screen.getByRole('status').textContent;
const requestsTo = (path: string) => server.asked.filter((asked) => asked.path === path);

describe('a query', () => {
  test('loads with the token of the signed-in user', async () => {
    server.on('GET /clients', json(200, 'de Ana'));
    const { wrapper } = setUp(server, ana);
    render(<List query={{ q: 'x', page: undefined }} />, { wrapper });
    expect(shown()).toBe('nada cargando');
    await waitFor(() => expect(shown()).toBe('de Ana'));
    expect(server.asked).toMatchObject([{ path: '/clients?q=x', headers: { authorization: 'Bearer t-7' } }]);
  });

  test('that equals another shares its request; different ones run in parallel', async () => {
    const { answer, release } = delayedAnswer();
    server.on('GET /clients', answer);
    server.on('GET /agencies', answer);
    const { wrapper } = setUp(server, ana);
    render(
      <StrictMode>
        <List query={{ a: 1, b: 2 }} />
        <List query={{ b: 2, a: 1 }} />
        <List path="/agencies" />
      </StrictMode>,
      { wrapper },
    );
    await waitFor(() => expect(server.asked).toHaveLength(2));
    release('listo');
    await waitFor(() => expect(screen.getAllByText('listo')).toHaveLength(3));
    expect(server.asked).toHaveLength(2);
  });

  test('of null sends no request', async () => {
    const { wrapper } = setUp(server, ana);
    server.on('GET /other', json(200, 'otra'));
    render(
      <>
        <List path={null} />
        <List path="/other" />
      </>,
      { wrapper },
    );
    // If both queries had sent a request, it would have happened by now.
    await screen.findByText('otra');
    expect(screen.getByText('nada')).toBeTruthy();
    expect(server.asked.map(({ path }) => path)).toEqual(['/other']);
  });

  test('of a guest sends no request, unless it is for guests', async () => {
    server.on('GET /public', json(200, 'para todos'));
    const { wrapper } = setUp(server);
    render(
      <>
        <List path="/public" guest />
        <List />
      </>,
      { wrapper },
    );
    await screen.findByText('para todos');
    expect(server.asked.map(({ path }) => path)).toEqual(['/public']);
  });

  test('with keepPreviousData shows the last page until the next one has loaded', async () => {
    const { answer, release } = delayedAnswer();
    server.on('GET /clients', answer);
    const { wrapper } = setUp(server, ana);
    const { rerender } = render(<List query={{ page: 1 }} keepPreviousData />, { wrapper });
    await waitFor(() => expect(server.asked).toHaveLength(1));
    release('página 1');
    await waitFor(() => expect(shown()).toBe('página 1'));
    rerender(<List query={{ page: 2 }} keepPreviousData />);
    expect(shown()).toBe('página 1 cargando de antes');
    await waitFor(() => expect(server.asked).toHaveLength(2));
    release('página 2');
    await waitFor(() => expect(shown()).toBe('página 2'));
    rerender(<List path={null} keepPreviousData />);
    expect(shown()).toBe('nada');
  });

  test('without it starts each page empty', async () => {
    server.on('GET /clients', json(200, 'página'));
    const { wrapper } = setUp(server, ana);
    const { rerender } = render(<List query={{ page: 1 }} />, { wrapper });
    await waitFor(() => expect(shown()).toBe('página'));
    rerender(<List query={{ page: 2 }} />);
    expect(shown()).toBe('nada cargando');
    await waitFor(() => expect(shown()).toBe('página'));
  });

  test('renders again only when a field that is read changes', async () => {
    server.on('GET /clients', json(200, 'igual'));
    const { wrapper } = setUp(server, ana);
    let renders = 0;
    const { result } = renderHook(
      () => {
        renders += 1;
        const query = useApiQuery<string>('/clients');
        return { data: query.data, mutate: query.mutate };
      },
      { wrapper },
    );
    await waitFor(() => expect(result.current.data).toBe('igual'));
    const before = renders;
    await act(() => result.current.mutate());
    expect(server.asked).toHaveLength(2);
    expect(renders).toBe(before);
  });
});

describe('a failing query', () => {
  test.each([400, 403, 404, 409, 422, 429])('is shown and never retried after a %i', async (status) => {
    server.on('GET /clients', json(status, { message: 'No se puede.' }));
    const { wrapper } = setUp(server, ana);
    server.on('GET /agencies', json(500, { message: 'Falla.' }));
    render(
      <>
        <List errorRetryInterval={1} dedupingInterval={0} />
        <List path="/agencies" errorRetryInterval={20} dedupingInterval={0} />
      </>,
      { wrapper },
    );
    expect(await screen.findByText('true No se puede.')).toBeTruthy();
    // By now the automatic retry, with its increasing delay, would have happened.
    await waitFor(() => expect(requestsTo('/agencies')).toHaveLength(4));
    expect(requestsTo('/clients')).toHaveLength(1);
  });

  test('is retried after a 5xx until it succeeds', async () => {
    let times = 0;
    server.on('GET /clients', (response, asked) => {
      times += 1;
      (times < 3 ? json(503, {}) : json(200, 'sano'))(response, asked);
    });
    const { wrapper } = setUp(server, ana);
    render(<List errorRetryInterval={5} dedupingInterval={0} />, { wrapper });
    expect(await screen.findByText('sano')).toBeTruthy();
    expect(times).toBe(3);
  });

  test('is retried after a lost connection', async () => {
    let times = 0;
    server.on('GET /clients', (response, asked) => {
      times += 1;
      if (times === 1) response.destroy();
      else json(200, 'sano')(response, asked);
    });
    const { wrapper } = setUp(server, ana);
    render(<List errorRetryInterval={5} dedupingInterval={0} />, { wrapper });
    expect(await screen.findByText('sano')).toBeTruthy();
  });

  test('is retried at most three times, and not before Retry-After', async () => {
    server.on('GET /clients', json(500, {}));
    server.on('GET /slower', json(500, {}));
    server.on('GET /agencies', json(503, {}, { 'Retry-After': '60' }));
    const { wrapper } = setUp(server, ana);
    render(
      <>
        <List errorRetryInterval={1} dedupingInterval={0} />
        <List path="/agencies" errorRetryInterval={1} dedupingInterval={0} />
        <List path="/slower" errorRetryInterval={20} dedupingInterval={0} />
      </>,
      { wrapper },
    );
    // By the last retry of this query, the faster one would have sent a fifth request.
    await waitFor(() => expect(requestsTo('/slower')).toHaveLength(4));
    expect(requestsTo('/clients')).toHaveLength(4);
    expect(requestsTo('/agencies')).toHaveLength(1);
  });
});

describe('one user never sees data that another one loaded', () => {
  const byToken: Answer = (response, asked) =>
    json(200, asked.headers.authorization === 'Bearer t-7' ? 'de Ana' : 'de Beto')(response, asked);

  test.each([false, true])('after signing out and in (keepPreviousData: %s)', async (keepPreviousData) => {
    server.on('GET /mine', byToken);
    const { wrapper, session, signInAs } = setUp(server, ana);
    render(<List path="/mine" keepPreviousData={keepPreviousData} />, { wrapper });
    await waitFor(() => expect(shown()).toBe('de Ana'));
    await act(() => session.logout());
    expect(shown()).toBe('nada');
    const { answer, release } = delayedAnswer();
    server.on('GET /mine', answer);
    await signInAs(beto);
    expect(shown()).toBe('nada cargando');
    await waitFor(() => expect(requestsTo('/mine')).toHaveLength(2));
    release('de Beto');
    await waitFor(() => expect(shown()).toBe('de Beto'));
  });

  test('after a change of user in another tab, whether or not its event has arrived before the next request', async () => {
    server.on('GET /mine', byToken);
    const { wrapper, storage } = setUp(server, ana);
    const seen: string[] = [];
    const { result } = renderHook(
      () => {
        const named = useNamed();
        seen.push(`${named.who}: ${named.data}`);
        return named;
      },
      { wrapper },
    );
    await waitFor(() => expect(result.current.data).toBe('de Ana'));
    storage.setItem('user', JSON.stringify(beto));
    storage.setItem('auth_token', 't-8');
    await act(() => result.current.reload());
    await waitFor(() => expect(result.current.data).toBe('de Beto'));
    expect([...new Set(seen)]).toEqual([
      'Ana Núñez: undefined',
      'Ana Núñez: de Ana',
      'Beto Díaz: undefined',
      'Beto Díaz: de Beto',
    ]);
  });

  test('not even from a response that was pending', async () => {
    const first = delayedAnswer();
    server.on('GET /mine', first.answer);
    const { wrapper, session, signInAs } = setUp(server, ana);
    render(<List path="/mine" />, { wrapper });
    await waitFor(() => expect(requestsTo('/mine')).toHaveLength(1));
    await act(() => session.logout());
    const second = delayedAnswer();
    server.on('GET /mine', second.answer);
    await signInAs(ana);
    await waitFor(() => expect(requestsTo('/mine')).toHaveLength(2));
    first.release('de la sesión anterior');
    await roundTrip(server);
    expect(shown()).toBe('nada cargando');
    second.release('de esta sesión');
    await waitFor(() => expect(shown()).toBe('de esta sesión'));
  });

  test('and plain swr entries are removed from the cache too', async () => {
    const { wrapper, session } = setUp(server, ana);
    const { result } = renderHook(() => useSWR('own', async () => 'propio de Ana').data, { wrapper });
    await waitFor(() => expect(result.current).toBe('propio de Ana'));
    await act(() => session.logout());
    expect(result.current).toBeUndefined();
  });

  test('after signing out nothing more is requested', async () => {
    server.on('GET /mine', byToken);
    const { wrapper, session } = setUp(server, ana);
    render(<List path="/mine" />, { wrapper });
    await waitFor(() => expect(shown()).toBe('de Ana'));
    await act(() => session.logout());
    await roundTrip(server);
    expect(server.asked.map(({ path }) => path)).toEqual(['/mine', '/logout', '/round-trip']);
  });
});
