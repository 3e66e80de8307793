// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './openings.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the files that tie out can be posted', async () => {
  const container = show(stories.Ready);
  const table = await screen.findByRole('region', { name: 'Totales de los archivos' });
  expect(within(table).getByRole('row', { name: /^DOP/ }).textContent).toContain('59,000.00');
  expect(within(table).getByRole('columnheader', { name: 'Comisiones' })).toBeTruthy();
  expect(within(table).getByRole('row', { name: /^DOP/ }).textContent).toMatch(
    /25,000\.005,000\.0015,000\.00$/,
  );
  expect(screen.getByText(/completos y cuadran/)).toBeTruthy();
  for (const name of ['Reemplazar retenciones por compensar', 'Reemplazar comisiones exigibles'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reemplazar facturas abiertas' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Subir próximos números fiscales' })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('each problem names its file, row and column', async () => {
  const container = show(stories.WithProblems);
  const table = await screen.findByRole('region', { name: 'Problemas de los archivos' });
  const rows = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows[1]).toContain('Apertura');
  expect(rows[2]).toBe('Facturas abiertas3Cliente«101» no es el código ni el RNC de ningún cliente.');
  expect(screen.queryByText(/completos y cuadran/)).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a difference from the old aging is shown, and a refused file says why', async () => {
  show(stories.WithDifference);
  const table = await screen.findByRole('region', { name: /^Diferencia/ });
  expect(table.textContent).toContain('-0.01');
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await userEvent.upload(
    input as HTMLInputElement,
    new File(['Número\n'], 'facturas.csv', { type: 'text/csv' }),
  );
  expect((await screen.findByRole('alert')).textContent).toBe('Al archivo le falta: Vence.');
});
