import { users } from '../../admin/users/user.ts';
import { capacityUnits, programs } from '../../catalogues/inventory.ts';
import { companies, divisions } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { reasons } from '../../finance/reason.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { decimal, integer, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { orderLines } from '../../sales/contracts/order-line.ts';
import { placementPermissions } from './permissions.ts';
import { placeFields } from './place-fields.ts';
import { placements } from './placement.ts';
import { preferenceFields, shown } from './preferences.ts';

/** Whole units; a decimal, because impressions of a long flight exceed an integer column. */
const counter = (label: string, hint?: string) =>
  decimal(label, {
    scale: 0,
    min: 0,
    required: true,
    readOnly: true,
    initial: '0',
    sortable: true,
    ...(hint && { hint }),
  });

const hasUnplaced: Guard = {
  needs: ['unplaced'],
  why: ({ unplaced }) =>
    Number(unplaced) > 0
      ? null
      : { code: 'all_placed', text: 'Ya está colocado todo lo contratado en este renglón.' },
};

const hasLost: Guard = {
  needs: ['lost'],
  why: ({ lost }) =>
    Number(lost) > 0
      ? null
      : { code: 'nothing_lost', text: 'Ningún periodo cerrado perdió unidades de este renglón.' },
};

/**
 * What an order line may use of its space, and how much of it was placed and aired (domain §1.5). Signing a contract
 * makes one for each line with a space, and for each component with a space of a package; the database keeps the counts.
 * One unit is one spot, or one face for one day.
 */
export const quotas: Resource = defineResource({
  name: 'quotas',
  screen: 'postventa/gestion-cupos',
  label: { one: 'Cupo', many: 'Cupos', gender: 'm' },
  fields: {
    description: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    order_line_id: reference('Renglón contratado', () => orderLines, { required: true, readOnly: true }),
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true, readOnly: true }),
    company_id: reference('Compañía', () => companies, takenFrom('contract_id', 'company_id')),
    owner_id: reference('Vendedor', () => users, takenFrom('contract_id', 'owner_id')),
    division_id: reference('División', () => divisions, takenFrom('inventory_item_id', 'division_id')),
    flight: dateRange('Vuelo', { required: true, readOnly: true }),
    unit: choice('Unidad', capacityUnits, { required: true, readOnly: true, width: 'short' }),
    duration_sec: integer('Duración (s)', { readOnly: true, min: 1, max: 7200, aggregate: null }),
    contracted: counter('Contratado', 'Una unidad es una cuña, o una cara durante un día.'),
    bonus: decimal('Bonif.', {
      scale: 0,
      readOnly: true,
      computed: true,
      sortable: false,
      aggregate: null,
      hint: 'Lo contratado que se bonifica.',
    }),
    placed: counter('Colocado'),
    unplaced: counter('Por colocar'),
    aired: counter('Emitido'),
    former_aired: decimal('Emitido antes de importarse', {
      scale: 0,
      min: 0,
      required: true,
      readOnly: true,
      initial: '0',
      sortable: false,
      hint: 'En el sistema anterior; está en lo colocado y en lo emitido.',
    }),
    missed: counter('No emitido'),
    compensated: counter('Compensado', 'Unidades no emitidas que ya tienen una compensación.'),
    pending: counter('Por emitir'),
    pace: percent('Ritmo', {
      max: 1_000_000,
      readOnly: true,
      computed: true,
      sortable: false,
      aggregate: null,
      hint: 'Lo emitido frente a lo que debería estarlo hasta ayer; 100 % va al día.',
    }),
    behind: yesNo('Atrasado', {
      ...computedFact,
      hint: 'Se emitió menos del 90 % de lo que debería estarlo.',
    }),
    lost: decimal('Perdido', {
      scale: 0,
      readOnly: true,
      computed: true,
      sortable: false,
      aggregate: null,
      hint: 'Lo que no se colocó en periodos ya cerrados y no pasa al siguiente: compénselo o acredítelo.',
    }),
    ...shown(preferenceFields),
    program_id: reference('Programa', () => programs, {
      readOnly: true,
      computed: true,
      through: { by: 'inventory_item_id', field: 'program_id' },
    }),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  order: '-created_at',
  columns: [
    'description',
    'contract_id',
    'flight',
    'contracted',
    'bonus',
    'placed',
    'unplaced',
    'aired',
    'pending',
    'pace',
    'missed',
    'client_id',
  ],
  brief: ['contract_id', 'aired'],
  filters: [
    'contract_id',
    'client_id',
    'inventory_item_id',
    'company_id',
    'owner_id',
    'division_id',
    'program_id',
    'flight',
    'behind',
    'unplaced',
    'missed',
    'pending',
    'unit',
  ],
  sections: [
    {
      label: 'Renglón',
      fields: [
        'contract_id',
        'client_id',
        'order_line_id',
        'inventory_item_id',
        'program_id',
        'flight',
        'unit',
        'duration_sec',
      ],
    },
    {
      label: 'Cupo',
      fields: [
        'contracted',
        'bonus',
        'placed',
        'unplaced',
        'aired',
        'former_aired',
        'missed',
        'compensated',
        'lost',
        'pending',
        'pace',
      ],
    },
    { label: 'Preferencias y periodos', fields: Object.keys(preferenceFields) },
  ],
  operations: [],
  partOf: ['contract_id'],
  permissions: placementPermissions,
  commands: {
    prefer: {
      label: 'Preferencias',
      done: 'Preferencias guardadas',
      permission: 'placements.create',
      single: true,
      fields: preferenceFields,
      undo: { never: 'Cámbielas otra vez.' },
      explanation:
        'La colocación automática las sigue si hay lugar, y nunca deja un anuncio sin corte por una preferencia. A mano, el tráfico avisa lo que queda fuera de ellas.',
    },
    record_lost: {
      label: 'Registrar lo perdido',
      done: 'Unidades registradas como no emitidas',
      permission: 'placements.create',
      single: true,
      checked: true,
      rare: true,
      guards: [hasLost],
      fields: {
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'non_airing' } }),
        remark: longText('Detalle', { max: 1000 }),
      },
      undo: { never: 'Compénselas, o corrija su resultado una por una.' },
      explanation:
        'Registra como no emitido, en sus días, lo que los periodos cerrados no colocaron. Después se compensa o se acredita como lo demás.',
    },
    place: {
      label: 'Distribuir',
      done: 'Unidades colocadas',
      permission: 'placements.create',
      tone: 'primary',
      checked: true,
      atHand: true,
      fields: {
        units: integer('Unidades', {
          min: 1,
          max: 1_000_000_000,
          hint: 'Vacío: todas las que faltan por colocar.',
        }),
        period: dateRange('Entre', { hint: 'Vacío: todo el vuelo.' }),
      },
      guards: [hasUnplaced],
      undo: { never: 'Cancele las colocaciones que sobren.' },
      explanation: 'Reparte las unidades por igual entre los días contratados que aún no están colocados.',
    },
    place_in: {
      label: 'Colocar en un corte',
      done: 'Unidad colocada',
      permission: 'placements.create',
      single: true,
      checked: true,
      rare: true,
      preview: 'rollback',
      guards: [hasUnplaced],
      fields: {
        starts_on: date('El día', { required: true }),
        inventory_item_id: reference('En el espacio', () => inventoryItems, { required: true }),
        ...placeFields((): Resource => placements),
      },
      undo: { never: 'Cancele la colocación.' },
      explanation:
        'Coloca una unidad, con la capacidad contratada del día más cercano que aún no está colocado.',
    },
  },
});
