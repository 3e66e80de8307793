import { defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Rule } from '../../resource/resource.ts';
import { orderLines } from '../contracts/order-line.ts';
import { payerFields } from '../contracts/sold/contract-payer.ts';
import { saleLineFields, saleLineRules } from '../lines/sale-line.ts';
import { soldRecords } from '../lines/sold-records.ts';

/** The least amount of a difference; the field needs a limit below zero. */
export const leastDifference = -1_000_000_000_000;

const difference = (label: string) =>
  money(label, {
    currency: 'currency_code',
    readOnly: true,
    required: true,
    derived: true,
    initial: '0.00',
    min: leastDifference,
  });

/** By how much an addendum changes the amounts of a line, and of the contract as their sums. */
export const addendumDeltas = {
  delta_net: difference('Δ neto'),
  delta_taxable: difference('Δ base imponible'),
  delta_tax: difference('Δ impuesto'),
  delta_total: difference('Δ total'),
};

/** What an addendum does to a line of the contract. */
export const addendumOps = {
  keep: ['Queda igual', 'neutral'],
  add: ['Se agrega', 'success'],
  change: ['Cambia', 'info'],
  remove: ['Se quita', 'danger'],
} as const;

const ofContract: Rule = ({ op, order_line_id }) => {
  if (op === 'add')
    return order_line_id
      ? { order_line_id: ['Un renglón que se agrega todavía no está en el contrato.'] }
      : null;
  return order_line_id ? null : { order_line_id: ['Elija el renglón contratado.'] };
};

/**
 * One line of the contract in an addendum: how it was, and how it will be. A removed or kept line repeats the values of
 * the contract.
 */
export const addendumLines = defineLines({
  name: 'addendum_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  columns: [
    'op',
    'description',
    'flight',
    'quantity',
    'sale_unit',
    'agreed_price',
    'discount_pct',
    'before_net',
    'net',
    'delta_net',
    'delta_total',
  ],
  fields: {
    op: choice('Qué pasa', addendumOps, { required: true, initial: 'add', width: 'short' }),
    order_line_id: reference('Renglón contratado', () => orderLines, {
      filter: { contract_id: 'contract_id' },
      when: { field: 'op', is: ['keep', 'change', 'remove'] },
    }),
    ...saleLineFields(soldRecords),
    before_net: money('Neto antes', {
      currency: 'currency_code',
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.00',
    }),
    before_flight_to: date('Vuelo hasta, antes', { readOnly: true, derived: true }),
    ...addendumDeltas,
    is_repriced: yesNo('Otro precio', { readOnly: true, required: true, derived: true, initial: false }),
  },
  rules: [...saleLineRules, ofContract],
});

/**
 * Who pays which part of what is not invoiced yet when an addendum is applied; together 100 %. Without them those pay who
 * paid before.
 */
export const addendumPayers = defineLines({
  name: 'addendum_payers',
  label: { one: 'Pagador desde la adenda', many: 'Pagadores desde la adenda', gender: 'm' },
  title: 'party',
  search: [],
  fields: payerFields(),
});

/** By how much an addendum changes what is invoiced on a day, before tax; together they are its taxable difference. */
export const addendumInstalments = defineLines({
  name: 'addendum_instalments',
  label: { one: 'Cambio de cuota', many: 'Cambios del plan de facturación', gender: 'm' },
  title: 'due_on',
  search: [],
  fields: {
    due_on: date('Se factura el', { required: true }),
    amount: money('Más o menos', { currency: 'currency_code', required: true, min: leastDifference }),
  },
});
