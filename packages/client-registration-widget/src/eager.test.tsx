import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { sampleDefinition } from './testing/sample-definition.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.resetModules();
});

/** Renders a page as a server does and hydrates it. @returns the HTML of the server */
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

it('reserves space for a form that is loaded separately, and hydrates that placeholder', async () => {
  const html = await wake(() => import('./index.ts'));
  expect(html).toMatch(/min-block-size:100vh.*Cargando el formulario…/);
  expect(html).not.toContain('<form');
});

it('renders the whole form at once, also on a server, if it is bundled', async () => {
  const html = await wake(() => import('./eager.tsx'));
  expect(html).toMatch(/<form.*Razón social.*Enviar registro/);
});

it('hydrates the placeholder of the server even if the form has been loaded since', async () => {
  const { loadView } = await import('./form/view/lazy-form-view.tsx');
  await loadView();
  expect(await wake(() => import('./index.ts'))).not.toContain('<form');
});
