// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './fiscal-reports.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('says what is in each file, what is declared apart, and what is missing', async () => {
  const container = show(stories.Full);
  await screen.findByText('128 comprobantes en el archivo.');
  expect(screen.getByText(/12 comprobantes de consumo/).textContent).toContain('RD$84,500.00');
  expect(screen.getByRole('link', { name: 'E310000000041' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Complételo en Motivos' }).getAttribute('href')).toBe(
    '/gestion/configuracion/motivos',
  );
  for (const name of ['Descargar 606', 'Descargar 607', 'Descargar 608'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).not.toBe('true');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('without a tax id of the company there are no files, and the page says where to complete it', async () => {
  const container = show(stories.Empty);
  expect(await screen.findAllByText(/Sin comprobantes en el mes/)).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Complétela en Compañías' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Descargar 607' }).getAttribute('aria-disabled')).toBe('true');
  expect((await axe.run(container)).violations).toEqual([]);
});
