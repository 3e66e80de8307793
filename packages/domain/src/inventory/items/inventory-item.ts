import { ageTargets, genderTargets, nseTargets } from '../../catalogues/audience.ts';
import { weekdayNames } from '../../catalogues/choices.ts';
import { industries } from '../../catalogues/crm.ts';
import { glAccounts } from '../../catalogues/finance.ts';
import {
  adArticles,
  capacityUnits,
  inventoryCategories,
  platforms,
  saleUnits,
} from '../../catalogues/inventory.ts';
import { companies, divisions, subdivisions } from '../../catalogues/organization.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { location } from '../../kinds/location.ts';
import { decimal, integer, money, percent } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { time } from '../../kinds/time.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { exceptionFields } from '../exceptions/exception-fields.ts';
import { pointsOfInterest } from '../points-of-interest/point-of-interest.ts';
import { priceLists } from '../prices/price-list.ts';
import { techTemplates } from '../tech-templates/tech-template.ts';
import { itemKinds, kindFields, kindSections } from './kind-fields.ts';

/** States of a space. Only an active one can be held or booked. */
export const inventoryItemStates = {
  draft: ['Borrador', 'neutral'],
  active: ['Activo', 'success'],
  maintenance: ['En mantenimiento', 'warning'],
  retired: ['Retirado', 'neutral'],
} as const;

const code = text('Código', {
  max: 30,
  required: true,
  unique: true,
  upperCase: true,
  sortable: true,
  width: 'short',
  begins: { from: 'sequence', prefix: 'ESP', of: (): Resource => inventoryItems, field: 'code' },
});
const name = text('Nombre', { max: 160, required: true, sortable: true, width: 'wide' });

const isLinear: Guard = {
  needs: ['kind', 'capacity_unit'],
  why: ({ kind, capacity_unit }) =>
    kind === 'linear' && capacity_unit === 'seconds'
      ? null
      : {
          code: 'no_breaks',
          text: 'Solo tienen cortes los espacios de radio o televisión que se miden en segundos.',
        },
};

const flightBounds: Rule = ({ min_flight_days, max_flight_days }) =>
  !isEmpty(min_flight_days) && !isEmpty(max_flight_days) && Number(min_flight_days) > Number(max_flight_days)
    ? { max_flight_days: ['El vuelo máximo debe ser igual o mayor que el mínimo.'] }
    : null;

const wholePlace: Rule = ({ latitude, longitude }) =>
  isEmpty(latitude) === isEmpty(longitude)
    ? null
    : { [isEmpty(latitude) ? 'latitude' : 'longitude']: ['Escriba la latitud y la longitud.'] };

const slotInLoop: Rule = ({ loop_sec, slot_sec }) =>
  !isEmpty(loop_sec) && !isEmpty(slot_sec) && Number(slot_sec) > Number(loop_sec)
    ? { slot_sec: ['Un anuncio no dura más que el ciclo.'] }
    : null;

const sourcedReach: Rule = ({ reach, reach_source }) =>
  !isEmpty(reach) && isEmpty(reach_source) ? { reach_source: ['Diga de qué estudio es el alcance.'] } : null;

/**
 * A sellable space: a break, a daypart, a program, a face, a page (domain §1.7). Spaces of a station form a tree (a
 * break belongs to a daypart, the daypart to a rotation): what is sold at one level also counts in every level above.
 */
