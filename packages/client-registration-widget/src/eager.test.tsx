import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { sampleDefinition } from './testing/sample-definition.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.resetModules();
});

/** Has a page rendered on its server and woken up in its browser. @returns what the server sent */
async function wake(load: () => Promise<typeof import('./index.ts')>): Promise<string> {
  const { ClientRegistration } = await load();
  const page = <ClientRegistration formKey="pk_prueba" definition={sampleDefinition} />;
  const html = renderToString(page);
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = html;
  const onRecoverableError = vi.fn();
  await act(async () => hydrateRoot(root, page, { onRecoverableError }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Razón social/)).value).toBe('');
  expect(onRecoverableError).not.toHaveBeenCalled();
  return html;
}

it('keeps the room of a form that comes by itself, and takes over what a server made of that', async () => {
  const html = await wake(() => import('./index.ts'));
  expect(html).toMatch(/min-block-size:100vh.*Cargando el formulario…/);
  expect(html).not.toContain('<form');
});

it('is whole at once, also on a server, where the app brings the form along', async () => {
  const html = await wake(() => import('./eager.tsx'));
  expect(html).toMatch(/<form.*Razón social.*Enviar registro/);
});

it('takes over a form that came since as its server sent the page', async () => {
  const { loadView } = await import('./form/view/coming-view.tsx');
  await loadView();
  expect(await wake(() => import('./index.ts'))).not.toContain('<form');
});
