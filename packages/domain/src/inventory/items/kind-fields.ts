import { adArticles, programs, schedules, timeSlots } from '../../catalogues/inventory.ts';
import { localities } from '../../catalogues/places.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import type { Fields } from '../../kinds/kind.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { text } from '../../kinds/text.ts';
import { time } from '../../kinds/time.ts';
import { yesNo } from '../../kinds/yes-no.ts';

/** Kinds of spaces: each has its own fields and section (domain §1.7). */
export const itemKinds = {
  linear: 'Radio o televisión',
  outdoor: 'Exterior',
  print: 'Impreso',
  digital: 'Digital',
  event: 'Evento',
  service: 'Servicio',
  other: 'Otra',
} as const;

export type ItemKind = keyof typeof itemKinds;

/** Kinds of venues of outdoor faces, by their OpenOOH code (IAB Tech Lab, OpenOOH venue taxonomy 1.1). */
export const venueTypes = {
  1: 'Transporte',
  2: 'Comercio',
  301: 'Valla',
  302: 'Panel urbano',
  303: 'Parada de autobús',
  304: 'Espectacular',
  306: 'Valla móvil',
  307: 'Techo de vehículo',
  308: 'Aérea',
  309: 'Cargador eléctrico',
  4: 'Salud y belleza',
  5: 'Punto de atención médica',
  6: 'Educación',
  7: 'Edificio de oficinas',
  8: 'Entretenimiento',
  9: 'Gobierno',
  10: 'Financiero',
  11: 'Residencial',
} as const;

/** How digital spaces are charged. */
export const costModels = {
  cpm: 'Por mil impresiones (CPM)',
  cpc: 'Por clic (CPC)',
  cpd: 'Por día (CPD)',
  flat: 'Fijo',
  cpv: 'Por vista (CPV)',
} as const;

/** Days of a month, with the last one. */
const monthDays: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from({ length: 31 }, (_, index) => [String(index + 1), String(index + 1)])),
  last: 'Último',
};

const of = (...kinds: readonly ItemKind[]) => ({ when: { field: 'kind', is: kinds } }) as const;
const linear = of('linear');
const outdoor = of('outdoor');
const print = of('print');
const digital = of('digital');
const event = of('event');
const screen = { when: { field: 'face_type', is: ['digital'] } } as const;

const meters = (label: string) =>
  decimal(label, { scale: 2, min: 0, max: 1000, width: 'short', aggregate: null, ...outdoor });
const degrees = (label: string, most: number) =>
  decimal(label, { scale: 6, min: -most, max: most, width: 'short', aggregate: null, ...outdoor });
const count = (label: string, when: object, hint?: string) =>
  integer(label, {
    min: 0,
    max: 1_000_000_000,
    sortable: false,
    aggregate: null,
    ...when,
    ...(hint !== undefined && { hint }),
  });

const linearFields = {
  program_id: reference('Programa', () => programs, {
    ...linear,
    filter: { subdivision_id: 'subdivision_id' },
  }),
  time_slot_id: reference('Franja horaria', () => timeSlots, {
    ...linear,
    filter: { platform_id: 'platform_id' },
  }),
  schedule_id: reference('Horario', () => schedules, linear),
  break_no: integer('Corte n.º', { min: 1, max: 200, sortable: false, aggregate: null, ...linear }),
  airs_at: time('Hora del corte', { sortable: false, ...linear }),
  allowed_article_ids: references('Servicios que admite', () => adArticles, {
    filter: { platform_id: 'platform_id' },
    hint: 'Vacío: todos los de su plataforma.',
    ...linear,
  }),
};

