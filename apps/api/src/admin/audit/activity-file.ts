import { Readable } from 'node:stream';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { cellStyles, type SheetCell, xlsxOf } from '../../import-export/export/xlsx-writer.ts';
import type { AuditedRecord } from './audited-records.ts';

/** An entry of the time line. */
export interface ActivityEvent {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly id: string; readonly label: string } | null;
  readonly action: string;
  readonly action_label: string;
  readonly entity: string;
  readonly entity_label: string;
  readonly about: AuditedRecord;
  /** What the record amounts to today. */
  readonly amount: CurrencyAmount | null;
  readonly fields: readonly string[];
}

export const activityFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const heads = ['Hora', 'Usuario', 'Evento', 'Tipo', 'Objeto', 'Monto', 'Moneda', 'Campos'];

/** The time line as a file. A cell of text is never a formula. */
export const activityFile = (
  events: readonly ActivityEvent[],
  format: keyof typeof activityFileTypes,
): Readable => {
  const texts = ({ at, actor, action_label, entity_label, about }: ActivityEvent): string[] => [
    dateTimeKind.format(at, {}),
    actor?.label ?? 'Sistema o visitante',
    action_label,
    entity_label,
    about.title ?? '',
  ];
  if (format === 'csv')
    return Readable.from([
      byteOrderMark + csvLine(heads),
      ...events.map((event) =>
        csvLine([
          ...texts(event),
          event.amount ? { digits: event.amount.amount } : '',
          event.amount?.currency ?? '',
          event.fields.join(', '),
        ]),
      ),
    ]);
  const rows = events.map((event): SheetCell[] => [
    ...texts(event).map((text) => ({ text })),
    event.amount ? { digits: event.amount.amount, style: cellStyles.amount } : null,
    { text: event.amount?.currency ?? '' },
    { text: event.fields.join(', ') },
  ]);
  async function* batches() {
    yield rows;
  }
  const widths = [18, 28, 24, 24, 40, 16, 10, 40];
  return Readable.from(
    xlsxOf(
      'Actividad',
      heads.map((header, place) => ({ header, width: widths[place] ?? 20 })),
      batches(),
    ),
  );
};
