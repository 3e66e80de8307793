const workdays = ['1', '2', '3', '4', '5'];
const weekend = ['6', '7'];
const everyDay = [...workdays, ...weekend];

/** A program of a channel or station. */
export interface DemoProgram {
  readonly station: string;
  readonly name: string;
  readonly genre: string;
  readonly days: readonly string[];
  /** The hours at which it starts and ends. */
  readonly from: number;
  readonly to: number;
  readonly isLive?: true;
  readonly age?: string;
}

/** Programs of the channels: each is an hour with its own breaks. */
export const televisionPrograms: readonly DemoProgram[] = [
  {
    station: 'Canal 8',
    name: 'Noticiero Antillano',
    genre: 'news',
    days: workdays,
    from: 19,
    to: 20,
    isLive: true,
  },
  {
    station: 'Canal 8',
    name: 'Gran Teatro',
    genre: 'fiction',
    days: everyDay,
    from: 20,
    to: 21,
    age: '12',
  },
  {
    station: 'Canal 8',
    name: 'Despierta Quisqueya',
    genre: 'entertainment',
    days: workdays,
    from: 7,
    to: 8,
    isLive: true,
  },
  {
    station: 'Canal 8',
    name: 'Mesa de Mediodía',
    genre: 'politics',
    days: workdays,
    from: 12,
    to: 13,
    isLive: true,
  },
  { station: 'Canal 8', name: 'Tarde de Cine', genre: 'movies', days: weekend, from: 15, to: 16, age: '12' },
  { station: 'Canal 8', name: 'Cocina con Sazón', genre: 'food', days: workdays, from: 10, to: 11 },
  { station: 'Canal 8 HD', name: 'Pequeños Gigantes', genre: 'kids', days: weekend, from: 9, to: 10 },
  { station: 'Canal 8 HD', name: 'Ruta Verde', genre: 'travel', days: weekend, from: 16, to: 17 },
  {
    station: 'Canal 8 HD',
    name: 'Acceso Total',
    genre: 'entertainment',
    days: workdays,
    from: 18,
    to: 19,
    isLive: true,
  },
  {
    station: 'Canal 8 HD',
    name: 'Series de la Noche',
    genre: 'fiction',
    days: everyDay,
    from: 22,
    to: 23,
    age: '16',
  },
  {
    station: 'Antillana Deportes',
    name: 'Deporte al Día',
    genre: 'sports',
    days: workdays,
    from: 12,
    to: 13,
    isLive: true,
  },
  {
    station: 'Antillana Deportes',
    name: 'Fútbol del Domingo',
    genre: 'sports',
    days: ['7'],
    from: 14,
    to: 15,
    isLive: true,
  },
  {
    station: 'Antillana Deportes',
    name: 'La Previa',
    genre: 'sports',
    days: everyDay,
    from: 18,
    to: 19,
    isLive: true,
  },
  {
    station: 'Antillana Deportes',
    name: 'Béisbol en Directo',
    genre: 'sports',
    days: everyDay,
    from: 19,
    to: 20,
    isLive: true,
  },
];

/** Programs of the radio stations: the breaks of their hours belong to them. */
export const radioPrograms: readonly DemoProgram[] = [
  {
    station: 'Ritmo 98.5',
    name: 'El Madrugón',
    genre: 'entertainment',
    days: everyDay,
    from: 6,
    to: 9,
    isLive: true,
  },
  { station: 'Ritmo 98.5', name: 'Merengue y Más', genre: 'music', days: everyDay, from: 12, to: 14 },
  {
    station: 'Ritmo 98.5',
    name: 'La Hora del Tapón',
    genre: 'entertainment',
    days: everyDay,
    from: 17,
    to: 20,
    isLive: true,
  },
  {
    station: 'La Nota 102.1',
    name: 'Café con Nota',
    genre: 'entertainment',
    days: everyDay,
    from: 6,
    to: 9,
    isLive: true,
  },
  { station: 'La Nota 102.1', name: 'Baladas de Siempre', genre: 'music', days: everyDay, from: 20, to: 24 },
  {
    station: 'Noticias 910 AM',
    name: 'Primera Emisión',
    genre: 'news',
    days: everyDay,
    from: 6,
    to: 9,
    isLive: true,
  },
  {
    station: 'Noticias 910 AM',
    name: 'Tribuna del Mediodía',
    genre: 'politics',
    days: everyDay,
    from: 12,
    to: 14,
    isLive: true,
  },
  {
    station: 'Noticias 910 AM',
    name: 'Cierre de Mercado',
    genre: 'business',
    days: everyDay,
    from: 17,
    to: 19,
    isLive: true,
  },
  {
    station: 'Brisa 94.7',
    name: 'Amanecer Cibaeño',
    genre: 'entertainment',
    days: everyDay,
    from: 6,
    to: 9,
    isLive: true,
  },
  { station: 'Brisa 94.7', name: 'Bachata Brava', genre: 'music', days: everyDay, from: 14, to: 17 },
];
