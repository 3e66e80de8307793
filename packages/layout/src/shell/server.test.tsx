// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { OfflineBar, ProgressBar, SaveBar, SessionBar } from '../bars/bars.ts';
import { defaultMenu } from '../menu/default-menu.tsx';
import { withBadges } from '../menu/with-badges.ts';
import { Breadcrumbs, PrintHeader, trailOf } from '../page/page.ts';
import { FavoriteButton, noPins, PinsMenu } from '../pins/pins.ts';
import { ErrorBoundary } from '../recovery/recovery.ts';
import { withFreshPage } from '../testing.ts';
import { ThemeStyle } from '../theme/theme.ts';
import { ShellFixture } from './shell-fixture.tsx';

withFreshPage();

const clients = { href: '/crm/clientes', label: 'Clientes' };
const noControls = { ...noPins, dispatch: () => undefined };

const app = (
  <>
    <ThemeStyle />
    <ShellFixture
      actions={<PinsMenu current={clients} pins={noControls} />}
      itemAction={() => <FavoriteButton pin={clients} pins={noControls} />}
      menu={withBadges(defaultMenu, { 'crm/clientes': { count: 2, label: 'nuevos' } })}
      storageKey="menu"
    >
      <ErrorBoundary>
        <PrintHeader product="Pauta" title="Clientes" />
        <Breadcrumbs trail={trailOf(defaultMenu, '/crm/clientes')} />
        <ProgressBar active />
        <OfflineBar />
        <SessionBar expiresAt={0} onSignIn={() => undefined} />
        <SaveBar count={1} onDiscard={() => undefined} onSave={() => undefined} />
        <h1>Clientes</h1>
      </ErrorBoundary>
    </ShellFixture>
  </>
);

it('is rendered on a server and hydrated in the browser without a warning, then applies the stored state', async () => {
  const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const html = renderToString(app);
  expect(html).toContain('<main');
  expect(html).toContain('Buscar en el menú...');
  expect(html).toContain('Ruta de la página');
  expect(html).not.toContain('data-rail');

  localStorage.setItem('menu', '{"collapsed":true,"open":[]}');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  const root = await act(async () => hydrateRoot(container, app, { onRecoverableError: console.error }));
  expect(container.querySelector('nav')?.hasAttribute('data-rail')).toBe(true);
  for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
  act(() => root.unmount());
  container.remove();
  cleanup();
});
