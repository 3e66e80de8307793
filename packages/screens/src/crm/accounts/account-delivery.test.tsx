// @vitest-environment happy-dom
import { uuid } from '@pauta/ui/testing/contract.ts';
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './account-delivery.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('a client shows what is delivered, and leads to the list of what there is more', async () => {
  const container = show(stories.OfAClient);
  await screen.findByText('42 de 120');
  const more = screen.getByRole('link', { name: 'Ver 7 más en su lista' }).getAttribute('href');
  expect(Object.fromEntries(new URL(more ?? '', 'http://x').searchParams)).toEqual({
    'f.pending': '1..',
    'f.contract_id': `${uuid(1, 8)},${uuid(2, 8)}`,
  });
  expect(screen.getByText('Observada')).toBeTruthy();
  expect(screen.queryByText(/Óptica Ñandú/)).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('an agency shows whose each row is, and a reader only what they may see', async () => {
  show(stories.OfAnAgency);
  expect((await screen.findAllByText(/Óptica Ñandú/)).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Ver 7 más en su lista' })).toBeTruthy();
});

test('more contracts than a list can be filtered by are only counted', async () => {
  show(stories.OfManyContracts);
  await screen.findByText('Y 209 más.');
});

test('parts that are null are not there', async () => {
  show(stories.OnlyOrders);
  await screen.findByText(/Próximas órdenes de trabajo/);
  expect(screen.queryByText(/Cupos por emitir/)).toBeNull();
});

test('nothing to deliver says so', async () => {
  show(stories.Nothing);
  await screen.findByText('Nada por entregar');
});
