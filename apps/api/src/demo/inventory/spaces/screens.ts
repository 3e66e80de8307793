import { divide } from './along-road.ts';
import { placeOn } from './outdoor.ts';
import { roads } from './roads.ts';
import type { SpaceMaker } from './space-maker.ts';

/** Seconds of a turn of all advertisements, and of one of them. */
const loop = { loop_sec: 80, slot_sec: 10 };

const onRoad = { venue_type: '301', structure: 'unipole', width_m: '8.00', height_m: '5.00' } as const;

/** Screens of Santiago with their own names: latitude, longitude, province, vehicles a day. */
const squares = [
  ['Monumento', 19.4508, -70.6947, 61_000],
  ['Plaza Central', 19.4492, -70.7001, 38_000],
  ['Las Carreras', 19.4522, -70.7003, 47_000],
  ['Estrella Sadhalá', 19.4536, -70.6795, 79_000],
  ['Juan Pablo Duarte', 19.4501, -70.6871, 62_000],
  ['Bartolomé Colón', 19.4612, -70.6941, 49_000],
] as const;

/** Digital screens on squares and along the busiest streets. */
export const addScreens = (maker: SpaceMaker, count: number): void => {
  const screen = (station: SpaceMaker['stations'][number], name: string, more: Record<string, unknown>) =>
    maker.add({
      station,
      category: 'DOOH-LED',
      name: `Pantalla ${name}`,
      unit: 'spots',
      // As many advertisements as a turn has.
      capacity: loop.loop_sec / loop.slot_sec,
      article: 'LED-10',
      more: {
        ...onRoad,
        face_type: 'digital',
        kind: 'outdoor',
        illuminated: true,
        material: 'LED de paso 10 mm',
        opens_at: '06:00',
        closes_at: '23:00',
        min_flight_days: 7,
        lead_time_days: 2,
        ...loop,
        ...more,
      },
    });
  for (const station of maker.stations.filter(({ name }) => name.startsWith('Pantallas'))) {
    const isNorth = station.name === 'Pantallas Cibao';
    if (isNorth)
      for (const [name, latitude, longitude, traffic] of squares)
        screen(station, name, {
          venue_type: '304',
          locality_id: maker.idOf('DO-25'),
          address: `${name}, Santiago`,
          latitude: latitude.toFixed(6),
          longitude: longitude.toFixed(6),
          facing: 'Hacia el tránsito',
          traffic_daily: traffic,
        });
    const chosen = roads.filter(
      ({ circuit, km, traffic }) =>
        km === undefined &&
        traffic > 35 &&
        (isNorth ? circuit === 'Vallas Cibao' : circuit === 'Vallas Gran Santo Domingo'),
    );
    const parts = divide(
      Math.max(0, Math.round(count * (isNorth ? 0.4 : 0.6)) - (isNorth ? squares.length : 0)),
      chosen.map(({ weight }) => weight),
    );
    for (const [index, road] of chosen.entries())
      for (let place = 0; place < (parts[index] ?? 0); place += 1)
        screen(
          station,
          `${road.name} ${String(place + 1).padStart(2, '0')}`,
          placeOn(maker, road, (place + 0.3) / (parts[index] ?? 1), 0),
        );
  }
};
