import { bankAccounts } from '../../finance/bank-account.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { type JsonRow, json } from '../../kinds/json.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { bankFilePermissions } from './permissions.ts';
import { missingStatementColumns, type StatementMeaning, statementMeanings } from './statement-columns.ts';
import { headRows } from './statement-table.ts';

/** Formats of bank files. */
export const bankFileFormats = {
  table: 'Tabla (CSV, XLSX, ODS)',
  ofx: 'OFX',
  camt: 'camt.053',
  mt940: 'MT940',
} as const;

/** States of a bank file. */
export const bankFileStates = {
  draft: ['Por leer', 'warning'],
  matched: ['Leído', 'success'],
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

/** The meanings of the columns of a file, in their order. */
export const statementMeaningsOf = (columns: unknown): readonly StatementMeaning[] =>
  ((columns ?? []) as readonly JsonRow[]).map(({ meaning }) => meaning as StatementMeaning);

const readable: Guard = {
  needs: ['columns'],
  why: ({ columns }) => {
    const missing = missingStatementColumns(statementMeaningsOf(columns));
    return missing === null ? null : { code: 'columns_missing', text: missing };
  },
};

const hasSure: Guard = {
  needs: ['sure'],
  why: ({ sure }) =>
    Number(sure ?? 0) > 0
      ? null
      : { code: 'nothing_sure', text: 'No hay propuestas seguras: decida los movimientos uno por uno.' },
};

/**
 * A statement of a bank account, as the bank gave it (domain §1.6). Its movements are matched with payments and open
 * invoices; what is proposed becomes a payment when it is confirmed.
 */
export const bankFiles: Resource = defineResource({
  name: 'bank_files',
  screen: 'facturacion/registro-cobros/archivos-bancarios',
  label: { one: 'Archivo bancario', many: 'Archivos bancarios', gender: 'm' },
  fields: {
    name: text('Nombre', { max: 200, required: true, sortable: true, width: 'wide' }),
    bank_account_id: reference('Cuenta bancaria', () => bankAccounts, { required: true, readOnly: true }),
    format: choice('Formato', bankFileFormats, { required: true, readOnly: true, initial: 'table' }),
    file: file('Original', {
      readOnly: true,
      required: true,
      accept: ['text/csv', 'text/plain', 'application/xml', 'application/zip'],
      maxBytes: 20 * 1024 * 1024,
    }),
    begins_on: date('Desde', { readOnly: true }),
    ends_on: date('Hasta', { readOnly: true }),
    rows: count('Movimientos'),
    sure: count('Seguros', 'Propuestas que se pueden confirmar juntas.'),
    pending: count('Por decidir', 'Movimientos sin decidir, también los seguros y los ilegibles.'),
    settled: count('Resueltos'),
    repeated: count('Repetidos', 'Movimientos que otro archivo de la cuenta ya trajo.'),
    header_line: integer('Fila de los títulos', {
      required: true,
      initial: 1,
      min: 0,
      max: headRows,
      sortable: false,
      aggregate: null,
      hint: 'Los movimientos comienzan debajo; 0 si el archivo no tiene títulos.',
    }),
    columns: json('Columnas', {
      row: 'Columna',
      max: 200,
      required: true,
      fields: {
        header: text('Título', { max: 200 }),
        samples: text('Ejemplos', { max: 400 }),
        day_first: yesNo('Día antes que mes', { initial: true }),
        decimal: choice('Decimales', { '.': 'Punto', ',': 'Coma' }, { required: true, initial: '.' }),
        meaning: choice('Significado', statementMeanings, { required: true, initial: 'none' }),
      },
      formatRow: ({ header, meaning }) =>
        `${String(header ?? '') || 'Sin título'}: ${statementMeanings[meaning as StatementMeaning]}`,
      check: (rows) => missingStatementColumns(statementMeaningsOf(rows)),
    }),
    status: choice('Estado', bankFileStates, {
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
    'bank_account_id',
    'begins_on',
    'ends_on',
    'rows',
    'sure',
    'pending',
    'settled',
    'repeated',
    'status',
  ],
  brief: ['bank_account_id', 'pending'],
  filters: ['status', 'bank_account_id', 'begins_on', 'pending'],
  sections: [
    { label: 'Archivo', fields: ['name', 'bank_account_id', 'format', 'file', 'begins_on', 'ends_on'] },
    { label: 'Movimientos', fields: ['rows', 'sure', 'pending', 'settled', 'repeated'] },
    { label: 'Columnas', fields: ['header_line', 'columns'] },
  ],
  operations: ['update'],
  finished: ['discarded'],
  permissions: bankFilePermissions,
  state: 'status',
  commands: {
    match: {
      label: 'Buscar cobros',
      done: 'Archivo leído',
      from: ['draft', 'matched'],
      to: 'matched',
      tone: 'primary',
      atHand: true,
      single: true,
      guards: [readable],
      runs: 'job',
      undo: { by: 'command', name: 'discard' },
      explanation:
        'Lee los movimientos y busca para cada uno su cobro o las facturas que paga. Nada se registra hasta confirmarlo.',
    },
    confirm_sure: {
      label: 'Confirmar los seguros',
      done: 'Movimientos seguros confirmados',
      from: ['matched'],
      single: true,
      permission: 'payments.create',
      changes: true,
      guards: [hasSure],
      runs: 'job',
      undo: { never: 'Vuelva a revisar el movimiento que no era.' },
      explanation:
        'Registra, aplica y concilia los cobros de las propuestas seguras. Las que ya no se puedan confirmar quedan por decidir, con su motivo.',
    },
    discard: {
      label: 'Descartar',
      done: 'Archivo descartado',
      from: ['draft', 'matched'],
      to: 'discarded',
      tone: 'danger',
      rare: true,
      single: true,
      checked: true,
      undo: { never: 'Suba el archivo otra vez.' },
      explanation: 'Sus movimientos dejan de contar. Un archivo con movimientos resueltos no se descarta.',
    },
  },
});
