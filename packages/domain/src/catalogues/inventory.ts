import { taxRates } from '../finance/tax-rate.ts';
import { choice, choices } from '../kinds/choice.ts';
import { dateRange } from '../kinds/date-range.ts';
import { decimal, integer } from '../kinds/number.ts';
import { reference, references } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import { time } from '../kinds/time.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { type Catalogue, catalogue } from './catalogue.ts';
import { color, icon, weekdayNames } from './choices.ts';
import { industries } from './crm.ts';
import { subdivisions } from './organization.ts';

/** Units of capacity (domain §1.7). */
export const capacityUnits = {
  spots: 'Cuñas',
  seconds: 'Segundos',
  faces: 'Caras',
  impressions: 'Impresiones',
  sov_pct: 'Parte de la voz (%)',
  modules: 'Módulos',
  column_cm: 'Columna por centímetro',
  pages: 'Páginas',
  mentions: 'Menciones',
  hours: 'Horas',
  days: 'Días',
} as const;

/** Units in which articles are sold. */
export const saleUnits = {
  spot: 'Cuña',
  mention: 'Mención',
  hour: 'Hora',
  unit: 'Unidad',
  face_month: 'Cara al mes',
  face_fortnight: 'Cara por 14 días',
  week: 'Semana',
  month: 'Mes',
  day: 'Día',
  page: 'Página',
  module: 'Módulo',
  column_cm: 'Columna por centímetro',
  thousand: 'Millar',
  cpm: 'Mil impresiones (CPM)',
  post: 'Publicación',
  send: 'Envío',
  episode: 'Episodio',
  showing: 'Función',
  square_meter: 'Metro cuadrado',
  service: 'Servicio',
} as const;

/** Media in which space is sold. */
export const platforms = catalogue(
  'platforms',
  'plataformas',
  { one: 'Plataforma', many: 'Plataformas', gender: 'f' },
  {
    media: choice(
      'Medio',
      {
        tv: 'Televisión',
        radio: 'Radio',
        ooh: 'Exterior',
        print: 'Impreso',
        digital: 'Digital',
        cinema: 'Cine',
        event: 'Evento',
        production: 'Producción',
      },
      { required: true, initial: 'digital' },
    ),
    default_unit: choice('Unidad usual', capacityUnits),
    linear: yesNo('Lineal'),
    icon: icon(),
    color: color(),
  },
);

/** Classes of spaces within a platform. */
export const inventoryCategories: Catalogue = catalogue(
  'inventory_categories',
  'categorias-inventario',
  { one: 'Categoría de inventario', many: 'Categorías de inventario', gender: 'f' },
  {
    platform_id: reference('Plataforma', () => platforms, { required: true }),
    parent_id: reference('Pertenece a', () => inventoryCategories, {
      filter: { platform_id: 'platform_id' },
    }),
    capacity_unit: choice('Unidad de capacidad', capacityUnits),
    openooh_code: text('Código OpenOOH', { max: 10, pattern: /^\d{1,6}$/, width: 'short' }),
  },
  { within: ['platform_id', 'parent_id'] },
);

/** Articles for sale: a spot of 30 seconds, a face for a month, a banner. */
export const adArticles = catalogue(
  'ad_articles',
  'articulos-publicitarios',
  { one: 'Artículo publicitario', many: 'Artículos publicitarios', gender: 'm' },
  {
    platform_id: reference('Plataforma', () => platforms, { required: true }),
    unit: choice('Unidad', saleUnits, { required: true, initial: 'unit' }),
    duration_sec: integer('Duración (s)', { min: 1, max: 7200 }),
    duration_factor: decimal('Factor a 30 s', { scale: 4, min: 0, max: 100 }),
    size: text('Medida', { max: 40, width: 'short', placeholder: '300×250' }),
    is_commissionable: yesNo('Genera comisión', { initial: true }),
    tax_rate_id: reference('Impuesto', () => taxRates, { hint: 'Vacío: el de la compañía que factura.' }),
  },
  { within: ['platform_id'] },
);

/** Conditions of a space: paid, bonus, barter… */
export const adClassifications = catalogue(
  'ad_classifications',
  'clasificacion-pauta',
  { one: 'Clasificación de pauta', many: 'Clasificaciones de pauta', gender: 'f' },
  {
    is_billable: yesNo('Se factura', { initial: true }),
    counts_for_goal: yesNo('Cuenta para la meta', { initial: true }),
    counts_capacity: yesNo('Ocupa capacidad', { initial: true }),
    needs_approval: yesNo('Pide aprobación'),
    is_political: yesNo('Es política', {
      hint: 'Sus contratos usan una lista de precios política y se pauta solo lo cobrado.',
    }),
    priority: integer('Prioridad', {
      min: 1,
      max: 10,
      required: true,
      initial: 5,
      hint: '1 es la más alta.',
    }),
    color: color(),
  },
);

