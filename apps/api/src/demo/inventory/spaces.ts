import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';

/** A space, with what deciding whether it can be held takes. */
export interface DemoSpace {
  readonly id: string;
  readonly row: Row;
  readonly capacity: number;
  readonly unit: string;
  readonly days: readonly string[];
  /** Last day of its permit, after which it is not sold. */
  readonly until: string | null;
  /** Its ancestors and itself. */
  readonly path: readonly string[];
}

interface Codes {
  readonly stations: readonly {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly kind: string;
  }[];
  readonly categories: ReadonlyMap<string, { readonly id: string; readonly platform_id: string }>;
  readonly articles: ReadonlyMap<string, string>;
  readonly slots: readonly {
    readonly id: string;
    readonly platform: string;
    readonly code: string;
    readonly name: string;
    readonly starts: number;
    readonly ends: number;
    readonly is_prime: boolean;
    readonly is_rotating: boolean;
  }[];
}

const readCodes = async (tx: Transaction): Promise<Codes> => {
  const stations = await tx.query<Codes['stations'][number]>(sql`
    SELECT id, code, name, kind FROM subdivisions WHERE code LIKE 'ANT-%' ORDER BY code`);
  const categories = await tx.query<{ code: string; id: string; platform_id: string }>(
    sql`SELECT code, id, platform_id FROM inventory_categories`,
  );
  const articles = await tx.query<{ code: string; id: string }>(sql`SELECT code, id FROM ad_articles`);
  const slots = await tx.query<Codes['slots'][number]>(sql`
    SELECT t.id, p.code AS platform, t.code, t.name, extract(hour FROM t.starts)::integer AS starts,
      CASE WHEN t.ends <= t.starts THEN 24 ELSE extract(hour FROM t.ends)::integer END AS ends, t.is_prime, t.is_rotating
    FROM time_slots t JOIN platforms p ON p.id = t.platform_id WHERE t.archived_at IS NULL ORDER BY t.starts, t.code`);
  return {
    stations,
    categories: new Map(categories.map((row) => [row.code, row])),
    articles: new Map(articles.map(({ code, id }) => [code, id])),
    slots,
  };
};

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];
const workdays = ['1', '2', '3', '4', '5'];

/** Seconds of advertising an hour: twelve minutes. */
const secondsAnHour = 720;

/** Streets of Santo Domingo with the degrees of a place on them. */
const streets = [
  ['Av. 27 de Febrero', 18.47, -69.927],
  ['Av. Winston Churchill', 18.4665, -69.942],
  ['Av. Abraham Lincoln', 18.462, -69.933],
  ['Av. John F. Kennedy', 18.485, -69.94],
  ['Autopista Duarte', 18.509, -69.99],
  ['Av. Luperón', 18.448, -69.979],
  ['Av. George Washington', 18.46, -69.906],
  ['Av. Máximo Gómez', 18.479, -69.908],
  ['Autopista Las Américas', 18.486, -69.85],
  ['Av. Charles de Gaulle', 18.526, -69.84],
  ['Av. Independencia', 18.4565, -69.935],
  ['Av. Núñez de Cáceres', 18.469, -69.956],
] as const;

const squares = [
  'Monumento',
  'Plaza Central',
  'Las Carreras',
  'Estrella Sadhalá',
  'Juan Pablo Duarte',
  'Bartolomé Colón',
] as const;

/** Programs of the demonstration channel: name, genre, daypart and days. */
const programs = [
  ['Noticiero Antillano', 'news', 'ESTELAR', workdays],
  ['Gran Teatro', 'fiction', 'ESTELAR', everyDay],
  ['Despierta Quisqueya', 'entertainment', 'DESPERTADOR', workdays],
  ['Mesa de Mediodía', 'politics', 'MEDIODIA', workdays],
  ['Tarde de Cine', 'movies', 'TARDE', ['6', '7']],
] as const;

interface SpaceOptions {
  readonly station: Codes['stations'][number];
  readonly category: string;
  readonly name: string;
  readonly unit: string;
  readonly capacity: number;
  readonly parent?: DemoSpace;
  readonly days?: readonly string[];
  readonly more?: Row;
}

const columns = {
  kind: 'linear',
  ad_article_id: null,
  program_id: null,
  time_slot_id: null,
  address: null,
  latitude: null,
  longitude: null,
  facing: null,
  width_m: null,
  height_m: null,
  illuminated: false,
  permit_no: null,
  permit_until: null,
  size: null,
} satisfies Row;

/**
 * Spaces of the stations of the media group: rotations, dayparts, programs and breaks of radio and television, faces and
 * screens, and digital spaces. Returns those that are on sale.
 */
