import { subdivisions } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { type JsonRow, json } from '../../kinds/json.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { type LogMeaning, logMeanings, missingLogColumns } from './log-columns.ts';
import { airLogPermissions } from './permissions.ts';

/** States of an air log. */
export const airLogStates = {
  draft: ['Por conciliar', 'warning'],
  reconciled: ['Conciliado', 'success'],
  discarded: ['Descartado', 'neutral'],
} as const;

const count = (label: string, hint?: string) =>
  integer(label, {
    required: true,
    readOnly: true,
    initial: 0,
    min: 0,
    sortable: false,
    ...(hint && { hint }),
  });

const readable: Guard = {
  needs: ['columns'],
  why: ({ columns }) => {
    const missing = missingLogColumns(meaningsOf(columns));
    return missing === null ? null : { code: 'columns_missing', text: missing };
  },
};

/** The meanings of the columns of a log, in their order. */
export const meaningsOf = (columns: unknown): readonly LogMeaning[] =>
  ((columns ?? []) as readonly JsonRow[]).map(({ meaning }) => meaning as LogMeaning);

/**
 * A log of what a station aired, as its automation wrote it (domain §1.5). Its rows are matched with placements by the
 * code of the material and the time; what does not match is worked on by hand.
 */
export const airLogs: Resource = defineResource({
  name: 'air_logs',
  screen: 'postventa/reportes-evidencias/logs',
  label: { one: 'Log', many: 'Logs', gender: 'm' },
  fields: {
    name: text('Nombre', { max: 200, required: true, sortable: true, width: 'wide' }),
    subdivision_id: reference('Canal o emisora', () => subdivisions, { required: true, readOnly: true }),
    file: file('Original', {
      readOnly: true,
      required: true,
      accept: ['text/csv', 'text/plain', 'application/xml', 'application/zip'],
      maxBytes: 20 * 1024 * 1024,
    }),
    begins_at: dateTime('Desde', { readOnly: true, sortable: false }),
    ends_at: dateTime('Hasta', { readOnly: true, sortable: false }),
    rows: count('Filas'),
    matched: count('Conciliadas'),
    unmatched: count('Sin colocación', 'Filas que no coinciden con ninguna colocación confirmada.'),
    repeated: count('Repetidas', 'Filas que otro log ya trajo.'),
    tolerance_min: integer('Tolerancia (min)', {
      required: true,
      initial: 15,
      min: 0,
      max: 240,
      sortable: false,
      aggregate: null,
      hint: 'Cuánto puede apartarse la hora de emisión de la planificada.',
    }),
    columns: json('Columnas', {
      row: 'Columna',
      max: 200,
      required: true,
      fields: {
        header: text('Título', { max: 200 }),
        samples: text('Ejemplos', { max: 500 }),
        day_first: yesNo('Día antes que mes', { initial: true }),
        meaning: choice('Significado', logMeanings, { required: true, initial: 'none' }),
      },
      formatRow: ({ header, meaning }) =>
        `${String(header ?? '') || 'Sin título'}: ${logMeanings[meaning as LogMeaning]}`,
      check: (rows) => missingLogColumns(meaningsOf(rows)),
    }),
    status: choice('Estado', airLogStates, {
      required: true,
      readOnly: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  order: '-created_at',
  columns: [
    'name',
    'subdivision_id',
    'begins_at',
    'ends_at',
    'rows',
    'matched',
    'unmatched',
    'repeated',
    'status',
  ],
  brief: ['subdivision_id', 'unmatched'],
  filters: ['status', 'subdivision_id', 'begins_at', 'unmatched'],
  sections: [
    { label: 'Log', fields: ['name', 'subdivision_id', 'file', 'begins_at', 'ends_at'] },
    { label: 'Conciliación', fields: ['rows', 'matched', 'unmatched', 'repeated', 'tolerance_min'] },
    { label: 'Columnas', fields: ['columns'] },
  ],
  operations: ['update'],
  finished: ['discarded'],
  permissions: airLogPermissions,
  state: 'status',
  commands: {
    reconcile: {
      label: 'Conciliar',
      done: 'Log conciliado',
      from: ['draft', 'reconciled'],
      to: 'reconciled',
      tone: 'primary',
      atHand: true,
      single: true,
      guards: [readable],
      runs: 'job',
      undo: { by: 'command', name: 'discard' },
      explanation:
        'Busca la colocación confirmada de cada fila, por el código del material y la hora, y la marca emitida. Las que no coinciden quedan por revisar.',
    },
    discard: {
      label: 'Descartar',
      done: 'Log descartado',
      from: ['draft', 'reconciled'],
      to: 'discarded',
      tone: 'danger',
      rare: true,
      single: true,
      checked: true,
      undo: { never: 'Suba el archivo otra vez.' },
      explanation:
        'Lo que este log marcó como emitido vuelve a confirmado, salvo lo que el cliente ya aceptó.',
    },
  },
});
