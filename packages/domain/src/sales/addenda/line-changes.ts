import { payersInWords } from '../contracts/contract-paper.ts';
import { type PaperLine, paperLine } from '../lines/sale-paper.ts';
import type { AddendumContent, AddendumContentLine } from './addendum-content.ts';

/** One thing that a line says, before an addendum and after it. */
export interface ComparedValue {
  readonly label: string;
  /** Null if the line was not there. */
  readonly before: string | null;
  /** Null if the line is no longer there. */
  readonly after: string | null;
}

/** A line of a contract before an addendum and after it. */
export interface ChangedLine {
  readonly id: string;
  readonly op: AddendumContentLine['op'];
  readonly title: string;
  readonly values: readonly ComparedValue[];
}

const compared = [
  ['Descripción', ({ title }: PaperLine) => title],
  ['Fechas', ({ flight }: PaperLine) => flight],
  ['Cantidad', ({ quantity }: PaperLine) => quantity],
  ['Precio', ({ price }: PaperLine) => price],
  ['Descuento', ({ discount }: PaperLine) => (discount === '' ? 'Sin descuento' : discount)],
  ['Detalle', ({ details }: PaperLine) => details.join(', ')],
  ['Neto', ({ net }: PaperLine) => net],
] as const;

/** The lines that an addendum changes, side by side. */
export const changedLines = ({ contract, lines }: AddendumContent): readonly ChangedLine[] =>
  lines.map(({ id, op, before, after }) => {
    const currency = String(contract.currency_code);
    const [was, is] = [before, after].map((line) => line && paperLine({ ...line, id }, currency));
    return {
      id,
      op,
      title: (is ?? was)?.title ?? '',
      values: compared.map(([label, textOf]) => ({
        label,
        before: was ? textOf(was) : null,
        after: is ? textOf(is) : null,
      })),
    };
  });

/** Who is invoiced before an addendum and after it; null if that stays. */
export const changedPayers = ({ contract, parties, payers }: AddendumContent): ComparedValue | null =>
  payers
    ? {
        label: 'Se factura a',
        before: payersInWords({ contract, parties, payers: payers.before }),
        after: payersInWords({ contract, parties, payers: payers.after }),
      }
    : null;

/** What an addendum changes, as people compare it. */
export interface AddendumComparison {
  readonly lines: readonly ChangedLine[];
  /** Null: who is invoiced stays. */
  readonly payers: ComparedValue | null;
}

/** What an addendum changes, before it and after it. */
export const changesOf = (content: AddendumContent): AddendumComparison => ({
  lines: changedLines(content),
  payers: changedPayers(content),
});

/** What is other than before, in words; nothing of a line that is added or removed. */
export const changesInWords = ({ values }: ChangedLine): readonly string[] =>
  values.flatMap(({ label, before, after }) =>
    before === null || after === null || before === after
      ? []
      : [`${label}: antes ${before}, ahora ${after}`],
  );