export const insertSpaces = async (tx: Transaction, random: Random, today: Date): Promise<DemoSpace[]> => {
  const codes = await readCodes(tx);
  const made: DemoSpace[] = [];
  const rows: Row[] = [];
  const programRows: Row[] = [];
  const counts = new Map<string, number>();

  const add = ({
    station,
    category,
    name,
    unit,
    capacity,
    parent,
    days = everyDay,
    more = {},
  }: SpaceOptions): DemoSpace => {
    const of = codes.categories.get(category);
    if (!of) throw new Error(`there is no category ${category}`);
    const count = (counts.get(station.code) ?? 0) + 1;
    counts.set(station.code, count);
    const id = random.id(today);
    const row = {
      ...columns,
      id,
      code: `${station.code}-${String(count).padStart(3, '0')}`,
      name,
      status: 'active',
      platform_id: of.platform_id,
      inventory_category_id: of.id,
      subdivision_id: station.id,
      capacity_unit: unit,
      capacity,
      parent_id: parent?.id ?? null,
      days,
      ...more,
    };
    rows.push(row);
    const until = (more.permit_until as string | undefined) ?? null;
    const space = { id, row, capacity, unit, days, until, path: [...(parent?.path ?? []), id] };
    if (row.status === 'active') made.push(space);
    return space;
  };

  const addStation = (station: Codes['stations'][number], platform: 'TV' | 'RADIO'): void => {
    const article = codes.articles.get(`${platform}-CUNA-30`) ?? null;
    const parts = codes.slots.filter(
      (slot) => slot.platform === platform && !slot.is_rotating && slot.starts >= 6,
    );
    const hours = parts.reduce((sum, { starts, ends }) => sum + ends - starts, 0);
    const [regular, prime] = platform === 'TV' ? ['TV-CORTE', 'TV-ESTELAR'] : ['RADIO-TANDA', 'RADIO-PRIME'];
    const linear = { unit: 'seconds', station, more: { ad_article_id: article } };
    const rotation = add({
      ...linear,
      category: regular,
      name: 'Rotativo 06:00–24:00',
      capacity: hours * secondsAnHour,
    });
    for (const slot of parts) {
      const category = slot.is_prime ? prime : regular;
      const more = { ad_article_id: article, time_slot_id: slot.id };
      const daypart = add({
        ...linear,
        category,
        name: slot.name,
        capacity: (slot.ends - slot.starts) * secondsAnHour,
        parent: rotation,
        more,
      });
      const own =
        platform === 'TV' && station.code.endsWith('-1')
          ? programs.filter(([, , code]) => slot.code === `TV-${code}`)
          : [];
      for (const [name, genre, , days] of own) {
        const programId = random.id(today);
        programRows.push({
          id: programId,
          code: `ANT-${programRows.length + 1}`,
          name,
          subdivision_id: station.id,
          genre,
          sort_order: 300 + programRows.length,
        });
        const program = add({
          ...linear,
          category: 'TV-ESTELAR',
          name,
          capacity: secondsAnHour,
          parent: daypart,
          days,
          more: { ...more, program_id: programId },
        });
        for (const number of [1, 2, 3]) {
          add({
            ...linear,
            category: 'TV-ESTELAR',
            name: `${name}, corte ${number}`,
            capacity: 180,
            parent: program,
            days,
            more: { ...more, program_id: programId },
          });
        }
      }
      if (platform === 'TV') continue;
      for (let hour = slot.starts; hour < slot.ends; hour += 1) {
        add({
          ...linear,
          category,
          name: `Tanda ${String(hour).padStart(2, '0')}:20`,
          capacity: 180,
          parent: daypart,
          more,
        });
      }
    }
  };

  const dayIn = (days: number): string =>
    new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const addFaces = (station: Codes['stations'][number]): void => {
    for (const [place, [street, latitude, longitude]] of streets.entries()) {
      for (const side of ['A', 'B'] as const) {
        add({
          station,
          category: place % 3 === 0 ? 'OOH-CARRETERA' : 'OOH-URBANA',
          name: `${street}, cara ${side}`,
          unit: 'faces',
          capacity: 1,
          more: {
            kind: 'outdoor',
            ad_article_id: codes.articles.get('VALLA') ?? null,
            address: `${street} esquina ${random.pick(streets)[0]}`,
            latitude: (latitude + random.integer(0, 60) / 30_000).toFixed(6),
            longitude: (longitude + random.integer(0, 110) / 30_000).toFixed(6),
            facing: side === 'A' ? 'Sentido este' : 'Sentido oeste',
            width_m: '12.00',
            height_m: '4.00',
            illuminated: random.chance(70),
            permit_no: `ADN-${1000 + place * 2 + (side === 'A' ? 0 : 1)}`,
            permit_until: dayIn(place === 4 ? 25 : 200 + place * 20),
            ...(place === 9 && side === 'B' && { status: 'maintenance' }),
          },
        });
      }
    }
  };
  const addScreens = (station: Codes['stations'][number]): void => {
    for (const square of squares) {
      add({
        station,
        category: 'DOOH-LED',
        name: `Pantalla ${square}`,
        unit: 'spots',
        capacity: 8,
        more: {
          kind: 'outdoor',
          ad_article_id: codes.articles.get('LED-10') ?? null,
          address: `${square}, Santiago`,
          width_m: '8.00',
          height_m: '5.00',
          illuminated: true,
        },
      });
    }
  };
  const addSite = (station: Codes['stations'][number]): void => {
    const digital = (
      name: string,
      category: string,
      unit: string,
      capacity: number,
      size: string | null,
      article: string,
    ): void => {
      add({
        station,
        category,
        name,
        unit,
        capacity,
        more: { kind: 'digital', size, ad_article_id: codes.articles.get(article) ?? null },
      });
    };
    digital('Portada 970×250', 'DIG-DISPLAY', 'impressions', 200_000, '970×250', 'BANNER-970X250');
    digital('Artículo 300×250', 'DIG-DISPLAY', 'impressions', 450_000, '300×250', 'BANNER-300X250');
    digital('Video antes de la nota', 'DIG-VIDEO', 'impressions', 60_000, null, 'PREROLL-15');
    digital('Toma de portada', 'DIG-TAKEOVER', 'days', 1, null, 'TAKEOVER');
  };

  for (const station of codes.stations) {
    if (station.kind === 'channel') addStation(station, 'TV');
    else if (station.kind === 'station') addStation(station, 'RADIO');
    else if (station.kind === 'site') addSite(station);
    else if (station.name.startsWith('Pantallas')) addScreens(station);
    else addFaces(station);
  }
  await insertRows(tx, 'programs', programRows);
  // A space must be inserted after the one that contains it.
  await insertRows(tx, 'inventory_items', rows);
  return made;
};
