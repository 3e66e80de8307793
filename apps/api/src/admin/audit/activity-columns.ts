import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import type { TableColumn } from '../../import-export/export/table-file.ts';
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

/** The columns of the time line as a file. */
export const activityColumns: readonly TableColumn<ActivityEvent>[] = [
  { header: 'Hora', cell: 'text', width: 18, of: ({ at }) => dateTimeKind.format(at, {}) },
  { header: 'Usuario', cell: 'text', of: ({ actor }) => actor?.label ?? 'Sistema o visitante' },
  { header: 'Evento', cell: 'text', width: 24, of: ({ action_label }) => action_label },
  { header: 'Tipo', cell: 'text', width: 24, of: ({ entity_label }) => entity_label },
  { header: 'Objeto', cell: 'text', width: 40, of: ({ about }) => about.title },
  { header: 'Monto', cell: 'amount', of: ({ amount }) => amount?.amount ?? null },
  { header: 'Moneda', cell: 'text', width: 10, of: ({ amount }) => amount?.currency ?? null },
  { header: 'Campos', cell: 'text', width: 40, of: ({ fields }) => fields.join(', ') },
];
