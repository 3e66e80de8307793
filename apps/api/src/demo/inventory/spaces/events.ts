import type { SpaceMaker, Station } from './space-maker.ts';

/** Events by days from today to the first one: name, place, days, people. */
const events = [
  ['Feria del Hogar', 'Centro de convenciones de la capital', 45, 4, 18_000],
  ['Carrera Antillana 10K', 'Malecón de Santo Domingo', 70, 1, 6500],
  ['Festival de Merengue y Bachata', 'Anfiteatro de Puerto Plata', 110, 3, 22_000],
  ['Expo Cibao Automotriz', 'Recinto ferial de Santiago', 150, 5, 15_000],
] as const;

const services = [
  ['Producción de cuña de radio', 'PROD-CUNA', 6],
  ['Producción de spot de televisión', 'PROD-SPOT', 2],
  ['Diseño de arte', 'DISENO', 10],
  ['Locución', 'LOCUCION', 8],
  ['Cobertura de evento', 'COBERTURA', 3],
] as const;

/** Sponsorships and stands of events, each available on its days, and the services of production. */
export const addEvents = (maker: SpaceMaker, station: Station): void => {
  for (const [name, venue, start, length, attendance] of events) {
    const more = {
      kind: 'event',
      venue,
      attendance,
      active: `[${maker.dayIn(start)},${maker.dayIn(start + length - 1)}]`,
      lead_time_days: 15,
    };
    for (const [part, category, capacity, least] of [
      ['patrocinio principal', 'EVENTO', 1, '250000.00'],
      ['patrocinio de apoyo', 'EVENTO', 4, '90000.00'],
      ['espacio de exhibición', 'STAND', 30, null],
    ] as const)
      maker.add({
        station,
        category,
        name: `${name}, ${part}`,
        unit: 'days',
        capacity,
        more: { ...more, min_spend: least },
      });
  }
  for (const [name, article, capacity] of services)
    maker.add({
      station,
      category: 'PRODUCCION',
      name,
      unit: 'hours',
      capacity,
      article,
      days: ['1', '2', '3', '4', '5'],
      more: { kind: 'service', lead_time_days: 3 },
    });
};
