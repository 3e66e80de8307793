// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { Called, Quiet } from './contact-attempt-prompt.stories.tsx';

// Loaded lazily; on a busy machine that takes longer than the time limit of a test.
beforeAll(() => {
  // Prevents links from opening a phone app.
  document.addEventListener('click', (event) => event.preventDefault());
  return import('./attention-dialog.tsx');
}, 60_000);

const link = (name: string) => screen.findByRole('link', { name });

test('after a call by keyboard the prompt gets the focus, and Escape closes it', async () => {
  const user = userEvent.setup();
  render(Quiet.render?.({}, {} as never) as never);
  const call = await link('Llamar a Ana');
  expect(screen.queryByRole('region')).toBeNull();
  call.focus();
  await user.keyboard('{Enter}');
  const prompt = await screen.findByRole('region', { name: 'Registrar llamada' });
  expect(within(prompt).getByRole('status').textContent).toBe(
    'Llamó a Ana Peñaló. ¿Lo registra en Seguimiento?',
  );
  expect(document.activeElement).toBe(within(prompt).getByRole('button', { name: 'Registrar llamada' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.activeElement).toBe(call);
});

test('after a click the focus stays; the recording form is prefilled and requires a result', async () => {
  const user = userEvent.setup();
  render(Called.render?.({}, {} as never) as never);
  await screen.findByRole('region', { name: 'Registrar llamada' });
  await user.click(await link('Escribir a la empresa'));
  const register = await screen.findByRole('button', { name: 'Registrar correo' });
  expect(document.activeElement).not.toBe(register);
  await user.click(register);
  const dialog = await screen.findByRole('dialog', { name: 'Registrar atención: Distribuidora Corripio' });
  const kind = await within(dialog).findByRole('radio', { name: 'Correo' });
  expect(kind).toHaveProperty('checked', true);
  await user.click(within(dialog).getByRole('button', { name: 'Registrar' }));
  // Without a result the activity is not recorded.
  expect(screen.getByRole('dialog')).toBe(dialog);
});
