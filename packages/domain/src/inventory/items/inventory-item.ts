import { weekdayNames } from '../../catalogues/choices.ts';
import { industries } from '../../catalogues/crm.ts';
import { glAccounts } from '../../catalogues/finance.ts';
import {
  adArticles,
  capacityUnits,
  inventoryCategories,
  platforms,
  programs,
  schedules,
  timeSlots,
} from '../../catalogues/inventory.ts';
import { companies, divisions, subdivisions } from '../../catalogues/organization.ts';
import { localities } from '../../catalogues/places.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
import { location } from '../../kinds/location.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { pointsOfInterest } from '../points-of-interest/point-of-interest.ts';
import { techTemplates } from '../tech-templates/tech-template.ts';

/** States of a space. Only an active one can be held or booked. */
export const inventoryItemStates = {
  draft: ['Borrador', 'neutral'],
  active: ['Activo', 'success'],
  maintenance: ['En mantenimiento', 'warning'],
  retired: ['Retirado', 'neutral'],
} as const;

const linear = { when: { field: 'kind', is: ['linear'] } };
const outdoor = { when: { field: 'kind', is: ['outdoor'] } };
const sized = { when: { field: 'kind', is: ['print', 'digital'] } };

/**
 * A sellable space: a break, a daypart, a program, a face, a page (domain §1.7). Spaces of a station form a tree (a
 * break belongs to a daypart, the daypart to a rotation): what is sold at one level also counts in every level above.
 */
