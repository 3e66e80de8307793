import { isEmpty } from '../../kinds/kind.ts';
import { add, subtract } from '../../money/arithmetic.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import {
  type ContractPaper,
  flightOfLines,
  kindsInWords,
  paperDay,
  paperParties,
  paperSignatories,
} from '../contracts/contract-paper.ts';
import {
  type PaperLine,
  type PaperTotal,
  paperCalendars,
  paperLine,
  presentFacts,
  type SaleContentLine,
} from '../lines/sale-paper.ts';
import type { AddendumContent, AddendumContentLine } from './addendum-content.ts';
import { addendumOps } from './addendum-line.ts';
import { type ChangedLine, changedLines, changedPayers, changesInWords } from './line-changes.ts';

/** A line that an addendum changes as its parties read it: how it will be, and what is other than before. */
const paperChange = (
  { before, after }: AddendumContentLine,
  changed: ChangedLine,
  currency: string,
): PaperLine => {
  const shown = paperLine({ ...(after ?? before), id: changed.id }, currency);
  const net = subtract(String(after?.net ?? '0.00'), String(before?.net ?? '0.00'));
  return {
    ...shown,
    details: [
      addendumOps[changed.op][0],
      ...(changed.op === 'change' ? changesInWords(changed) : shown.details),
    ],
    net: formatAmount({ amount: net, currency }),
  };
};

/** From what the contract is worth to what it will be. */
const totalsOf = ({ addendum, contract }: AddendumContent, currency: string): readonly PaperTotal[] => {
  const row = (label: string, amount: unknown, isTotal = false): PaperTotal => ({
    label,
    amount: formatAmount({ amount: String(amount ?? '0.00'), currency }),
    isTotal,
  });
  return [
    row('Total del contrato hasta ahora', contract.total),
    row('Cambio del neto', addendum.delta_taxable),
    row('Cambio del impuesto', addendum.delta_tax),
    row('Cambio del total', addendum.delta_total),
    row(
      'Total del contrato con esta adenda',
      add(String(contract.total ?? '0.00'), String(addendum.delta_total ?? '0.00')),
      true,
    ),
  ];
};

/** An addendum as its parties read it, from the content that they sign. */
export const addendumPaper = (content: AddendumContent): ContractPaper => {
  const { addendum, contract, parties, lines, instalments } = content;
  const currency = String(contract.currency_code);
  const billing = changedPayers(content);
  const added = lines.flatMap(({ id, after }): SaleContentLine[] => (after ? [{ ...after, id }] : []));
  return {
    title: String(contract.name),
    number: isEmpty(addendum.number) ? 'Borrador' : String(addendum.number),
    headings: {
      lines: 'Renglones que cambian',
      net: 'Diferencia',
      instalments: 'Cambios de las cuotas, sin impuesto',
    },
    parties: paperParties(parties),
    facts: presentFacts([
      ['Adenda', String(addendum.number ?? '')],
      ['Al contrato', String(contract.number ?? '')],
      ['Contrato firmado el', paperDay(contract.signed_on)],
      ['Qué cambia', kindsInWords(addendum.kinds)],
      ['Efectiva desde', paperDay(addendum.effective_on)],
      ['Se factura desde entonces a', billing?.after ?? null],
      ['Se facturaba a', billing?.before ?? null],
      ['Motivo', isEmpty(addendum.reason) ? null : String(addendum.reason)],
      ['Lo demás', 'Queda como dice el contrato'],
    ]),
    lines: changedLines(content).map((changed, place) =>
      paperChange(lines[place] as AddendumContentLine, changed, currency),
    ),
    calendars: paperCalendars(flightOfLines(added), added),
    totals: totalsOf(content, currency),
    instalments: instalments.map(({ due_on, amount }) => ({
      day: paperDay(due_on) ?? '',
      amount: formatAmount({ amount: String(amount), currency }),
    })),
    terms: [],
    addenda: [],
    signatories: paperSignatories(parties),
  };
};
