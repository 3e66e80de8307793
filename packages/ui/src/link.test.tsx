// @vitest-environment happy-dom

import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Link } from './router.ts';
import { openScreens } from './testing/screen-host.tsx';

test('a link navigates in the app, to an absolute or a relative address', async () => {
  const onClick = vi.fn();
  const { user, address } = await openScreens(
    clients,
    <>
      <Link onClick={onClick} to="/crm/clientes/nuevo">
        Nuevo
      </Link>
      <Link to="?tab=historial">Historial</Link>
    </>,
  );
  const link = screen.getByRole('link', { name: 'Nuevo' });
  expect(link.getAttribute('href')).toBe('/crm/clientes/nuevo');
  await user.click(link);
  expect(onClick).toHaveBeenCalledOnce();
  expect(address()).toBe('/crm/clientes/nuevo');
  await user.click(screen.getByRole('link', { name: 'Historial' }));
  expect(address()).toBe('/crm/clientes/nuevo?tab=historial');
});

test('the browser follows a link with a modifier key, to another site, or whose click was handled', async () => {
  const left: (string | null)[] = [];
  const { user, address, container } = await openScreens(
    clients,
    <>
      <Link to="/crm/clientes/nuevo">Otra pestaña</Link>
      <Link to="https://dgii.gov.do/consultas">Otro sitio</Link>
      <Link onClick={(event) => event.preventDefault()} to="/crm/clientes/nuevo">
        Atendido
      </Link>
    </>,
  );
  container.addEventListener('click', (event) => {
    const link = (event.target as HTMLElement).closest('a');
    if (!event.defaultPrevented) left.push(link?.getAttribute('href') ?? null);
    event.preventDefault();
  });
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Otra pestaña' }));
  await user.keyboard('{/Control}');
  await user.click(screen.getByRole('link', { name: 'Otro sitio' }));
  await user.click(screen.getByRole('link', { name: 'Atendido' }));
  expect(left).toEqual(['/crm/clientes/nuevo', 'https://dgii.gov.do/consultas']);
  expect(address()).toBe('/crm/clientes');
});