const outdoorFields = {
  face_type: choice(
    'Cara',
    { static: 'Fija', digital: 'Digital (DOOH)' },
    { required: true, initial: 'static', width: 'short', ...outdoor },
  ),
  venue_type: choice('Lugar (OpenOOH)', venueTypes, outdoor),
  locality_id: reference('Localidad', () => localities, outdoor),
  address: text('Dirección', { max: 300, width: 'wide', ...outdoor }),
  latitude: degrees('Latitud', 90),
  longitude: degrees('Longitud', 180),
  facing: text('Orientación', {
    max: 60,
    width: 'short',
    placeholder: 'Hacia el norte, sentido aeropuerto',
    ...outdoor,
  }),
  width_m: meters('Ancho (m)'),
  height_m: meters('Alto (m)'),
  illuminated: yesNo('Iluminado', outdoor),
  material: text('Material', { max: 60, width: 'short', placeholder: 'Lona, vinilo', ...outdoor }),
  structure: choice(
    'Estructura',
    {
      unipole: 'Unipolar',
      multipole: 'De varias columnas',
      facade: 'Fachada o muro',
      rooftop: 'Azotea',
      bridge: 'Puente',
      street_furniture: 'Mobiliario urbano',
      vehicle: 'Vehículo',
      indoor: 'Interior',
    },
    { width: 'short', ...outdoor },
  ),
  traffic_daily: count(
    'Tránsito diario',
    outdoor,
    'Personas o vehículos que pasan en un día, según su fuente.',
  ),
  permit_no: text('Permiso', { max: 40, width: 'short', ...outdoor }),
  permit_until: date('Permiso vigente hasta', {
    hint: 'Después de ese día el espacio no se vende.',
    ...outdoor,
  }),
  loop_sec: integer('Ciclo (s)', {
    min: 1,
    max: 86_400,
    required: true,
    sortable: false,
    aggregate: null,
    hint: 'Lo que dura una vuelta de todos los anuncios.',
    ...screen,
  }),
  slot_sec: integer('Anuncio (s)', {
    min: 1,
    max: 3600,
    required: true,
    sortable: false,
    aggregate: null,
    ...screen,
  }),
  opens_at: time('Encendida desde', { sortable: false, ...screen }),
  closes_at: time('Encendida hasta', { sortable: false, ...screen }),
};

const printFields = {
  publication: text('Publicación', { max: 120, ...print }),
  print_section: text('Sección', { max: 80, ...print }),
  month_days: choices('Ediciones, días del mes', monthDays, {
    hint: 'Para lo que no sale por días de la semana, como una revista mensual. Vacío: rigen los días de la semana.',
    ...print,
  }),
  page_parity: choice(
    'Página',
    { any: 'Cualquiera', odd: 'Impar', even: 'Par', cover: 'Portada', back: 'Contraportada' },
    { width: 'short', ...print },
  ),
  size: text('Medida', { max: 40, width: 'short', placeholder: '6 col. × 25 cm', ...print }),
  color: choice(
    'Color',
    { full: 'A todo color', black: 'Blanco y negro', spot: 'Un color' },
    { width: 'short', ...print },
  ),
  closing_days: integer('Cierre (días antes)', {
    min: 0,
    max: 365,
    sortable: false,
    aggregate: null,
    hint: 'Hasta cuántos días antes de la edición se envía un presupuesto con este espacio.',
    ...print,
  }),
};

const digitalFields = {
  site: text('Sitio o aplicación', { max: 160, ...digital }),
  sizes: tags('Medidas', {
    longest: 20,
    most: 20,
    hint: 'En píxeles: 300×250.',
    ...digital,
  }),
  cost_model: choice('Se cobra', costModels, { width: 'short', ...digital }),
  est_daily_imps: count('Impresiones diarias estimadas', digital),
};

const eventFields = {
  venue: text('Lugar del evento', { max: 160, ...event }),
  attendance: count('Asistencia esperada', event),
};

/** A kind-dependent section of a space. Which fields a kind has is data: nothing else asks for the kind. */
interface KindSection {
  readonly label: string;
  readonly fields: Fields;
}

const sections = {
  linear: { label: 'Programación', fields: linearFields },
  outdoor: { label: 'Cara', fields: outdoorFields },
  print: { label: 'Impreso', fields: printFields },
  digital: { label: 'Digital', fields: digitalFields },
  event: { label: 'Evento', fields: eventFields },
} satisfies Partial<Record<ItemKind, KindSection>>;

/** The fields that only spaces of one kind have. */
export const kindFields = {
  ...linearFields,
  ...outdoorFields,
  ...printFields,
  ...digitalFields,
  ...eventFields,
};

/** The sections of a space by its kind; a section without a field of the kind is not shown. */
export const kindSections = Object.values(sections).map(({ label, fields }) => ({
  label,
  fields: Object.keys(fields),
}));
