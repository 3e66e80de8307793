// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { describeGap } from './plan-displays.tsx';
import * as stories from './planned-dialogs.stories.tsx';

const show = (story: { readonly render?: unknown }): void => {
  onTestFinished(render((story.render as () => React.ReactElement)()).unmount);
};
const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
};
const year = (name: RegExp): string => (screen.getByRole('textbox', { name }) as HTMLInputElement).value;

test('copying a year shows what it creates before it does', async () => {
  show(stories.CopyYear);
  await screen.findByRole('button', { name: 'Continuar' });
  expect(Number(year(/Al año/))).toBe(Number(year(/Del año/)) + 1);
  await press('Continuar');
  expect(
    await screen.findByText(
      'Se crean 12 metas por RD$1,320.00. 3 ya existen y no cambian. 1 es de una persona que ya no está activa.',
    ),
  ).toBeTruthy();
  await press('Copiar año');
  await waitFor(() => expect(screen.getByText('Metas copiadas')).toBeTruthy());
});

test('a plan that creates nothing is not run', async () => {
  show(stories.NothingToCopy);
  await press('Continuar');
  expect(await screen.findByText('No se crea ninguna meta. 1 ya existe y no cambia.')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Copiar año' });
  expect(button.getAttribute('aria-disabled') ?? String(button.hasAttribute('disabled'))).toBe('true');
});

test('generated budgets are named with their total', async () => {
  show(stories.Generate);
  await press('Continuar');
  expect(
    await screen.findByText(/Se crean 2 presupuestos por RD\$900\.00\. 1 ya existe y no cambia\./),
  ).toBeTruthy();
  const rows = within(screen.getByRole('region', { name: 'Los mayores' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('Ferretería ÑandúRD$600.00');
});

test('sending a gap asks for the list, and says who enters and who does not', async () => {
  show(stories.SendGap);
  await press('Continuar');
  expect((await screen.findAllByText(/Lista objetivo/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/La brecha suma/)).toBeNull();
  expect(
    describeGap({
      joining: 2,
      already: 1,
      other_currency: 1,
      without_gap: 0,
      total: { currency: 'DOP', amount: '800.00' },
      blocked: [{ id: 'a', title: 'Colmado Juan', reason: 'Está en otra lista activa.' }],
      blocked_total: 1,
    }),
  ).toBe(
    'La brecha suma RD$800.00: 2 clientes entran a la lista. 1 cliente ya está en ella. 1 cliente tiene su presupuesto en otra moneda que la lista. 1 cliente no puede entrar: Colmado Juan (Está en otra lista activa.)',
  );
});

test('prorated months are shown before and after, with what stays frozen', () => {
  show(stories.Prorated);
  const rows = within(screen.getByRole('region', { name: 'Meses que cambian' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['MesAntesDespués', 'Feb1,0000', 'Mar1,000545.45']);
  expect(screen.getByText('Un mes está cerrado y se queda como está.')).toBeTruthy();
});