/** How a contracted volume is consumed, and when it is billed. */
export const consumptionTypes = catalogue(
  'consumption_types',
  'tipos-consumo',
  { one: 'Tipo de consumo', many: 'Tipos de consumo', gender: 'm' },
  {
    schedule_mode: choice(
      'Consumo',
      { scheduled: 'Calendarizado', pool: 'Bolsa', on_demand: 'Por demanda' },
      { required: true, initial: 'scheduled' },
    ),
    billing_mode: choice(
      'Facturación',
      {
        on_schedule: 'Según el calendario',
        on_consumption: 'Según el consumo',
        monthly: 'Mensual lineal',
        upfront: 'Por adelantado',
      },
      { required: true, initial: 'on_schedule' },
    ),
    expires: yesNo('Vence'),
  },
);

const everyDay = Object.keys(weekdayNames);

const window = {
  starts: time('Empieza', { required: true }),
  ends: time('Termina', {
    required: true,
    hint: 'Antes o igual que el inicio: termina al día siguiente.',
  }),
  days: choices('Días', weekdayNames, { required: true, initial: everyDay, width: 'short' }),
};

/** Programs of linear media; their hours are rows of `schedules`. */
export const programs = catalogue(
  'programs',
  'programas',
  { one: 'Programa', many: 'Programas', gender: 'm' },
  {
    subdivision_id: reference('Canal o emisora', () => subdivisions, { required: true }),
    genre: choice(
      'Género',
      {
        news: 'Noticias',
        politics: 'Política',
        sports: 'Deportes',
        entertainment: 'Entretenimiento',
        fiction: 'Ficción',
        movies: 'Cine',
        music: 'Música',
        food: 'Cocina',
        family: 'Familia',
        kids: 'Infantil',
        education: 'Educación',
        business: 'Negocios',
        health: 'Salud',
        religion: 'Religión',
        travel: 'Viajes',
        other: 'Otro',
      },
      { required: true, initial: 'entertainment' },
    ),
    host: text('Conducción', { max: 120 }),
    run_type: choice(
      'Emisión',
      { premiere: 'Estreno', regular: 'Regular', rerun: 'Repetición' },
      { required: true, initial: 'regular' },
    ),
    consumption_mode: choice(
      'Se ve',
      { live: 'En vivo', on_demand: 'Bajo demanda', both: 'En vivo y bajo demanda' },
      { required: true, initial: 'live' },
    ),
    is_live: yesNo('Se transmite en directo'),
    rating: decimal('Rating', { scale: 2, min: 0, max: 100 }),
    age_rating: choice('Clasificación por edad', {
      all: 'Todo público',
      7: 'Desde 7 años',
      12: 'Desde 12 años',
      16: 'Desde 16 años',
      18: 'Solo adultos',
    }),
    restricted_industry_ids: references('Industrias que no admite', () => industries),
    valid: dateRange('Vigencia'),
  },
  { within: ['subdivision_id'], hidden: ['consumption_mode', 'rating'] },
);

/** Weekly time ranges: dayparts, and the hours of programs. They may cross midnight. */
export const schedules = catalogue(
  'schedules',
  'horarios',
  { one: 'Horario', many: 'Horarios', gender: 'm' },
  { ...window, program_id: reference('Programa', () => programs) },
  { within: ['program_id'] },
);

/** Dayparts of a platform with their price factors. Two dayparts of one platform never overlap. */
export const timeSlots = catalogue(
  'time_slots',
  'franjas-horarias',
  { one: 'Franja horaria', many: 'Franjas horarias', gender: 'f' },
  {
    platform_id: reference('Plataforma', () => platforms, { required: true }),
    ...window,
    is_prime: yesNo('Estelar'),
    is_rotating: yesNo('Rotativa', {
      hint: 'Se emite en cualquier momento de su horario; puede abarcar otras franjas.',
    }),
    price_factor: decimal('Factor de precio', {
      scale: 4,
      min: 0,
      max: 100,
      required: true,
      initial: '1.0000',
    }),
    color: color(),
  },
  { within: ['platform_id'] },
);
