// @vitest-environment happy-dom
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { ConsumptionTab } from './consumption-tab.tsx';
import { courtesy, running, soldContract, soldLines } from './sold-fixtures.ts';
import { SoldTermsCard } from './sold-terms-card.tsx';

const open = (part: ReactElement, path: string, data: unknown) =>
  openScreens(contracts, part, {
    records: [soldContract],
    permissions: ['contracts.view_all'],
    before: (server) =>
      server.once('GET', `/contracts/${soldContract.id}/${path}`, { status: 200, body: { data } }),
  });

/** The text of each row of a table, without what is hidden from screen readers. */
const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.children]
        .filter((cell) => !cell.hasAttribute('aria-hidden'))
        .map((cell) => cell.textContent ?? ''),
    );

test('each step is said with its amount and its part of what was contracted, not only drawn', async () => {
  await open(<ConsumptionTab contract={soldContract} />, 'consumption', running);
  const bars = await screen.findByRole('region', { name: 'Consumo del contrato' });
  expect(rowsOf(bars)).toEqual([
    ['Contratado', 'RD$300,000.00', '100 %'],
    ['Colocado', 'RD$250,000.00', '83.3 %'],
    ['Emitido', 'RD$100,000.00', '33.3 %'],
    ['Facturado', 'RD$100,000.00', '33.3 %'],
    ['Cobrado', 'RD$50,000.00', '16.7 %'],
  ]);
  expect(
    within(bars)
      .getAllByRole('row')
      .slice(1)
      .map((row) => Number(row.style.getPropertyValue('--part'))),
  ).toEqual([100, 83.3, 33.3, 33.3, 16.7]);
  const bridge = screen.getByRole('region', { name: 'Pasos de lo contratado al saldo' });
  expect(rowsOf(bridge)).toEqual([
    ['Contratado en vigor', 'RD$354,000.00'],
    ['Por facturar', '-RD$236,000.00'],
    ['Facturado, menos notas de crédito', 'RD$118,000.00'],
    ['Cobrado', '-RD$59,000.00'],
    ['Saldo por cobrar', 'RD$59,000.00'],
  ]);
});

test('of a sale without money no part is said, and before the signature there is no consumption', async () => {
  const free = await open(<ConsumptionTab contract={soldContract} />, 'consumption', courtesy);
  const bars = await screen.findByRole('region', { name: 'Consumo del contrato' });
  expect(rowsOf(bars)[0]).toEqual(['Contratado', 'RD$0.00', '–']);
  free.unmount();

  await open(<ConsumptionTab contract={soldContract} />, 'consumption', null);
  expect(await screen.findByRole('heading', { name: 'Todavía no se consume' })).toBeTruthy();
});

test('each line says who sold it, what its agency earns, and whether it counts for goals', async () => {
  await open(<SoldTermsCard contract={soldContract} />, 'sold-terms', soldLines);
  const table = await screen.findByRole('region', { name: 'Vendedores de cada renglón' });
  expect(rowsOf(table)).toEqual([
    [
      'Cuña de 30 s en el noticiario estelar',
      'Ana Peñaló 66.6667 %, Beto Núñez 33.3333 %',
      '15 % · Descuento en factura',
      'Sí',
    ],
    ['Producción de la cuña (quitado)', 'Ana Peñaló 100 %', 'No genera comisión', 'No'],
  ]);
});
