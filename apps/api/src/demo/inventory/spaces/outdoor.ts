import type { Row } from '../../insert-rows.ts';
import { alongRoad, divide } from './along-road.ts';
import { type Road, roads } from './roads.ts';
import type { SpaceMaker, Station } from './space-maker.ts';

/** A kind of structure with two faces, one for each direction of the traffic. */
interface Format {
  readonly category: string;
  readonly venue: string;
  readonly structure: string;
  readonly width: number;
  readonly height: number;
  readonly material: string;
  /** Of a hundred structures. */
  readonly share: number;
}

const highway: readonly Format[] = [
  {
    category: 'OOH-CARRETERA',
    venue: '301',
    structure: 'unipole',
    width: 14.6,
    height: 4.3,
    material: 'Lona',
    share: 70,
  },
  {
    category: 'OOH-CARRETERA',
    venue: '301',
    structure: 'multipole',
    width: 12,
    height: 4,
    material: 'Lona',
    share: 24,
  },
  {
    category: 'OOH-MEGA',
    venue: '304',
    structure: 'unipole',
    width: 20,
    height: 10,
    material: 'Lona',
    share: 6,
  },
];

const street: readonly Format[] = [
  {
    category: 'OOH-URBANA',
    venue: '301',
    structure: 'unipole',
    width: 12,
    height: 4,
    material: 'Lona',
    share: 58,
  },
  {
    category: 'OOH-URBANA',
    venue: '301',
    structure: 'rooftop',
    width: 10,
    height: 5,
    material: 'Lona',
    share: 16,
  },
  {
    category: 'OOH-MURO',
    venue: '301',
    structure: 'facade',
    width: 8,
    height: 12,
    material: 'Vinilo',
    share: 12,
  },
  {
    category: 'OOH-PUENTE',
    venue: '301',
    structure: 'bridge',
    width: 15,
    height: 2,
    material: 'Lona',
    share: 10,
  },
  {
    category: 'OOH-MEGA',
    venue: '304',
    structure: 'unipole',
    width: 18,
    height: 9,
    material: 'Lona',
    share: 4,
  },
];

const furniture: readonly Format[] = [
  {
    category: 'OOH-MUPI',
    venue: '302',
    structure: 'street_furniture',
    width: 1.2,
    height: 1.75,
    material: 'Vinilo',
    share: 62,
  },
  {
    category: 'OOH-PARADA',
    venue: '303',
    structure: 'street_furniture',
    width: 1.2,
    height: 1.75,
    material: 'Vinilo',
    share: 38,
  },
];

const formatAt = (formats: readonly Format[], percent: number): Format => {
  let left = percent;
  for (const format of formats) {
    left -= format.share;
    if (left <= 0) return format;
  }
  throw new Error('the shares of formats are a hundred');
};

/** Prefix of the permits that the council of a province gives. */
const councils: Readonly<Record<string, string>> = { 'DO-01': 'ADN', 'DO-32': 'ASD', 'DO-25': 'AMS' };

/** What every fixed face on a road has. */
export const placeOn = (maker: SpaceMaker, road: Road, part: number, side: 0 | 1): Row => {
  const { latitude, longitude, winds } = alongRoad(road, part);
  return {
    kind: 'outdoor',
    locality_id: maker.idOf(road.province),
    address: `${road.name}, ${road.place}`,
    latitude: latitude.toFixed(6),
    longitude: longitude.toFixed(6),
    facing: `Sentido ${winds[side]}`,
    traffic_daily: road.traffic * 1000 + maker.random.integer(-60, 60) * 100,
  };
};

interface Circuit {
  readonly station: Station;
  readonly formats: (road: Road) => readonly Format[];
  readonly nameOf: (road: Road, place: number, km: number, category: string) => string;
  readonly article: string;
}

