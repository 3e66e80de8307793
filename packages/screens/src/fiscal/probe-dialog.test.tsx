// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './probe-dialog.stories.tsx';

const show = (story: { readonly render?: unknown }): void => {
  const { unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
};

test('shows whether the company gets in, how the services are and its entry in the directory', async () => {
  show(stories.Connected);
  expect(await screen.findByText(/entra a los servicios con su certificado/)).toBeTruthy();
  expect(screen.getByText('Consulta Resultado: En Mantenimiento')).toBeTruthy();
  expect(screen.getByText('Aprobación comercial: sin dirección')).toBeTruthy();
  expect((await axe.run(screen.getByRole('dialog'))).violations).toEqual([]);
});

test('says why it does not get in', async () => {
  show(stories.WithoutCertificate);
  expect(await screen.findByText(/no tiene un certificado válido/)).toBeTruthy();
});