export const inventoryItems: Resource = defineResource({
  name: 'inventory_items',
  screen: 'inventario/inventario',
  label: { one: 'Espacio', many: 'Espacios', gender: 'm' },
  fields: {
    code,
    name,
    kind: choice('Clase', itemKinds, { required: true, initial: 'linear', width: 'short' }),
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
    min_flight_days: integer('Vuelo mínimo (días)', { min: 1, max: 366, sortable: false, aggregate: null }),
    max_flight_days: integer('Vuelo máximo (días)', { min: 1, max: 366, sortable: false, aggregate: null }),
    lead_time_days: integer('Anticipación (días)', {
      min: 0,
      max: 365,
      sortable: false,
      aggregate: null,
      hint: 'Hasta cuántos días antes del inicio se envía un presupuesto con este espacio.',
    }),
    min_spend: decimal('Inversión mínima', {
      scale: 2,
      min: 0,
      aggregate: null,
      hint: 'Neto de cada renglón, en la moneda del presupuesto.',
    }),
    ...kindFields,
    location: location('Ubicación', {
      latitude: 'latitude',
      longitude: 'longitude',
      category: 'status',
      centers: {
        space: { of: (): Resource => inventoryItems, label: 'Otro espacio' },
        point: { of: () => pointsOfInterest, label: 'Punto de interés' },
        kind: { of: () => pointsOfInterest, label: 'Cualquier punto de un tipo', by: 'kind' },
      },
      when: { field: 'kind', is: ['outdoor'] },
    }),
    target_age_ids: references('Edades', () => ageTargets),
    target_gender_id: reference('Género', () => genderTargets),
    target_nse_ids: references('Niveles socioeconómicos', () => nseTargets),
    reach: integer('Alcance', { min: 0, max: 1_000_000_000, sortable: false, aggregate: null }),
    reach_source: text('Fuente del alcance', { max: 120 }),
    reach_on: date('Fecha del estudio', { sortable: false }),
    restricted_industry_ids: references('Industrias que no admite', () => industries),
    tech_template_id: reference('Ficha técnica', () => techTemplates, {
      hint: 'Lo que se pide al cliente por lo que se vende en este espacio.',
    }),
    gl_account_id: reference('Cuenta de ingresos', () => glAccounts),
    photo: file('Foto', { accept: ['image/jpeg', 'image/png'] }),
    occupancy_pct: percent('Ocupación 30 d', {
      readOnly: true,
      computed: true,
      hint: 'De los próximos 30 días, cuánto está reservado o vendido.',
    }),
    usual_price_amount: money('Precio vigente', {
      currency: 'usual_price_currency',
      readOnly: true,
      computed: true,
      aggregate: null,
      width: 'wide',
      besides: ['usual_price_unit'],
      seenBy: { viewAll: 'prices.view_all' },
      hint: 'Por unidad, de la lista general que rige hoy.',
    }),
    usual_price_currency: choice('Moneda del precio', currencies, {
      readOnly: true,
      computed: true,
      isInternal: true,
      seenBy: { viewAll: 'prices.view_all' },
    }),
    usual_price_unit: choice('Unidad del precio', saleUnits, {
      readOnly: true,
      computed: true,
      isInternal: true,
      seenBy: { viewAll: 'prices.view_all' },
    }),
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
    'occupancy_pct',
    'usual_price_amount',
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
    'occupancy_pct',
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
    ...kindSections,
    {
      label: 'Condiciones de venta',
      fields: [
        'min_flight_days',
        'max_flight_days',
        'lead_time_days',
        'min_spend',
        'restricted_industry_ids',
        'tech_template_id',
        'gl_account_id',
      ],
      folded: true,
    },
    {
      label: 'Audiencia',
      fields: ['target_age_ids', 'target_gender_id', 'target_nse_ids', 'reach', 'reach_source', 'reach_on'],
      folded: true,
    },
    { label: 'Foto', fields: ['photo'], folded: true },
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
    change_days: {
      label: 'Cambiar la capacidad de unos días',
      done: 'Capacidad cambiada',
      fields: exceptionFields,
      changes: true,
      explanation:
        'Por temporada, feriado, evento o mantenimiento. Con capacidad 0 el espacio se cierra. No se puede por debajo de lo reservado o vendido.',
      undo: { by: 'log' },
    },
    set_price: {
      label: 'Poner precio en una lista',
      done: 'Precio puesto',
      permission: 'prices.update_all',
      fields: {
        price_list_id: reference('Lista de precios', () => priceLists, {
          required: true,
          only: { status: 'draft' },
          hint: 'Una lista en borrador.',
        }),
        unit: choice('Unidad', saleUnits, { required: true, initial: 'spot', width: 'short' }),
        unit_price: decimal('Precio', { scale: 6, required: true, min: 0 }),
        floor_price: decimal('Precio mínimo', { scale: 6, min: 0 }),
      },
      explanation: 'Agrega el precio del espacio a la lista, o cambia el que tiene en esa unidad.',
      undo: { never: 'Cambie el precio en su lista, que está en borrador.' },
    },
    add_breaks: {
      label: 'Crear cortes',
      done: 'Cortes creados',
      permission: 'inventory.create',
      guards: [isLinear],
      fields: {
        count: integer('Cuántos cortes', { required: true, initial: 4, min: 1, max: 48 }),
        first_at: time('Hora del primero', { required: true }),
        every_min: integer('Cada cuántos minutos', { required: true, initial: 15, min: 1, max: 720 }),
        seconds: integer('Segundos de cada corte', { required: true, initial: 180, min: 1, max: 7200 }),
      },
      single: true,
      rare: true,
      explanation:
        'Crea un espacio para cada corte dentro de este. Lo que se vende en un corte también se descuenta de este espacio.',
      undo: { never: 'Archive los cortes que sobren.' },
    },
    copy: {
      label: 'Copiar',
      done: 'Espacio copiado',
      permission: 'inventory.create',
      fields: { code, name },
      single: true,
      explanation: 'Hace otro espacio en borrador con los mismos datos, sin su foto ni sus excepciones.',
      undo: { by: 'log' },
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
  rules: [flightBounds, wholePlace, slotInLoop, sourcedReach],
});
