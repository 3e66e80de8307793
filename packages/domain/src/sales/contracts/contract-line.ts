import { defineLines } from '../../document/document.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { saleLineColumns, saleLineFields, saleLineRules } from '../lines/sale-line.ts';
import { soldRecords } from '../lines/sold-records.ts';

/** One sold position of a contract, as signed (domain §1.4). */
export const contractLines = defineLines({
  name: 'contract_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  columns: saleLineColumns,
  fields: saleLineFields(soldRecords),
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
  },
});
