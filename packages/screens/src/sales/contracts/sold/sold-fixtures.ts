import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { Consumption } from '@pauta/domain/sales/contracts/sold/consumption.ts';
import type { SoldTerms } from '@pauta/domain/sales/contracts/sold/sold-terms.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

/** The contract of these examples. */
export const soldContract = {
  id: uuid(1),
  row_version: 1,
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:00:00Z',
  currency_code: 'DOP',
} as AnyRecord;

/** A contract that runs: a third is aired, and half of what was billed is paid. */
export const running: Consumption = {
  currency: 'DOP',
  contracted: '300000.00',
  placed: '250000.00',
  aired: '100000.00',
  billed: '100000.00',
  collected: '50000.00',
  contracted_total: '354000.00',
  unbilled_total: '236000.00',
  invoiced_total: '118000.00',
  paid: '59000.00',
  open_balance: '59000.00',
};

/** A contract without money, such as a courtesy. */
export const courtesy: Consumption = {
  currency: 'DOP',
  contracted: '0.00',
  placed: '0.00',
  aired: '0.00',
  billed: '0.00',
  collected: '0.00',
  contracted_total: '0.00',
  unbilled_total: '0.00',
  invoiced_total: '0.00',
  paid: '0.00',
  open_balance: '0.00',
};

/** Lines with one and with two sellers, with and without commission. */
export const soldLines: readonly SoldTerms[] = [
  {
    id: uuid(2),
    description: 'Cuña de 30 s en el noticiario estelar',
    is_removed: false,
    sellers: [
      { id: uuid(5), name: 'Ana Peñaló', pct: '66.6667' },
      { id: uuid(6), name: 'Beto Núñez', pct: '33.3333' },
    ],
    commission_pct: '15.0000',
    commission_mode: 'invoice_discount',
    is_commissionable: true,
    counts_for_goal: true,
  },
  {
    id: uuid(3),
    description: 'Producción de la cuña',
    is_removed: true,
    sellers: [{ id: uuid(5), name: 'Ana Peñaló', pct: '100.0000' }],
    commission_pct: '15.0000',
    commission_mode: 'invoice_discount',
    is_commissionable: false,
    counts_for_goal: false,
  },
];
