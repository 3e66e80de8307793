// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { defaultMenu } from '../menu/default-menu.tsx';
import { withFreshPage } from '../testing.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { usePage, useTitle, useTrailShown } from './current-page.ts';
import { documentTitle, useDocumentTitle } from './document-title.ts';
import { PrintHeader } from './print-header.tsx';
import { trailOf } from './trail.ts';

withFreshPage();

const goTo = vi.fn();

function Shell({ path, children }: { path: string; children?: ReactElement }): ReactElement {
  const page = usePage();
  useDocumentTitle(documentTitle([page?.title, 'Pauta']));
  return (
    <>
      <Breadcrumbs onNavigate={goTo} trail={trailOf(defaultMenu, path, page ?? {})} />
      {children}
    </>
  );
}

function Record({ title }: { title: string | null }): ReactElement {
  useTitle(title);
  return <p>{useTrailShown() ? 'sin regreso propio' : 'con regreso propio'}</p>;
}

const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Ruta de la página' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('shows the trail of a page, and its title once it is set', () => {
  const at = (title: string | null, path = '/crm/clientes/17') => (
    <Shell path={path}>
      <Record title={title} />
    </Shell>
  );
  const { rerender } = render(at(null));
  expect(document.title).toBe('Pauta');
  rerender(at('ACME'));
  expect(crumbs()).toEqual(['CRM', 'Clientes', 'ACME']);
  expect(screen.getByText('ACME').getAttribute('aria-current')).toBe('page');
  expect(document.title).toBe('ACME · Pauta');
  expect(screen.getByText('sin regreso propio')).toBeTruthy();
  rerender(<Shell path="/" />);
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.title).toBe('Pauta');
});

it('links to the steps and to their sibling pages', async () => {
  const user = userEvent.setup();
  render(<Shell path="/crm/clientes" />);
  await user.click(screen.getByRole('button', { name: 'Páginas junto a Clientes' }));
  expect(screen.getByRole('link', { current: true }).textContent).toBe('Clientes');
  await user.click(screen.getByRole('link', { name: 'Agencias' }));
  expect(goTo.mock.calls).toEqual([['/crm/agencias']]);
  expect(screen.queryByRole('link', { name: 'Agencias' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Páginas junto a CRM' }));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Páginas junto a CRM' }));
});

it('prints the user and the time of printing', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 9, 30) });
  render(<PrintHeader product="Pauta" title="Clientes" user="Ana Peña" />);
  vi.setSystemTime(new Date(2026, 0, 6, 17, 5));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(document.body.textContent).toMatch(/Pauta · Clientes.*Ana Peña · 6 de enero de 2026.*0?5:05|17:05/);
});

it('prints the time in the given time zone, regardless of the reader’s', () => {
  vi.useFakeTimers({ now: new Date('2026-01-06T02:30:00Z') });
  const { rerender } = render(<PrintHeader product="Pauta" timeZone="Asia/Tokyo" title="Clientes" />);
  expect(document.body.textContent).toMatch(/6 de enero de 2026.*11:30/);
  rerender(<PrintHeader product="Pauta" timeZone="America/Santo_Domingo" title="Clientes" />);
  expect(document.body.textContent).toMatch(/5 de enero de 2026.*(22:30|10:30)/);
});
