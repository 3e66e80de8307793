import { describe, expect, test } from 'vitest';
import { matchSpaces, type OrderSpace, orderText } from './match-spaces.ts';
import type { OrderLine } from './order.ts';

const space = (id: string, name: string, station: string, more: Partial<OrderSpace> = {}): OrderSpace => ({
  id,
  name,
  code: `ESP-${id}`,
  station,
  programme: null,
  time_slot: null,
  from: null,
  to: null,
  isBreak: false,
  isSpots: true,
  ...more,
});
const line = (programme: string, station = '', time = ''): OrderLine => ({
  rows: [],
  programme,
  station,
  time,
  duration_sec: 30,
  price: null,
  discount_pct: null,
  isBonus: false,
  units: { '2026-11-02': 1 },
});

const spaces: readonly OrderSpace[] = [
  space('1', 'Noticiero Estelar', 'Canal Nueve', { programme: 'Noticiero Estelar' }),
  space('2', 'Noticiero Estelar, corte 1', 'Canal Nueve', {
    programme: 'Noticiero Estelar',
    isBreak: true,
    from: '19:10',
  }),
  space('3', 'Noticiero Matinal', 'Canal Nueve', { programme: 'Noticiero Matinal' }),
  space('4', 'Noticias al Día', 'Radio Central', { programme: 'Noticias al Día' }),
  space('5', 'Noticias al Día', 'Radio Sur', { programme: 'Noticias al Día' }),
  space('6', 'Mañana', 'Radio Sur', { time_slot: 'Mañana', from: '06:00', to: '12:00' }),
  space('7', 'Noche', 'Radio Sur', { time_slot: 'Noche', from: '18:00', to: '23:00' }),
];
const found = (one: OrderLine, memory = {}) => matchSpaces([one], spaces, memory)[0];

describe('matchSpaces', () => {
  test.each([
    ['Noticiero Estelar', 'Canal Nueve', '', 'certain', '1'],
    ['NOTICIERO ESTELAR', 'canal nueve', '', 'certain', '1'],
    ['Noticiero Estlar', 'Canal Nueve', '', 'certain', '1'],
    ['Noticiero Estelar corte 1', 'Canal Nueve', '', 'certain', '2'],
    ['Noticias al Día', 'Radio Sur', '', 'certain', '5'],
    ['Noticias al Día', '', '', 'likely', '4'],
    ['', 'Radio Sur', '7:00 p. m. - 9:00 p. m.', 'likely', '7'],
    ['ESP-3', '', '', 'certain', '3'],
    ['Cocina de Mercado', 'Canal Nueve', '', 'none', null],
  ])('«%s» of «%s» at «%s» is %s', (programme, station, time, certainty, id) => {
    expect(found(line(programme, station, time))).toMatchObject({ certainty, id });
  });

  test('offers the others when two are as good', () => {
    expect(found(line('Noticias al Día'))?.candidates).toEqual(expect.arrayContaining(['4', '5']));
  });

  test('what a user chose before is certain, unless it can no longer be seen', () => {
    const one = line('Estelar 7 PM', 'C9');
    expect(found(one, { [orderText(one)]: '1' })).toMatchObject({
      certainty: 'certain',
      id: '1',
      isLearned: true,
    });
    expect(found(one, { [orderText(one)]: '99' })?.isLearned).toBe(false);
  });

  test('300 lines are matched with 5,000 spaces', () => {
    const many = Array.from({ length: 5000 }, (_, at) =>
      space(String(at), `Programa ${at % 700} de la tarde`, `Emisora ${at % 40}`),
    );
    const asked = Array.from({ length: 300 }, (_, at) => line(`Programa ${at} tarde`, `Emisora ${at % 40}`));
    const found = matchSpaces(asked, many);
    expect(found.filter(({ certainty }) => certainty !== 'none').length).toBeGreaterThan(250);
  });
});
