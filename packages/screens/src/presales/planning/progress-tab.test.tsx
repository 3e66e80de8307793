// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './progress-tab.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('a goal says what is missing for each working day, its place, its score, and what reaching it earns', async () => {
  const container = show(stories.SignedSales);
  expect(await screen.findByText('Le faltan RD$140.00 en 7 días hábiles: RD$20.00 por día.')).toBeTruthy();
  expect(screen.getByText('Le faltan RD$4,000.00 en 29 días hábiles: RD$137.93 por día.')).toBeTruthy();
  expect(screen.getByText(/^Puesto 2 de 9/)).toBeTruthy();
  expect(screen.getByText(/^Evaluación del año: 71\.4 % en 2 metas/)).toBeTruthy();
  const rows = within(await screen.findByRole('region', { name: 'Ritmo de la meta' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('Este mesRD$1,000.00RD$860.00RD$650.00RD$1,323.08');
  // 3,000 direct at 5 %, 1,000 with an agency at 3 %.
  expect(
    await screen.findByText('Firmaría RD$4,000.00 más y ganaría una comisión de RD$180.00.'),
  ).toBeTruthy();
  const pct = screen.getByRole('textbox', { name: /Si logra este/ });
  fireEvent.change(pct, { target: { value: '50' } });
  expect(await screen.findByText('Ya lo logró: no le falta nada por firmar.')).toBeTruthy();
  fireEvent.change(pct, { target: { value: 'x' } });
  expect(await screen.findByText('Escriba un porcentaje, por ejemplo 110.')).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a goal of visits counts them, and earns no commission', async () => {
  show(stories.Visits);
  expect(await screen.findByText('La meta del mes está cumplida.')).toBeTruthy();
  expect(screen.getByText('Es la única meta de esta métrica en el año.')).toBeTruthy();
  expect(screen.getByText(/sin él no hay evaluación/)).toBeTruthy();
  expect(screen.queryByText('Comisión')).toBeNull();
});

test('a reader who may not see the figures is told so', async () => {
  show(stories.WithoutPermission);
  expect(await screen.findByText('Sin cifras que mostrar')).toBeTruthy();
});
