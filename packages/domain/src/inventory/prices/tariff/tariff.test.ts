import { describe, expect, test } from 'vitest';
import { type NamedRule, rulesInWords } from './rule-in-words.ts';
import { type TariffList, type TariffPrice, tariffOf } from './tariff.ts';
import { weekdaysInWords } from './weekdays-in-words.ts';

const list = (own: Partial<TariffList> = {}): TariffList => ({
  name: 'Tarifario 2026',
  code: 'TAR-1',
  kind: 'general',
  status: 'current',
  currency_code: 'DOP',
  valid: { from: '2026-01-01', to: '2026-12-31' },
  ...own,
});
const price = (own: Partial<TariffPrice> = {}): TariffPrice => ({
  name: 'Mañana de éxitos',
  of: 'space',
  platform: 'Radio',
  station: 'Onda 95.7',
  unit: 'spot',
  unit_price: '1500.000000',
  min_qty: '1.00',
  duration_sec: 30,
  daypart: { name: 'Mañana', starts: '06:00', ends: '10:00' },
  days: ['1', '2', '3', '4', '5'],
  ...own,
});
const rule = (own: Partial<NamedRule> = {}): NamedRule => ({
  code: 'R',
  name: 'Regla',
  effect: 'surcharge',
  reason: 'position',
  applies: 'automatic',
  pct: '15.0000',
  amount: null,
  base: 'previous',
  only_best_of: null,
  platform: null,
  inventory_category: null,
  ad_article: null,
  client_type: null,
  buyer: null,
  days: [],
  months: [],
  dates: null,
  is_prime: false,
  min_duration_sec: null,
  max_duration_sec: null,
  min_qty: null,
  min_days: null,
  min_gross: null,
  ...own,
});

describe('a tariff', () => {
  test('lists prices by platform, station, category and article, in the order of the list', () => {
    const { sections, mark, facts } = tariffOf(
      list(),
      [
        price(),
        price({ name: 'Portada', of: 'category', platform: 'Prensa', station: null, unit: 'page' }),
        price({ name: 'Tarde', station: 'Caribe FM' }),
        price({ name: 'Mención', of: 'article', station: null, unit: 'mention', unit_price: '0.125000' }),
        price({ name: 'Noche' }),
      ],
      [],
    );
    expect(mark).toBeNull();
    expect(facts).toContainEqual(['Vigencia', 'Del 01/01/2026 al 31/12/2026']);
    expect(sections.map(({ title, tables }) => [title, tables.map((table) => table.title)])).toEqual([
      ['Radio', ['Onda 95.7', 'Caribe FM', 'Artículos publicitarios']],
      ['Prensa', ['Categorías']],
    ]);
    expect(sections[0]?.tables[0]).toMatchObject({
      columns: [{ label: 'Concepto' }, { label: 'Unidad' }, { label: 'Precio (RD$)', isNumeric: true }],
      rows: [
        ['Mañana de éxitos', 'Cuña', '1,500.00'],
        ['Noche', 'Cuña', '1,500.00'],
      ],
    });
    expect(sections[0]?.tables[2]?.rows).toEqual([['Mención', 'Mención', '0.125']]);
  });

  test('has a column of quantities where prices depend on them', () => {
    const { sections } = tariffOf(list(), [price(), price({ min_qty: '1500.00', unit_price: '900' })], []);
    expect(sections[0]?.tables[0]?.columns.map(({ label }) => label)).toContain('Desde cantidad');
    expect(sections[0]?.tables[0]?.rows.map((row) => row[2])).toEqual(['1', '1,500']);
  });

  test.each([
    ['draft', 'general', 'BORRADOR'],
    ['expired', 'political', 'VENCIDA'],
    ['current', 'internal', 'USO INTERNO'],
    ['current', 'political', null],
  ] as const)('a %s list of kind %s is marked %s', (status, kind, mark) => {
    expect(tariffOf(list({ status, kind }), [], []).mark).toBe(mark);
  });

  test('writes a currency without cents in whole units', () => {
    const { sections } = tariffOf(list({ currency_code: 'CLP' }), [price()], []);
    expect(sections[0]?.tables[0]?.rows[0]?.at(-1)).toBe('1,500');
  });
});

