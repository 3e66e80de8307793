import { defineLines } from '../../document/document.ts';
import { saleLineColumns, saleLineFields, saleLineRules } from '../lines/sale-line.ts';
import { soldRecords } from '../lines/sold-records.ts';

/** A line of a quote: a sale line. Its holds refer to it by `quote_line_id`. */
export const quoteLines = defineLines({
  name: 'quote_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  columns: saleLineColumns,
  fields: saleLineFields(soldRecords),
  rules: saleLineRules,
});
