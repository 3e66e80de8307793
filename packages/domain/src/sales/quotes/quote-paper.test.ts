import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDays } from '../../calendar/civil-days.ts';
import { addDays } from '../../calendar/working-time.ts';
import { isoWeekday } from '../../inventory/capacity/cells.ts';
import type { SaleContentLine } from '../lines/sale-paper.ts';
import type { QuoteContent } from './quote-content.ts';
import { quotePaper } from './quote-paper.ts';

const line = (values: object = {}): SaleContentLine => ({
  id: 'a',
  line_kind: 'airtime',
  description: 'Cuña de 30 s',
  inventory_item_id: { label: 'Noticiero estelar', code: 'NOT' },
  flight: { from: '2026-11-02', to: '2026-11-15' },
  days: ['1', '3'],
  units_per_day: 5,
  duration_sec: 30,
  list_price: '1500.000000',
  agreed_price: null,
  surcharge_pct: '0.0000',
  discount_pct: '10.0000',
  rules_surcharge_pct: '20.0000',
  rules_discount_pct: '0.0000',
  quantity: '20.0000',
  sale_unit: 'spot',
  tax_rate_id: { label: 'ITBIS 18 %', code: null },
  gross: '36000.00',
  net: '32400.00',
  ...values,
});

const content = (lines: readonly SaleContentLine[] = [line()], values: object = {}): QuoteContent => ({
  quote: {
    number: 'PR-2026-00001',
    version: 2,
    name: 'Otoño',
    flight: { from: '2026-11-02', to: '2026-11-15' },
    valid_until: '2026-10-30',
    currency_code: 'DOP',
    billing_plan: 'monthly',
    credit_term_id: { label: '30 días', code: null },
    brand_id: null,
    gross: '36000.00',
    net: '32400.00',
    agency_discount: '4860.00',
    taxable: '27540.00',
    tax: '4957.20',
    total: '32497.20',
    ...values,
  },
  lines,
  parties: {
    company: { name: 'Canal Uno', details: [], footer: '' },
    client: { legal_name: 'Óptica Ñandú', tax_id: null, address: null },
    agency: { legal_name: 'Agencia Ámbar', tax_id: null, address: null },
    seller: { name: 'Ana Peñaló', email: 'ana@canal.example' },
    terms: 'Primera condición.\n\nSegunda condición.\n',
  },
});

describe('the paper of a quote', () => {
  test('shows gross, agency discount, net, tax and total, and how a price becomes a net', () => {
    const paper = quotePaper(content());
    expect(paper.number).toBe('PR-2026-00001 v2');
    expect(paper.totals.map(({ label, amount }) => `${label}: ${amount}`)).toEqual([
      'Bruto: RD$36,000.00',
      'Descuentos y bonificaciones: -RD$3,600.00',
      'Descuento de agencia: -RD$4,860.00',
      'Neto: RD$27,540.00',
      'ITBIS 18 %: RD$4,957.20',
      'Total: RD$32,497.20',
    ]);
    expect(paper.lines).toEqual([
      {
        id: 'a',
        title: 'Cuña de 30 s',
        details: [
          'Pauta: Noticiero estelar',
          '5 por día, lunes y miércoles',
          '30 segundos',
          'Recargos de la lista: 20 %',
        ],
        flight: expect.stringContaining('2026'),
        quantity: '20 × cuña',
        price: 'RD$1,500.00',
        discount: '10 %',
        net: 'RD$32,400.00',
      },
    ]);
    expect(paper.terms).toEqual(['Primera condición.', 'Segunda condición.']);
    expect(paper.facts).toContainEqual(['Correo', 'ana@canal.example']);
  });

  test('names taxes together where lines have different ones, and no agency where there is none', () => {
    const mixed = quotePaper(
      content([line(), line({ id: 'b', tax_rate_id: { label: 'Exento', code: null } })], {}),
    );
    expect(mixed.totals.map(({ label }) => label)).toContain('Impuestos');
    const direct = content();
    const paper = quotePaper({ ...direct, parties: { ...direct.parties, agency: null } });
    expect(paper.totals.map(({ label }) => label)).not.toContain('Descuento de agencia');
    expect(paper.facts.map(([label]) => label)).not.toContain('Agencia');
  });

  test('divides the calendar of a long flight, and leaves out lines without units in a part', () => {
    const flight = { from: '2026-01-01', to: '2026-12-31' };
    const paper = quotePaper(
      content(
        [
          line({ flight: { from: '2026-01-05', to: '2026-01-11' }, days: ['1'] }),
          line({ id: 'b', line_kind: 'production', flight }),
          line({
            id: 'c',
            description: 'Valla',
            sale_unit: 'face_month',
            units_per_day: 2,
            days: null,
            flight,
          }),
        ],
        { flight },
      ),
    );
    expect(paper.calendars.map(({ columns }) => columns.length)).toEqual([13, 13, 13, 13, 1]);
    expect(paper.calendars.map(({ rows }) => rows.map(({ title }) => title))).toEqual([
      ['Cuña de 30 s', 'Valla'],
      ...Array.from({ length: 4 }, () => ['Valla']),
    ]);
    expect(paper.calendars[0]?.rows[0]?.cells.slice(0, 3)).toEqual(['', '5', '']);
    expect(new Set(paper.calendars.flatMap(({ rows }) => rows.at(-1)?.cells ?? []))).toEqual(new Set(['2']));
  });

  test('has in its calendar exactly the units that are sold by day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 120 }),
        fc.subarray(['1', '2', '3', '4', '5', '6', '7'], { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (start, length, days, perDay) => {
          const flight = { from: addDays('2026-01-01', start), to: addDays('2026-01-01', start + length) };
          const paper = quotePaper(content([line({ flight, days, units_per_day: perDay })], { flight }));
          const shown = paper.calendars
            .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
            .reduce((sum, cell) => sum + Number(cell), 0);
          const sold = civilDays(flight.from, flight.to).filter((day) =>
            days.includes(isoWeekday(day)),
          ).length;
          expect(shown).toBe(sold * perDay);
        },
      ),
    );
  });
});
