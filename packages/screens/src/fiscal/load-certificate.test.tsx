// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './load-certificate.stories.tsx';

const show = (story: { readonly render?: unknown }): void => {
  const { unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
};

test('asks for the file and its password, and says which is missing', async () => {
  show(stories.Dialog);
  const dialog = await screen.findByRole('dialog');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cargar' }));
  expect(await screen.findByText('Elija el archivo del certificado.')).toBeTruthy();
  expect((await axe.run(dialog)).violations).toEqual([]);
});

test('shows a refusal at its field and keeps what was chosen', async () => {
  show(stories.Refused);
  const user = userEvent.setup();
  await user.upload(await screen.findByLabelText(/Archivo/), new File(['x'], 'canal.p12'));
  await user.type(screen.getByLabelText('Contraseña del certificado'), 'clave');
  await user.click(screen.getByRole('button', { name: 'Cargar' }));
  expect(await screen.findByText('La contraseña no abre el certificado.')).toBeTruthy();
  expect((screen.getByLabelText('Contraseña del certificado') as HTMLInputElement).value).toBe('clave');
});
