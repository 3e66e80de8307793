import { defineLines } from '../../document/document.ts';
import { date } from '../../kinds/date.ts';
import { decimal, money } from '../../kinds/number.ts';
import { saleLineColumns, saleLineFields, saleLineRules } from '../lines/sale-line.ts';
import { soldRecords } from '../lines/sold-records.ts';

const formerAmount = (label: string) =>
  money(label, { currency: 'currency_code', min: 0, importOnly: true, aggregate: null });

/** What another system says of a line that is imported with its contract (`0090_running_contracts.sql`). */
export const formerLineFields = {
  former_aired: decimal('Unidades ya emitidas', { scale: 0, min: 0, importOnly: true, aggregate: null }),
  former_billed: formerAmount('Neto ya facturado'),
  former_net: formerAmount('Neto en el sistema anterior'),
  former_tax: formerAmount('Impuesto en el sistema anterior'),
  former_total: formerAmount('Total en el sistema anterior'),
} as const;

/** One sold position of a contract, as signed (domain §1.4). */
export const contractLines = defineLines({
  name: 'contract_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  columns: saleLineColumns,
  fields: { ...saleLineFields(soldRecords), ...formerLineFields },
  rules: saleLineRules,
});

/** An amount of a contract to be invoiced on a day, before tax; together they are its taxable amount. */
export const contractInstalments = defineLines({
  name: 'contract_instalments',
  label: { one: 'Cuota', many: 'Plan de facturación', gender: 'f' },
  title: 'due_on',
  search: [],
  fields: {
    due_on: date('Se factura el', { required: true }),
    amount: money('Monto', { currency: 'currency_code', required: true, min: 0.01 }),
    former_billed: formerAmount('Monto ya facturado'),
  },
});
