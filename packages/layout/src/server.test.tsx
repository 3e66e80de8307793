// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ShellFixture } from './shell-fixture.tsx';
import { withFreshPage } from './testing.ts';
import { ThemeStyle } from './theme.ts';

withFreshPage();

const app = (
  <>
    <ThemeStyle />
    <ShellFixture storageKey="menu" />
  </>
);

it('is rendered by a server and taken over by a browser without a warning, then shows what was remembered', async () => {
  const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const html = renderToString(app);
  expect(html).toContain('<main');
  expect(html).toContain('Buscar en el menú...');
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
