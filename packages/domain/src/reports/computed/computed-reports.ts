import type { Report } from '../report.ts';
import { debts } from './debt.ts';
import { openOpportunities } from './open-opportunity.ts';
import { saleCredits } from './sale-credit.ts';
import { spaceMonths } from './space-month.ts';

const priced = 'Del neto de los renglones en esta moneda que usted puede ver.';

/** Reports over rows that the server computes for a period or a day. */
export const computedReports: readonly Report[] = [
  {
    name: 'creditos',
    label: 'Ventas por crédito',
    about:
      'Lo que a cada vendedor se le acredita de lo firmado, con su parte, por el día en que se firmó, cambió o terminó. Sin impuestos.',
    resource: () => saleCredits,
    isComputed: true,
    date: 'on_date',
    currency: 'currency_code',
    dimensions: [
      'user_id',
      'company_id',
      'division_id',
      'platform_id',
      'client_id',
      'industry_id',
      'agency_id',
      'contract_id',
      'kind',
      'counts_for_goal',
    ],
    measures: {
      amount: { label: 'Crédito', unit: 'money', plus: [{ sum: 'amount' }] },
      signed: {
        label: 'Firmado y cambiado',
        unit: 'money',
        plus: [{ sum: 'amount' }],
        only: { kind: 'signed,changed' },
      },
      ended: { label: 'Terminado antes', unit: 'money', plus: [{ sum: 'amount' }], only: { kind: 'ended' } },
      rows: { label: 'Créditos', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'user_id', columns: 'month', measures: ['amount'] },
  },
  {
    name: 'ocupacion',
    label: 'Ocupación y rendimiento',
    about:
      'Lo que ofrece cada espacio en el periodo, lo vendido, lo reservado y el neto de lo vendido, repartido entre sus días. Un espacio que contiene otros cuenta una vez.',
    resource: () => spaceMonths,
    isComputed: true,
    page: { to: '/ventas/ocupacion-disponibilidad', label: 'Ocupación y disponibilidad' },
    date: 'month',
    dimensions: [
      'platform_id',
      'division_id',
      'company_id',
      'inventory_category_id',
      'inventory_item_id',
      'capacity_unit',
    ],
    measures: {
      taken_pct: {
        label: 'Ocupación',
        unit: 'percent',
        plus: [{ sum: 'taken_days' }],
        per: [{ sum: 'open_days' }],
        hint: 'Vendido y reservado, en promedio de los días en que se ofrece: unidades distintas pesan igual.',
      },
      sold_pct: {
        label: 'Vendido',
        unit: 'percent',
        plus: [{ sum: 'sold_days' }],
        per: [{ sum: 'open_days' }],
        hint: 'Lo mismo, sin lo reservado.',
      },
      available: {
        label: 'Unidades disponibles',
        unit: 'quantity',
        plus: [{ sum: 'available' }],
        hint: 'Con la unidad como filas o como filtro: unidades distintas no se suman.',
      },
      sold: { label: 'Unidades vendidas', unit: 'quantity', plus: [{ sum: 'sold' }] },
      held: { label: 'Unidades reservadas', unit: 'quantity', plus: [{ sum: 'held' }] },
      net: { label: 'Neto vendido', unit: 'money', plus: [{ sum: 'net' }], hint: priced },
      sold_yield: {
        label: 'Neto por unidad vendida',
        unit: 'money',
        plus: [{ sum: 'net' }],
        per: [{ sum: 'priced' }],
        hint: priced,
      },
      available_yield: {
        label: 'Neto por unidad disponible',
        unit: 'money',
        plus: [{ sum: 'net' }],
        per: [{ sum: 'available' }],
        hint: 'En la moneda de la compañía.',
      },
    },
    initial: { rows: 'platform_id', columns: '-', measures: ['taken_pct', 'sold_pct', 'net', 'sold_yield'] },
  },
  {
    name: 'cartera',
    label: 'Cartera al día de',
    about:
      'Lo que se debía de facturas y notas de débito al final de un día, por antigüedad, con los días de cobro. Por mes, trimestre o año es la cartera al final de cada uno.',
    resource: () => debts,
    isComputed: true,
    isStock: true,
    page: { to: '/facturacion/facturacion-cobros/cartera', label: 'Cartera' },
    date: 'as_of',
    currency: 'currency_code',
    dimensions: ['bucket', 'company_id', 'client_id', 'agency_id', 'industry_id', 'bill_to', 'is_opening'],
    measures: {
      balance: { label: 'Saldo', unit: 'money', plus: [{ sum: 'balance' }] },
      overdue: { label: 'Vencido', unit: 'money', plus: [{ sum: 'overdue' }] },
      overdue_pct: {
        label: 'Vencido, del saldo',
        unit: 'percent',
        plus: [{ sum: 'overdue' }],
        per: [{ sum: 'balance' }],
      },
      recent: { label: 'Facturado en 90 días', unit: 'money', plus: [{ sum: 'recent' }] },
      dso: {
        label: 'Días de cobro (DSO)',
        unit: 'days',
        plus: [{ sum: 'balance' }],
        per: [{ sum: 'recent' }],
        times: 90,
        hint: 'El saldo entre lo facturado en los 90 días anteriores, por 90.',
      },
    },
    initial: { rows: 'month', columns: '-', measures: ['balance', 'overdue', 'overdue_pct', 'dso'] },
  },
  {
    name: 'historia',
    label: 'Oportunidades al día de',
    about:
      'Oportunidades que estaban abiertas al final de un día, con la etapa y el monto de entonces. Por mes, trimestre o año son las del final de cada uno.',
    resource: () => openOpportunities,
    isComputed: true,
    isStock: true,
    date: 'as_of',
    currency: 'currency_code',
    dimensions: ['stage_id', 'owner_id', 'client_id', 'industry_id', 'agency_id', 'lead_source_id'],
    measures: {
      amount: { label: 'Monto', unit: 'money', plus: [{ sum: 'amount' }] },
      weighted: {
        label: 'Ponderado',
        unit: 'money',
        plus: [{ sum: 'weighted' }],
        hint: 'Con la probabilidad que la etapa de entonces tiene hoy.',
      },
      count: { label: 'Oportunidades', unit: 'count', plus: [{ count: true }] },
    },
    initial: { rows: 'stage_id', columns: 'month', measures: ['amount'] },
  },
];
