import { platforms } from '../../catalogues/inventory.ts';
import { divisions } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { reasons } from '../../finance/reason.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { mediaFiles } from '../../media/files/media-file.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { placementPermissions } from './permissions.ts';
import { placeFields, separationReason } from './place-fields.ts';
import { quotas } from './quota.ts';
import { spotFileLimits } from './spot-file-limits.ts';

/** States of a placement (domain §2.4). */
export const placementStates = {
  scheduled: ['Programada', 'neutral'],
  confirmed: ['Confirmada', 'info'],
  aired: ['Emitida', 'success'],
  not_aired: ['No emitida', 'danger'],
  cancelled: ['Cancelada', 'neutral'],
} as const;

const unlocked: Guard = {
  needs: ['locked'],
  why: ({ locked }) =>
    locked ? { code: 'locked', text: 'El cliente aceptó su evidencia: ya no cambia.' } : null,
};

const unpinned: Guard = {
  needs: ['pinned'],
  why: ({ pinned }) =>
    pinned ? { code: 'pinned', text: 'Está fijada en su lugar: suéltela antes de moverla.' } : null,
};

const begun: Guard = {
  needs: ['starts_on'],
  why: ({ starts_on }, { today }) =>
    String(starts_on) <= today ? null : { code: 'in_future', text: 'Su día aún no ha llegado.' },
};

const over: Guard = {
  needs: ['ends_on'],
  why: ({ ends_on }, { today }) =>
    String(ends_on) <= today
      ? null
      : { code: 'in_future', text: 'Aún no ha terminado: márquela emitida desde su último día.' },
};

const missed: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'not_aired' ? null : { code: 'aired', text: 'Solo se compensa lo que no se emitió.' },
};

const movable = ['scheduled', 'confirmed'];

/**
 * A dated use of a quota: one spot on a day, or a face for a period (domain §1.5). The database never lets the placements
 * of a line exceed what is contracted, nor on any day what is booked. Moving one moves its booked capacity.
 */
