import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';

import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { placements } from '../quotas/placement.ts';
import { airLogs } from './air-log.ts';
import { airLogPermissions } from './permissions.ts';

/** States of a row of an air log. */
export const loggedSpotStates = {
  unread: ['Sin leer', 'neutral'],
  unreadable: ['Ilegible', 'danger'],
  matched: ['Conciliada', 'success'],
  unmatched: ['Sin colocación', 'warning'],
  repeated: ['Repetida', 'neutral'],
  ignored: ['Fuera', 'neutral'],
} as const;

/** A spot that an air log says was aired, and the placement that it proves. */
export const loggedSpots: Resource = defineResource({
  name: 'logged_spots',
  screen: 'postventa/reportes-evidencias/logs/filas',
  label: { one: 'Fila', many: 'Filas', gender: 'f' },
  fields: {
    air_log_id: reference('Log', () => airLogs, { required: true, readOnly: true }),
    line: integer('Fila', { required: true, readOnly: true, min: 1, sortable: true, aggregate: null }),
    aired_at: dateTime('Emitida el', { readOnly: true, sortable: false }),
    code: text('Código', { max: 60, readOnly: true }),
    heard: text('Lo emitido', { max: 200, required: true, readOnly: true, width: 'wide' }),
    duration_sec: integer('Duración (s)', {
      readOnly: true,
      min: 1,
      max: 7200,
      aggregate: null,
      sortable: false,
    }),
    status: choice('Estado', loggedSpotStates, {
      required: true,
      readOnly: true,
      initial: 'unread',
      width: 'short',
    }),
    problem: text('Qué pasa', { max: 300, readOnly: true, width: 'wide' }),
    placement_id: reference('Colocación', () => placements, { readOnly: true }),
    difference_sec: integer('Diferencia (s)', {
      readOnly: true,
      sortable: false,
      aggregate: null,
      hint: 'Segundos entre la hora planificada y la de emisión; negativo: salió antes.',
    }),
    remark: longText('Por qué', { max: 500, readOnly: true }),
  },
  title: 'heard',
  search: ['heard', 'code'],
  searchable: false,
  order: 'line',
  columns: ['line', 'aired_at', 'code', 'heard', 'duration_sec', 'status', 'problem', 'placement_id'],
  brief: ['aired_at', 'problem'],
  filters: ['air_log_id', 'status', 'aired_at', 'placement_id'],
  sections: [
    { label: 'Lo emitido', fields: ['air_log_id', 'line', 'aired_at', 'code', 'heard', 'duration_sec'] },
    { label: 'Conciliación', fields: ['problem', 'placement_id', 'difference_sec', 'remark'] },
  ],
  operations: [],
  permissions: airLogPermissions,
  state: 'status',
  commands: {
    match: {
      label: 'Elegir colocación',
      done: 'Fila conciliada',
      from: ['unmatched', 'ignored'],
      to: 'matched',
      tone: 'primary',
      atHand: true,
      single: true,
      fields: {
        placement_id: reference('Colocación', () => placements, {
          required: true,
          only: { status: 'confirmed' },
          hint: 'Confirmada, del mismo canal o emisora y de ese día, o del anterior o el siguiente.',
        }),
      },
      undo: { by: 'command', name: 'release' },
      explanation: 'La colocación queda emitida a la hora que dice el log.',
    },
    ignore: {
      label: 'Dejar fuera',
      done: 'Fila fuera',
      from: ['unmatched', 'unreadable'],
      to: 'ignored',
      fields: {
        remark: longText('Por qué', { max: 500, min: 3, required: true, placeholder: 'Promoción propia' }),
      },
      undo: { by: 'command', name: 'release' },
    },
    release: {
      label: 'Volver a revisar',
      done: 'Fila por revisar',
      from: ['matched', 'ignored'],
      to: 'unmatched',
      rare: true,
      checked: true,
      undo: { never: 'Elija su colocación otra vez.' },
      explanation: 'Si probaba una colocación, esta vuelve a confirmada.',
    },
  },
});