export const inventoryItems: Resource = defineResource({
  name: 'inventory_items',
  screen: 'inventario/inventario',
  label: { one: 'Espacio', many: 'Espacios', gender: 'm' },
  fields: {
    code: text('Código', {
      max: 30,
      required: true,
      unique: true,
      upperCase: true,
      sortable: true,
      width: 'short',
      begins: { from: 'sequence', prefix: 'ESP', of: (): Resource => inventoryItems, field: 'code' },
    }),
    name: text('Nombre', { max: 160, required: true, sortable: true, width: 'wide' }),
    kind: choice(
      'Clase',
      {
        linear: 'Radio o televisión',
        outdoor: 'Exterior',
        print: 'Impreso',
        digital: 'Digital',
        other: 'Otra',
      },
      { required: true, initial: 'linear', width: 'short' },
    ),
    status: choice('Estado', inventoryItemStates, {
      required: true,
      readOnly: true,
      sortable: true,
      width: 'short',
    }),
    platform_id: reference('Plataforma', () => platforms, { required: true }),
    inventory_category_id: reference('Categoría', () => inventoryCategories, {
      required: true,
      filter: { platform_id: 'platform_id' },
    }),
    subdivision_id: reference('Canal, emisora o circuito', () => subdivisions, { required: true }),
    division_id: reference('División', () => divisions, {
      required: true,
      readOnly: true,
      derived: true,
      hint: 'La de su canal, emisora o circuito.',
    }),
    company_id: reference('Compañía', () => companies, {
      required: true,
      readOnly: true,
      derived: true,
      hint: 'La de su división.',
    }),
    ad_article_id: reference('Artículo usual', () => adArticles, { filter: { platform_id: 'platform_id' } }),
    capacity_unit: choice('Unidad de capacidad', capacityUnits, {
      required: true,
      initial: 'seconds',
      width: 'short',
    }),
    capacity: integer('Capacidad por día', {
      min: 1,
      max: 1_000_000_000,
      required: true,
      sortable: true,
      aggregate: null,
      hint: 'Cuántas unidades se pueden vender cada día. Con 1, el espacio es exclusivo.',
    }),
    parent_id: reference('Forma parte de', (): Resource => inventoryItems, {
      filter: { subdivision_id: 'subdivision_id' },
      hint: 'El programa, la franja o la rotación que lo contiene: lo que se vende aquí también se descuenta allí.',
    }),
    days: choices('Días', weekdayNames, {
      required: true,
      initial: Object.keys(weekdayNames),
      width: 'short',
    }),
    active: dateRange('Disponible', { hint: 'Fuera de estas fechas no se vende. Vacío: siempre.' }),
    program_id: reference('Programa', () => programs, {
      ...linear,
      filter: { subdivision_id: 'subdivision_id' },
    }),
    time_slot_id: reference('Franja horaria', () => timeSlots, {
      ...linear,
      filter: { platform_id: 'platform_id' },
    }),
    schedule_id: reference('Horario', () => schedules, linear),
    locality_id: reference('Localidad', () => localities, outdoor),
    address: text('Dirección', { max: 300, width: 'wide', ...outdoor }),
    latitude: decimal('Latitud', {
      scale: 6,
      min: -90,
      max: 90,
      width: 'short',
      aggregate: null,
      ...outdoor,
    }),
    longitude: decimal('Longitud', {
      scale: 6,
      min: -180,
      max: 180,
      width: 'short',
      aggregate: null,
      ...outdoor,
    }),
    location: location('Ubicación', {
      latitude: 'latitude',
      longitude: 'longitude',
      category: 'status',
      centers: {
        space: { of: (): Resource => inventoryItems, label: 'Otro espacio' },
        point: { of: () => pointsOfInterest, label: 'Punto de interés' },
        kind: { of: () => pointsOfInterest, label: 'Cualquier punto de un tipo', by: 'kind' },
      },
      ...outdoor,
    }),
    facing: text('Orientación', {
      max: 60,
      width: 'short',
      placeholder: 'Hacia el norte, sentido aeropuerto',
      ...outdoor,
    }),
    width_m: decimal('Ancho (m)', {
      scale: 2,
      min: 0,
      max: 1000,
      width: 'short',
      aggregate: null,
      ...outdoor,
    }),
    height_m: decimal('Alto (m)', {
      scale: 2,
      min: 0,
      max: 1000,
      width: 'short',
      aggregate: null,
      ...outdoor,
    }),
    illuminated: yesNo('Iluminado', outdoor),
    permit_no: text('Permiso', { max: 40, width: 'short', ...outdoor }),
    permit_until: date('Permiso vigente hasta', {
      hint: 'Después de ese día el espacio no se vende.',
      ...outdoor,
    }),
    size: text('Medida', { max: 40, width: 'short', placeholder: '300×250', ...sized }),
    restricted_industry_ids: references('Industrias que no admite', () => industries),
    tech_template_id: reference('Ficha técnica', () => techTemplates, {
      hint: 'Lo que se pide al cliente por lo que se vende en este espacio.',
    }),
    gl_account_id: reference('Cuenta de ingresos', () => glAccounts),
    photo: file('Foto', { accept: ['image/jpeg', 'image/png'] }),
  },
  title: 'name',
  subtitle: 'code',
  search: ['code', 'name', 'address', 'permit_no'],
  order: 'name',
  columns: [
    'code',
    'name',
    'platform_id',
    'subdivision_id',
    'inventory_category_id',
    'capacity_unit',
    'capacity',
    'status',
  ],
  brief: ['subdivision_id', 'capacity'],
  filters: [
    'status',
    'platform_id',
    'subdivision_id',
    'inventory_category_id',
    'kind',
    'capacity_unit',
    'parent_id',
    'program_id',
    'time_slot_id',
    'locality_id',
    'location',
    'permit_until',
  ],
  sections: [
    {
      label: 'Espacio',
      fields: [
        'code',
        'name',
        'kind',
        'platform_id',
        'inventory_category_id',
        'subdivision_id',
        'ad_article_id',
      ],
    },
    { label: 'Capacidad', fields: ['capacity_unit', 'capacity', 'parent_id', 'days', 'active'] },
    { label: 'Programación', fields: ['program_id', 'time_slot_id', 'schedule_id'] },
    {
      label: 'Ubicación',
      fields: [
        'locality_id',
        'address',
        'latitude',
        'longitude',
        'facing',
        'width_m',
        'height_m',
        'illuminated',
        'permit_no',
        'permit_until',
      ],
    },
    {
      label: 'Más datos',
      fields: ['size', 'restricted_industry_ids', 'tech_template_id', 'gl_account_id', 'photo'],
      folded: true,
    },
  ],
  permissions: {
    viewAll: 'inventory.view_all',
    create: 'inventory.create',
    updateAll: 'inventory.update_all',
    archive: 'inventory.delete',
    export: 'inventory.export',
    import: 'inventory.import',
  },
  open: true,
  offeredIn: ['active'],
  state: 'status',
  commands: {
    activate: {
      label: 'Activar',
      done: 'Espacio activado',
      from: ['draft', 'maintenance'],
      to: 'active',
      tone: 'primary',
      explanation: 'Desde ahora se puede reservar y vender.',
    },
    maintain: {
      label: 'Poner en mantenimiento',
      done: 'Espacio en mantenimiento',
      from: ['active'],
      to: 'maintenance',
      explanation: 'No admite reservas ni ventas nuevas. Lo que ya está vendido se conserva.',
    },
    retire: {
      label: 'Retirar',
      done: 'Espacio retirado',
      from: ['draft', 'active', 'maintenance'],
      to: 'retired',
      tone: 'danger',
      checked: true,
      explanation: 'Deja de venderse para siempre. No se puede con reservas o ventas de hoy en adelante.',
    },
  },
  notes: true,
});
