import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { integer } from '../../kinds/number.ts';
import { text } from '../../kinds/text.ts';

/** Why a space has another capacity than usual. */
export const exceptionKinds = {
  season: ['Temporada', 'info'],
  holiday: ['Feriado', 'info'],
  event: ['Evento especial', 'success'],
  maintenance: ['Mantenimiento', 'warning'],
  other: ['Otro', 'neutral'],
} as const;

/** What an exception says of a space; also the fields of the command that makes one for many spaces. */
export const exceptionFields = {
  dates: dateRange('Días', { required: true, sortable: true }),
  kind: choice('Motivo', exceptionKinds, { required: true, initial: 'maintenance', width: 'short' }),
  capacity: integer('Capacidad esos días', {
    required: true,
    initial: 0,
    min: 0,
    max: 1_000_000_000,
    sortable: false,
    aggregate: null,
    hint: '0 cierra el espacio.',
  }),
  reason: text('Explicación', {
    max: 160,
    required: true,
    sortable: true,
    placeholder: 'Cambio de lona, transmisión del clásico',
  }),
};