export const placements: Resource = defineResource({
  name: 'placements',
  screen: 'postventa/gestion-cupos/colocaciones',
  label: { one: 'Colocación', many: 'Colocaciones', gender: 'f' },
  fields: {
    description: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    quota_id: reference('Cupo', () => quotas, { required: true, readOnly: true }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, takenFrom('contract_id', 'client_id')),
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true, readOnly: true }),
    platform_id: reference('Plataforma', () => platforms, takenFrom('inventory_item_id', 'platform_id')),
    division_id: reference('División', () => divisions, takenFrom('inventory_item_id', 'division_id')),
    starts_on: date('Desde', { required: true, readOnly: true, sortable: true }),
    ends_on: date('Hasta', { required: true, readOnly: true, sortable: true }),
    units: integer('Unidades por día', { required: true, readOnly: true, min: 1, aggregate: null }),
    load: decimal('Unidades', {
      scale: 0,
      required: true,
      readOnly: true,
      min: 1,
      hint: 'Unidades por día × días: lo que descuenta del cupo.',
    }),
    duration_sec: integer('Duración (s)', { readOnly: true, min: 1, max: 7200, aggregate: null }),
    media_file_id: reference('Material', () => mediaFiles, {
      hint: 'Vacío: el de la ficha técnica aprobada, al confirmar.',
    }),
    instructions: text('Indicaciones', {
      max: 300,
      width: 'wide',
      placeholder: 'Primera posición del corte, después de los titulares',
    }),
    status: choice('Estado', placementStates, {
      required: true,
      readOnly: true,
      initial: 'scheduled',
      sortable: true,
      width: 'short',
    }),
    aired_at: dateTime('Emitida el', { readOnly: true, sortable: true }),
    reason_id: reference('Motivo', () => reasons, { readOnly: true }),
    remark: longText('Detalle', { max: 1000, readOnly: true }),
    makegood_of_id: reference('Compensa a', (): Resource => placements, { readOnly: true }),
    accepted_by: text('Fecha aceptada por', {
      max: 120,
      readOnly: true,
      hint: 'Quién del cliente aceptó una compensación fuera del vuelo.',
    }),
    locked: yesNo('Evidencia aceptada', { readOnly: true }),
    position: text('Lugar en el corte', { max: 200, readOnly: true, isInternal: true }),
    pinned: yesNo('Fijada', { readOnly: true, hint: 'No se mueve de su corte, su día ni su lugar.' }),
    separation_reason: longText('Sin separación porque', { max: 500, readOnly: true }),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  order: '-starts_on',
  columns: [
    'starts_on',
    'ends_on',
    'description',
    'contract_id',
    'status',
    'load',
    'duration_sec',
    'media_file_id',
    'aired_at',
  ],
  brief: ['starts_on', 'inventory_item_id'],
  filters: [
    'status',
    'starts_on',
    'contract_id',
    'client_id',
    'quota_id',
    'inventory_item_id',
    'platform_id',
    'reason_id',
    'media_file_id',
    'makegood_of_id',
    'locked',
    'pinned',
  ],
  sections: [
    {
      label: 'Colocación',
      fields: [
        'quota_id',
        'contract_id',
        'inventory_item_id',
        'starts_on',
        'ends_on',
        'units',
        'load',
        'duration_sec',
        'media_file_id',
        'instructions',
        'pinned',
        'separation_reason',
      ],
    },
    {
      label: 'Resultado',
      fields: ['aired_at', 'reason_id', 'remark', 'makegood_of_id', 'accepted_by', 'locked'],
    },
  ],
  operations: ['update'],
  partOf: ['contract_id'],
  permissions: placementPermissions,
  finished: ['aired', 'not_aired', 'cancelled'],
  notes: true,
  state: 'status',
  commands: {
    import_rows: {
      label: 'Importar',
      done: 'Colocaciones importadas',
      on: 'collection',
      permission: 'placements.import',
      preview: 'rollback',
      fields: {
        name: text('Nombre', { max: spotFileLimits.name, required: true }),
        content: longText('Contenido del archivo', { max: spotFileLimits.content, required: true }),
      },
      explanation:
        'Cada fila coloca una unidad de su cupo, con las mismas reglas que a mano. Las filas que no pueden colocarse se quedan fuera.',
      undo: { never: 'Cancele las colocaciones que sobren.' },
    },
    confirm: {
      label: 'Confirmar',
      done: 'Colocación confirmada',
      from: ['scheduled'],
      to: 'confirmed',
      tone: 'primary',
      atHand: true,
      checked: true,
      undo: { by: 'command', name: 'unconfirm' },
      explanation: 'Lista para emitirse, con su material aprobado, que ya no cambia.',
    },
    unconfirm: {
      label: 'Volver a programada',
      done: 'Colocación programada',
      from: ['confirmed'],
      to: 'scheduled',
      rare: true,
      undo: { by: 'command', name: 'confirm' },
    },
    move: {
      label: 'Mover',
      done: 'Colocación movida',
      from: movable,
      permission: 'placements.move',
      single: true,
      checked: true,
      preview: 'rollback',
      guards: [unlocked, unpinned],
      fields: {
        starts_on: date('Al día', { required: true }),
        inventory_item_id: reference('Al espacio', () => inventoryItems, {
          hint: 'Vacío: el mismo espacio.',
        }),
        ...placeFields((): Resource => placements),
      },
      undo: { never: 'Muévala otra vez a su día, si aún hay capacidad.' },
      explanation: 'Su capacidad se mueve con ella: si el día está lleno, no cambia nada.',
    },
    swap: {
      label: 'Intercambiar',
      done: 'Colocaciones intercambiadas',
      permission: 'placements.move',
      single: true,
      checked: true,
      preview: 'rollback',
      guards: [
        {
          needs: ['status'],
          why: ({ status }) =>
            movable.includes(String(status))
              ? null
              : { code: 'over', text: 'Solo se intercambia lo programado o confirmado.' },
        },
        unlocked,
        unpinned,
      ],
      fields: {
        with_id: reference('Con', (): Resource => placements, { required: true }),
        separation_reason: separationReason,
      },
      undo: { never: 'Intercámbielas otra vez.' },
      explanation: 'Cada una toma el espacio, el día y el lugar de la otra, con su capacidad.',
    },
    pin: {
      label: 'Fijar',
      done: 'Colocación fijada',
      from: movable,
      permission: 'placements.move',
      guards: [unpinned],
      undo: { by: 'command', name: 'unpin' },
      explanation: 'No se mueve de su corte, su día ni su lugar hasta que alguien la suelte.',
    },
    unpin: {
      label: 'Soltar',
      done: 'Colocación suelta',
      from: movable,
      permission: 'placements.move',
      rare: true,
      guards: [
        {
          needs: ['pinned'],
          why: ({ pinned }) => (pinned ? null : { code: 'not_pinned', text: 'No está fijada.' }),
        },
      ],
      undo: { by: 'command', name: 'pin' },
    },
    mark_aired: {
      label: 'Marcar emitida',
      done: 'Colocación emitida',
      from: ['confirmed'],
      to: 'aired',
      atHand: true,
      tone: 'primary',
      guards: [over],
      fields: { aired_at: dateTime('Emitida el', { hint: 'Vacío: ahora.' }) },
      undo: { by: 'command', name: 'correct' },
    },
    mark_not_aired: {
      label: 'Marcar no emitida',
      done: 'Colocación no emitida',
      from: ['scheduled', 'confirmed'],
      to: 'not_aired',
      tone: 'danger',
      guards: [begun],
      fields: {
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'non_airing' } }),
        remark: longText('Detalle', { max: 1000 }),
      },
      undo: { by: 'command', name: 'correct' },
      explanation: 'Después se puede compensar en otro día.',
    },
    correct: {
      label: 'Corregir resultado',
      done: 'Resultado corregido',
      from: ['aired', 'not_aired'],
      to: 'confirmed',
      rare: true,
      checked: true,
      guards: [unlocked],
      fields: { reason: longText('Qué estaba mal', { max: 500, min: 3, required: true }) },
      undo: { never: 'Registre otra vez el resultado.' },
    },
    makegood: {
      label: 'Compensar',
      done: 'Compensación programada',
      permission: 'placements.makegood',
      single: true,
      checked: true,
      guards: [missed],
      fields: {
        starts_on: date('El día', { required: true }),
        inventory_item_id: reference('En el espacio', () => inventoryItems, {
          hint: 'Vacío: el mismo espacio. Otro debe valer lo mismo o más, en la misma franja o una mejor.',
        }),
        ...placeFields((): Resource => placements),
        accepted_by: text('Quién del cliente aceptó la fecha', {
          max: 120,
          hint: 'Solo si la fecha está fuera del vuelo contratado.',
        }),
      },
      undo: { never: 'Cancele la compensación.' },
      explanation: 'Programa otra colocación de igual valor, sin costo, en un día con capacidad.',
    },
    makegood_best: {
      label: 'Compensar con la mejor propuesta',
      done: 'Compensación programada',
      permission: 'placements.makegood',
      checked: true,
      rare: true,
      oneByOne: true,
      guards: [missed],
      undo: { never: 'Cancele la compensación.' },
      explanation:
        'Toma el primer día libre del vuelo con un lugar de igual valor que respete la separación. No cambia lo facturado.',
    },
    cancel: {
      label: 'Cancelar',
      done: 'Colocación cancelada',
      from: movable,
      to: 'cancelled',
      tone: 'danger',
      rare: true,
      guards: [unlocked],
      fields: { reason: longText('Motivo', { max: 500, min: 3, required: true }) },
      undo: { never: 'Distribuya otra vez las unidades del cupo.' },
      explanation: 'Sus unidades vuelven a estar por colocar. El espacio sigue contratado.',
    },
  },
});
