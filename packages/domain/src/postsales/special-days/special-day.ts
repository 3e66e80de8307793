import { subdivisions } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { time } from '../../kinds/time.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { spotFileLimits } from '../quotas/spot-file-limits.ts';
import type { DisplacedSpot } from '../spot-files/spot-file.ts';

/** What takes breaks away from commercial spots. */
export const specialDayKinds = {
  block: ['Cortes bloqueados', 'warning'],
  official: ['Tiempo oficial', 'info'],
} as const;

export const specialDayStates = {
  applied: ['Aplicado', 'success'],
  reverted: ['Deshecho', 'neutral'],
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

/**
 * Breaks that a station does not have for commercial spots: blocked ones of a special day, or seconds of official time,
 * which has priority. What does not fit any more is moved to places of equal value; what has none is to be placed again.
 * It is taken back as a whole.
 */
export const specialDays: Resource = defineResource({
  name: 'special_days',
  screen: 'postventa/gestion-cupos/dias-especiales',
  label: { one: 'Día especial', many: 'Días especiales', gender: 'm' },
  fields: {
    name: text('Motivo', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    kind: choice('Tipo', specialDayKinds, {
      required: true,
      readOnly: true,
      initial: 'block',
      width: 'short',
    }),
    subdivision_id: reference('Canal o emisora', () => subdivisions, {
      readOnly: true,
      hint: 'Vacío: el archivo es de varios.',
    }),
    dates: dateRange('Días', { required: true, readOnly: true, sortable: true }),
    breaks: count('Cortes', 'Cortes bloqueados, o con tiempo oficial.'),
    moved: count('Anuncios movidos'),
    unplaced: count('Anuncios sin lugar', 'Sus unidades quedaron por colocar.'),
    status: choice('Estado', specialDayStates, {
      required: true,
      readOnly: true,
      initial: 'applied',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  order: '-created_at',
  columns: ['name', 'kind', 'subdivision_id', 'dates', 'breaks', 'moved', 'unplaced', 'status'],
  brief: ['dates', 'kind'],
  filters: ['status', 'kind', 'subdivision_id', 'dates'],
  sections: [
    { label: 'Día', fields: ['name', 'kind', 'subdivision_id', 'dates'] },
    { label: 'Efecto', fields: ['breaks', 'moved', 'unplaced'] },
  ],
  operations: [],
  finished: ['reverted'],
  permissions: {
    viewAll: 'placements.view_all',
    create: 'placements.special_days',
    updateAll: 'placements.special_days',
    archive: 'placements.special_days',
    export: 'placements.export',
  },
  state: 'status',
  commands: {
    block: {
      label: 'Bloquear día',
      done: 'Cortes bloqueados',
      on: 'collection',
      permission: 'placements.special_days',
      preview: 'rollback',
      fields: {
        reason: text('Motivo', {
          max: 160,
          required: true,
          width: 'full',
          placeholder: 'Debate presidencial, cadena nacional',
        }),
        subdivision_id: reference('Canal o emisora', () => subdivisions, { required: true }),
        day: date('Día', { required: true }),
        from: time('Desde las', { hint: 'Vacío: todo el día.' }),
        to: time('Hasta las', { hint: 'Ese corte ya no se bloquea.' }),
      },
      explanation:
        'Cierra los cortes de ese día. Los anuncios que tienen se mueven a lugares de igual valor; los que no caben quedan por colocar.',
      undo: { never: 'Deshágalo entero en Días especiales.' },
    },
    official: {
      label: 'Cargar tiempo oficial',
      done: 'Tiempo oficial cargado',
      on: 'collection',
      permission: 'placements.special_days',
      preview: 'rollback',
      fields: {
        name: text('Nombre', { max: spotFileLimits.name, required: true }),
        content: longText('Contenido del archivo', { max: spotFileLimits.content, required: true }),
      },
      explanation:
        'Cada fila toma sus segundos del corte antes que los anuncios. Los que ya no caben se mueven a lugares de igual valor.',
      undo: { never: 'Deshágalo entero en Días especiales.' },
    },
    revert: {
      label: 'Deshacer',
      done: 'Día especial deshecho',
      from: ['applied'],
      to: 'reverted',
      permission: 'placements.special_days',
      tone: 'danger',
      explanation:
        'Los cortes vuelven a su capacidad, y los anuncios movidos a su lugar si siguen donde quedaron y aún caben.',
      undo: { never: 'Bloquee el día o cargue el archivo otra vez.' },
    },
  },
});

/** `GET /api/special-days/{id}/effects` */
export interface SpecialDayEffects {
  readonly official: readonly {
    readonly day: string;
    readonly airs_at: string;
    readonly space: string;
    readonly seconds: number;
    readonly institution: string;
    readonly title: string;
  }[];
  readonly blocked: readonly { readonly day: string; readonly space: string; readonly capacity: number }[];
  readonly displaced: readonly DisplacedSpot[];
}