const addStructures = (
  maker: SpaceMaker,
  { station, formats, nameOf, article }: Circuit,
  chosen: readonly Road[],
  count: number,
): void => {
  const { random } = maker;
  const parts = divide(
    count,
    chosen.map(({ weight }) => weight),
  );
  let made = 0;
  for (const [index, road] of chosen.entries()) {
    const structures = parts[index] ?? 0;
    for (let place = 0; place < structures; place += 1) {
      made += 1;
      const part = (place + 0.5 + random.integer(-25, 25) / 100) / structures;
      const { category, venue, structure, width, height, material } = formatAt(
        formats(road),
        random.integer(1, 100),
      );
      const name = nameOf(road, place + 1, (road.km ?? 0) + alongRoad(road, part).km, category);
      const illuminated = random.chance(70);
      for (const side of [0, 1] as const)
        maker.add({
          station,
          category,
          name: `${name}, cara ${side === 0 ? 'A' : 'B'}`,
          unit: 'faces',
          capacity: 1,
          article,
          more: {
            ...placeOn(maker, road, part, side),
            venue_type: venue,
            width_m: width.toFixed(2),
            height_m: height.toFixed(2),
            illuminated,
            material,
            structure,
            permit_no: `${councils[road.province] ?? 'AYT'}-${station.code.at(-1)}${String(1000 + made * 2 + side)}`,
            // Some end soon, so that the list of permits to renew has rows.
            permit_until: maker.dayIn(made % 40 === 5 ? 25 : 200 + (made % 20) * 20),
            min_flight_days: 14,
            lead_time_days: 4,
            ...(made % 60 === 10 && side === 1 && { status: 'maintenance' }),
          },
        });
    }
  }
};

const stationOf = ({ stations }: SpaceMaker, name: string): Station => {
  const found = stations.find((station) => station.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

/**
 * Static faces on both sides of structures along the roads: billboards of three circuits, bus shelters and other street
 * furniture, and whole buses, which have no place.
 */
export const addFaces = (maker: SpaceMaker, count: number): void => {
  const onFurniture = Math.round(count * 0.16);
  const byCircuit = Map.groupBy(roads, ({ circuit }) => circuit);
  const billboards = divide(
    Math.ceil((count - onFurniture) / 2),
    [...byCircuit.values()].map((some) => some.reduce((sum, { weight }) => sum + weight, 0)),
  );
  for (const [index, [circuit, some]] of [...byCircuit].entries())
    addStructures(
      maker,
      {
        station: stationOf(maker, circuit),
        formats: ({ km }) => (km === undefined ? street : highway),
        nameOf: (road, place, km) =>
          road.km === undefined
            ? `${road.name} ${String(place).padStart(2, '0')}`
            : `${road.name} km ${km.toFixed(1)}`,
        article: 'VALLA',
      },
      some,
      billboards[index] ?? 0,
    );
  addStructures(
    maker,
    {
      station: stationOf(maker, 'Mobiliario Urbano'),
      formats: () => furniture,
      nameOf: (road, place, _, category) =>
        `${category === 'OOH-MUPI' ? 'Mupi' : 'Parada'} ${road.name} ${String(place).padStart(2, '0')}`,
      article: 'MUPI',
    },
    roads.filter(({ km, traffic }) => km === undefined && traffic >= 40),
    Math.ceil(onFurniture / 2),
  );
};

const routes = [
  '27 de Febrero',
  'Kennedy',
  'Máximo Gómez',
  'Independencia',
  'Charles de Gaulle',
  'Churchill',
] as const;

/** Whole buses: faces that move, which have no place on the map. */
export const addBuses = (maker: SpaceMaker): void => {
  for (const route of routes)
    for (const number of [1, 2])
      maker.add({
        station: stationOf(maker, 'Mobiliario Urbano'),
        category: 'OOH-TRANSP-EXT',
        name: `Autobús corredor ${route} ${number}`,
        unit: 'faces',
        capacity: 1,
        article: 'BUS',
        more: {
          kind: 'outdoor',
          venue_type: '306',
          structure: 'vehicle',
          material: 'Vinilo',
          width_m: '10.00',
          height_m: '2.50',
          locality_id: maker.idOf('DO-01'),
          traffic_daily: 40_000 + number * 1500,
          min_flight_days: 14,
          lead_time_days: 5,
        },
      });
};
