// @vitest-environment happy-dom
import { ApiError } from '@pauta/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { atFields, changeOf } from './change-fields.ts';
import { listLabels } from './list-labels.ts';
import * as stories from './simulations.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};
const rowsOf = async (name: string): Promise<string[]> =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent ?? '');

test('each figure stands beside what it would be, and leads to its rows', async () => {
  const container = show(stories.Compared);
  const rows = await rowsOf('Resumen de la simulación');
  expect(rows).toContain('FirmadoRD$1,000.00RD$1,000.00RD$0.00');
  expect(rows).toContain('Pipeline ponderadoRD$2,000.00RD$1,500.00-RD$500.00');
  expect(rows).toContain('Venta esperada (firmado y ponderado)RD$3,000.00RD$2,500.00-RD$500.00');
  expect(rows).toContain('Brecha con el presupuesto aprobado-RD$2,000.00-RD$2,500.00-RD$500.00');
  expect(rows).toContain('Parte del cliente más grande40.0 %30.0 %-10.0');
  const sellers = await rowsOf('Metas por vendedor');
  expect(sellers[1]).toBe('Ana MéndezRD$4,000.00RD$1,000.00RD$2,000.00RD$0.0075.0 %25.0 %');
  const months = await rowsOf('Venta esperada por mes');
  expect(months.at(-2)).toBe('DicRD$1,000.00RD$2,000.00RD$1,500.00RD$3,000.00RD$2,500.00-RD$2,500.00');
  const links = within(screen.getByRole('region', { name: 'Venta esperada por mes' }))
    .getAllByRole('link')
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));
  expect(links).toContainEqual(
    expect.stringMatching(/oportunidades\?f\.result=open&f\.expected_close_date=2026-12-01\.\.2026-12-31$/),
  );
  expect(links).toContainEqual(
    expect.stringMatching(/contratos\?f\.company_id=.*&f\.signed_on=2026-02-01\.\.2026-02-28$/),
  );
  expect(container.textContent).toContain('Ana Méndez → Beto Núñez: 12 clientes');
  expect(container.textContent).toContain('1 cliente se queda: cuenta congelada');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a published simulation leads to its drafts and keeps its changes', async () => {
  show(stories.Published);
  expect(await screen.findByText('Publicada')).toBeTruthy();
  expect(await screen.findByText('Ninguno: quien entrega su cartera no tiene clientes.')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Abrir' })).toHaveLength(1);
  expect(screen.getByText(/No hay un presupuesto de ventas aprobado/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Quitar/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Publicar como borradores' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
});

test('publishing and discarding ask first, and a change is added in a dialog', async () => {
  const user = userEvent.setup();
  show(stories.Compared);
  await user.click(await screen.findByRole('button', { name: 'Publicar como borradores' }));
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'Cada borrador vale cuando se aprueba en su página',
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(screen.getByRole('alertdialog').textContent).toContain(
    '¿Descartar «Tarifario 2027 sin Ferretería Ñandú»?',
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Agregar: cliente perdido' }));
  expect(await screen.findByRole('form', { name: 'Cliente perdido' })).toBeTruthy();
});

test('without simulations, figures or the simulation itself the page says what to do', async () => {
  show(stories.Empty);
  expect(await screen.findByText('No tiene simulaciones')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Nueva simulación' })).toHaveLength(1);
  show(stories.WithoutFigures);
  expect(await screen.findByText(/Su rol no permite ver ninguna de las cifras/)).toBeTruthy();
  show(stories.Gone);
  expect(await screen.findByText('No está entre las suyas')).toBeTruthy();
});

test('a form becomes the change that is sent, and faults return to its fields', () => {
  const [ana, beto] = [
    { id: 'a', label: 'Ana' },
    { id: 'b', label: 'Beto' },
  ];
  expect(changeOf('moved_seller', { seller_id: ana, recipient_ids: [beto], from: '2026-12-01' })).toEqual({
    kind: 'moved_seller',
    seller_id: 'a',
    recipient_ids: ['b'],
    from: '2026-12-01',
  });
  expect(
    changeOf('rate_card', { price_list_id: ana, new_list_id: null, adjust_pct: '5', from: 'x', to: 'y' }),
  ).toEqual({
    kind: 'rate_card',
    price_list_id: 'a',
    new_list_id: null,
    adjust_pct: '5',
    from: 'x',
    to: 'y',
  });
  const refusal = new ApiError('No', { status: 422, errors: { 'changes.2.from': ['Elija hoy.'] } });
  expect(atFields(refusal, 2)).toMatchObject({ status: 422, errors: { from: ['Elija hoy.'] } });
  expect(listLabels([ana, beto, ana, beto])).toBe('Ana, Beto, Ana y 1 más');
});
