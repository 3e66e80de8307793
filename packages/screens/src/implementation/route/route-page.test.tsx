// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { CrewRoute } from '@pauta/domain/implementation/route/crew-route.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clear, createStore } from 'idb-keyval';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readQueue } from './field-store.ts';
import { someRoute } from './route-fixtures.ts';
import { RoutePage } from './route-page.tsx';

beforeEach(async () => {
  await clear(createStore('pauta-field-queue', 'entries'));
  await clear(createStore('pauta-field-route', 'routes'));
});

interface Net {
  isUp: boolean;
  readonly sent: string[];
  refuse?: string;
  /** State of the orders on the server. */
  status?: string;
}

const open = (net: Net, route: CrewRoute = someRoute) => {
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<RoutePage />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input, init) => {
      if (!net.isUp) throw new TypeError('Failed to fetch');
      const path = String(input).replace(/^.*\/api/, '');
      if (path.startsWith('/work-orders/route')) return answer({ data: route });
      if (path.endsWith('/history'))
        return answer({
          data: [
            {
              at: '2026-12-01T14:20:00Z',
              actor: { id: '9', name: 'Ana Pérez' },
              changes: [{ field: 'status' }],
            },
          ],
        });
      if (init?.method !== 'POST')
        return answer({
          data: path.startsWith('/work-orders/') ? { row_version: 4, status: net.status } : [],
        });
      net.sent.push(path);
      if (net.refuse) return answer({ status: 422, code: 'invalid', message: net.refuse }, 422);
      return answer({ data: { id: 'f-1', name: 'foto.jpg', mime: 'image/jpeg', bytes: 4 } }, 201);
    },
    permissions: ['work_orders.execute'],
    path: '/implementacion/implementacion/ruta',
    mount: '/implementacion/implementacion/ruta',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return { view, user: userEvent.setup() };
};

const takePhoto = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  expect(input?.getAttribute('capture')).toBe('environment');
  await user.upload(input as HTMLInputElement, new File(['foto'], 'foto.jpg', { type: 'image/jpeg' }));
};

test('stops stand in their order, with the way to them and their steps', async () => {
  open({ isUp: true, sent: [] });
  await screen.findByRole('heading', { name: '1. Valla de la 27' });
  expect(screen.getByRole('heading', { name: '2. Valla de la Duarte' })).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Cómo llegar' })[0]?.getAttribute('href')).toContain('18.5');
  expect(screen.getByText(/Bloqueada: Falta el permiso/)).toBeTruthy();
});

test('what is done without a network is kept over a closed tab, and sends itself when it is back', async () => {
  const net: Net = { isUp: true, sent: [] };
  const first = open(net);
  const step = await screen.findByRole('checkbox', { name: 'Arte instalado' });
  net.isUp = false;
  await first.user.click(step);
  await takePhoto(first.user);
  await screen.findByText(/2 envíos en espera/);
  expect(net.sent).toEqual([]);
  first.view.unmount();
  const kept = await readQueue('7');
  expect(kept.map(({ kind }) => kind)).toEqual(['tick', 'photo']);
  expect(kept[1]).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });

  net.isUp = true;
  open(net);
  await waitFor(() =>
    expect(net.sent).toEqual(['/work-order-steps/s-1/tick', '/files', '/work-order-photos']),
  );
  await waitFor(async () => expect(await readQueue('7')).toEqual([]));
});

test('an order is started and put on the air without a network, and sent in its order', async () => {
  const net: Net = { isUp: true, sent: [], status: 'in_progress' };
  const first = open(net);
  const button = await screen.findByRole('button', { name: 'Poner al aire' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  net.isUp = false;
  await first.user.click(screen.getByRole('checkbox', { name: 'Arte instalado' }));
  await first.user.click(screen.getByRole('button', { name: 'Poner al aire' }));
  await screen.findByText('Al aire, por enviar');
  first.view.unmount();
  net.isUp = true;
  open(net);
  await waitFor(() =>
    expect(net.sent).toEqual([
      '/work-order-steps/s-1/tick',
      '/work-orders/0190a000-0000-7000-8000-000000000001/go_live',
    ]),
  );
});

test('an order that somebody else finished says who, and keeps what was done here', async () => {
  const net: Net = { isUp: true, sent: [], status: 'completed' };
  const { user } = open(net);
  const step = await screen.findByRole('checkbox', { name: 'Arte instalado' });
  // Otherwise the step may be sent, and the route read again without it, before the order is put on the air.
  net.isUp = false;
  await user.click(step);
  await user.click(screen.getByRole('button', { name: 'Poner al aire' }));
  await screen.findByText('Al aire, por enviar');
  net.isUp = true;
  dispatchEvent(new Event('online'));
  await screen.findByText(/Ana Pérez ya la dejó en «Completada»/);
  expect(net.sent).toEqual(['/work-order-steps/s-1/tick']);
  expect(await readQueue('7')).toHaveLength(1);
});

test('what the server refuses stays until it is discarded', async () => {
  const net: Net = { isUp: true, sent: [], refuse: 'La orden ya está completada.' };
  const { user } = open(net);
  await user.click(await screen.findByRole('checkbox', { name: 'Arte instalado' }));
  await screen.findByText(/La orden ya está completada/);
  expect(await readQueue('7')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(async () => expect(await readQueue('7')).toEqual([]));
});
