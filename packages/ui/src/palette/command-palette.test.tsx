import { resourceIndex } from '@pauta/domain/resource-index.ts';
// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { createHost } from '../testing/host.tsx';
import { CommandPalette } from './command-palette.tsx';

beforeEach(() => localStorage.clear());

const pages = [
  { label: 'Clientes', group: 'CRM', href: '/crm/clientes' },
  { label: 'Industrias', group: 'Catálogos', href: '/gestion/catalogos/industrias' },
];
const hit = {
  resource: 'clients',
  id: '1',
  title: 'Óptica Ñandú',
  subtitle: 'CLI-001',
  path: '/crm/clientes/1',
};

const open = async (
  answer: (
    path: string,
  ) => { status: number; body: unknown } | Promise<{ status: number; body: unknown }> = () => ({
    status: 200,
    body: { data: [hit] },
  }),
) => {
  const run = vi.fn();
  const onClose = vi.fn();
  const asked: string[] = [];
  const { Host, router } = createHost(
    <CommandPalette
      actions={[{ id: 'out', label: 'Cerrar sesión', run }]}
      onClose={onClose}
      pages={pages}
      resources={resourceIndex}
    />,
    {
      baseUrl: 'http://pauta.example/api',
      path: '/inicio',
      mount: '/inicio',
      fetch: async (input) => {
        const path = String(input).replace('http://pauta.example/api', '');
        asked.push(path);
        const { status, body } = await answer(path);
        return new Response(JSON.stringify(body), { status });
      },
    },
  );
  render(<Host />);
  const user = userEvent.setup();
  const box = await screen.findByRole('combobox', { name: 'Buscar páginas, registros y acciones' });
  return { user, box, run, onClose, asked, router };
};
const chosen = () =>
  screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true');

test('finds records on the server, marks the match, and opens them with Enter', async () => {
  const { user, box, asked, onClose, router } = await open();
  await user.type(box, 'nandu');
  const option = await screen.findByRole('option', { name: /Óptica Ñandú/ });
  expect(asked.at(-1)).toBe('/search?limit=12&q=nandu');
  expect(within(option).getByText('Ñandú').tagName).toBe('MARK');
  expect(within(option).getByText('CLI-001')).toBeTruthy();
  expect(box.getAttribute('aria-activedescendant')).toBe(option.id);
  expect(screen.getByRole('group', { name: 'Registros' })).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clientes/1'));
});

test('while a longer text is being searched, results that do not contain it are not offered', async () => {
  const short = { ...hit, id: '2', title: 'B', path: '/crm/clientes/2' };
  const { user, box } = await open((path) =>
    path.endsWith('q=b') ? { status: 200, body: { data: [short] } } : new Promise(() => undefined),
  );
  await user.type(box, 'b');
  await screen.findByRole('option', { name: /^B/ });
  await user.type(box, 'ebidas');
  await waitFor(() => expect(screen.queryByRole('option', { name: /^B/ })).toBeNull());
});

test('the arrow keys wrap around, and Ctrl+Enter opens a new tab without closing the palette', async () => {
  const { user, box, onClose } = await open();
  const window_open = vi.spyOn(window, 'open').mockReturnValue(null);
  expect(chosen()?.textContent).toContain('Clientes');
  await user.type(box, '{ArrowDown}');
  expect(chosen()?.textContent).toContain('Industrias');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()?.textContent).toContain('Cerrar sesión');
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
  expect(window_open).toHaveBeenCalledWith('/crm/clientes', '_blank', 'noopener');
  expect(onClose).not.toHaveBeenCalled();
});

test('runs actions, opens pages, closes with Escape', async () => {
  const { user, box, run, onClose } = await open();
  await user.type(box, '>cerrar{Enter}');
  expect(run).toHaveBeenCalledOnce();
  await user.clear(box);
  onClose.mockClear();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
  await user.type(box, 'indus{Enter}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('shows that nothing matches', async () => {
  const { user, box } = await open(() => ({ status: 200, body: { data: [] } }));
  await user.type(box, 'xyzzy');
  expect(await screen.findByText(/Nada coincide con «xyzzy»/)).toBeTruthy();
});

test('shows that the search failed, and retries', async () => {
  let fails = true;
  const { user, box } = await open(() =>
    fails
      ? { status: 503, body: { message: 'El servicio no está disponible.' } }
      : { status: 200, body: { data: [hit] } },
  );
  await user.type(box, 'nandu');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('No se pudieron buscar registros.');
  fails = false;
  await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('option', { name: /Óptica Ñandú/ })).toBeTruthy();
});