describe('a political tariff', () => {
  const political = list({ kind: 'political' });

  test('has dayparts and periods in rows, and durations in columns', () => {
    const { sections } = tariffOf(
      political,
      [
        price({ name: 'Mañana de éxitos, 15 s', duration_sec: 15, unit_price: '800' }),
        price({ duration_sec: 30 }),
        price({ duration_sec: 60, unit_price: '2900' }),
        price({ duration_sec: 30, unit_price: '1100', days: ['6'] }),
        price({ duration_sec: 45, unit_price: '1300', days: ['7'], daypart: null, name: 'Domingo musical' }),
      ],
      [],
    );
    expect(sections).toHaveLength(1);
    expect(sections[0]?.tables).toEqual([
      {
        title: 'Onda 95.7',
        columns: [
          { label: 'Horario o espacio', isNumeric: false },
          { label: 'Periodo', isNumeric: false },
          { label: '15 s', isNumeric: true },
          { label: '30 s', isNumeric: true },
          { label: '45 s', isNumeric: true },
          { label: '1 min', isNumeric: true },
        ],
        rows: [
          ['Mañana de éxitos, 06:00 a 10:00', 'Lunes a viernes', '800.00', '1,500.00', '–', '2,900.00'],
          ['Mañana de éxitos, 06:00 a 10:00', 'Sábado', '–', '1,100.00', '–', '–'],
          ['Domingo musical', 'Domingo', '–', '–', '1,300.00', '–'],
        ],
      },
    ]);
  });

  test('shows every price: two of one cell are both in it, others stay in a list', () => {
    const { sections } = tariffOf(
      political,
      [
        price({ unit_price: '1' }),
        price({ unit_price: '2' }),
        price({ unit_price: '3', min_qty: '10' }),
        price({ unit_price: '4', unit: 'mention' }),
        price({ unit_price: '5', of: 'category', station: null }),
        price({ unit_price: '6', of: 'article', name: 'Cuña 45 s', station: null, duration_sec: 45 }),
        price({ unit_price: '7', of: 'article', name: 'Cuña 15 s', station: null, duration_sec: 15 }),
        price({ unit_price: '8', duration_sec: 20 }),
        price({ unit_price: '9', duration_sec: null }),
      ],
      [],
    );
    const rows = sections.flatMap(({ tables }) => tables.flatMap((table) => table.rows));
    const shown = rows.flat().flatMap((text) => text.match(/\b\d\.00/g) ?? []);
    expect(shown.toSorted()).toEqual(Array.from({ length: 9 }, (_, place) => `${place + 1}.00`));
    expect(rows.flat()).toContain('1.00 / 2.00');
    expect(rows).toContainEqual([
      'Cuña, en cualquier horario',
      'Todos los días',
      '7.00',
      '–',
      '–',
      '6.00',
      '–',
    ]);
  });
});

describe('surcharges and discounts', () => {
  test('are in words', () => {
    const [weekend, volume, first] = [
      rule({
        name: 'Fin de semana',
        days: ['6', '7'],
        is_prime: true,
        months: ['11', '12'],
        platform: 'Radio',
      }),
      rule({ name: 'Posición', only_best_of: 'POS', applies: 'chosen', pct: null, amount: '50.500000' }),
      rule({ name: 'Última', only_best_of: 'POS', base: 'list', min_duration_sec: 15, max_duration_sec: 30 }),
    ];
    expect(rulesInWords([weekend, volume, first], 'surcharge', 'DOP')).toEqual([
      {
        name: 'Fin de semana',
        value: '15 %',
        conditions: 'En Radio; sábado y domingo; en noviembre y diciembre; en franjas estelares',
      },
      {
        name: 'Posición',
        value: 'RD$50.50 por unidad',
        conditions: 'Si se solicita; no se acumula con «Última»',
      },
      {
        name: 'Última',
        value: '15 %',
        conditions: 'De 15 a 30 segundos; sobre el precio de lista; no se acumula con «Posición»',
      },
    ]);
  });

  test('that a seller may give, or that are of a type of client, are not public', () => {
    const hidden = [
      rule({ effect: 'discount', applies: 'chosen', name: 'Secreto 1' }),
      rule({ effect: 'discount', client_type: 'Canje', name: 'Secreto 2' }),
    ];
    const shown = rule({ effect: 'discount', min_gross: '250000.00', name: 'Volumen' });
    const text = JSON.stringify(tariffOf(list(), [price()], [...hidden, shown]));
    expect(text).not.toContain('Secreto');
    expect(text).toContain('Compras desde RD$250,000.00 antes de descuentos');
  });
});

test.each([
  [['1', '2', '3', '4', '5'], 'lunes a viernes'],
  [['6'], 'sábado'],
  [['7', '6'], 'sábado y domingo'],
  [['1', '3', '5', '6', '7'], 'lunes, miércoles y viernes a domingo'],
  [[], 'todos los días'],
])('the days %j are «%s»', (days, words) => {
  expect(weekdaysInWords(days)).toBe(words);
});
