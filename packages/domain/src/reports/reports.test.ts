import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthEnd } from '../calendar/months.ts';
import { addDays } from '../calendar/working-time.ts';
import { isFilterable } from '../kinds/kind.ts';
import { parseQueryText } from '../resource/query/query.ts';
import { summableFields } from '../resource/query/summary.ts';
import { fieldOf } from '../resource/resource.ts';
import { resources } from '../resources.ts';
import { datesBetween, daysOf, meetPeriods, readPeriod, shiftBack, shiftOf } from './period.ts';
import { currencyOfMeasure, dimensionLabel, dimensionsOf, isDateDimension, type Term } from './report.ts';
import { formatFigure } from './report-answer.ts';
import { cellList, parseReportQuery } from './report-query.ts';
import { reports } from './reports.ts';
import { parseRowsQuery } from './rows-query.ts';
import { nextMailing } from './saved-report.ts';

const today = '2026-11-29';

describe.each(reports.map((report) => [report.name, report] as const))('%s', (_, report) => {
  const resource = report.resource();
  const terms = (): readonly Term[] =>
    Object.values(report.measures).flatMap(({ plus, minus = [], per = [] }) => [...plus, ...minus, ...per]);

  test('is over a resource of the product, and its initial parameters are valid', () => {
    // Computed rows have no list.
    expect(resources.includes(resource)).toBe(!report.isComputed);
    expect(parseReportQuery(report, {}, today)).toMatchObject({ ok: true });
    expect(['date', 'dateTime']).toContain(fieldOf(resource, report.date).kind.name);
  });

  test('rows can be filtered by every dimension, and no value of one is hidden from some readers', () => {
    for (const name of report.dimensions) {
      const field = fieldOf(resource, name);
      expect(isFilterable(field), name).toBe(true);
      expect(field.kind.family, name).toBe('choice');
      expect(field.options.seenBy, name).toBeUndefined();
      expect(field.options.gathered, name).toBeUndefined();
    }
    const labels = dimensionsOf(report).map((name) => dimensionLabel(report, name));
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('the fields that it adds up have totals in their list, and amounts one currency', () => {
    for (const term of terms()) {
      if ('sum' in term) {
        expect(summableFields(resource)).toContain(term.sum);
        expect(fieldOf(resource, term.sum).options.seenBy).toBeUndefined();
      }
    }
    for (const [name, measure] of Object.entries(report.measures))
      if (measure.unit === 'money') expect(currencyOfMeasure(report, measure), name).toBeDefined();
  });

  test('every value leads to a list with a valid query', () => {
    const parsed = parseReportQuery(report, { compare: 'year', columns: '-' }, today);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    for (const measure of Object.values(report.measures)) {
      for (const dimension of dimensionsOf(report)) {
        const field = isDateDimension(dimension) ? undefined : fieldOf(resource, dimension);
        const { choices } = (field?.options ?? {}) as { choices?: readonly { value: string }[] };
        const first = field?.kind.name === 'yesNo' ? 'true' : choices?.[0]?.value;
        const value = !field ? null : (first ?? '0199f0a2-0000-7000-8000-00000000000a');
        for (const isBefore of [false, true]) {
          const text = cellList(report, measure, parsed.query, [{ dimension, value }], isBefore);
          if (text === null) continue;
          const read = report.isComputed
            ? parseRowsQuery(report, Object.fromEntries(new URLSearchParams(text)))
            : parseQueryText(resource, text);
          expect(read, text).toMatchObject({ ok: true });
        }
      }
    }
  });
});

test('names are unique, and fit in an address', () => {
  const names = reports.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+$/);
});

const sales = reports[0];
if (!sales) throw new Error('there are reports');
const errorsOf = (parameters: Record<string, string | string[]>): readonly string[] => {
  const parsed = parseReportQuery(sales, parameters, today);
  return parsed.ok ? [] : Object.keys(parsed.errors);
};

test('invalid parameters are refused, each at its name', () => {
  expect(
    errorsOf({
      rows: 'net',
      columns: 'nothing',
      measures: 'net,loss',
      period: '2026-02-30..2026-03-01',
      compare: 'yesterday',
      currency: 'XXX',
      'f.signed_on': '2026-01-01..',
      'f.currency_code': 'USD',
      'f.status': 'removed',
      'f.nothing': 'x',
      'f.client_id': 'x',
      sort: 'net',
    }),
  ).toEqual([
    'rows',
    'columns',
    'measures',
    'period',
    'compare',
    'currency',
    'f.signed_on',
    'f.currency_code',
    'f.status',
    'f.nothing',
    'f.client_id',
    'sort',
  ]);
  expect(errorsOf({ rows: 'month', columns: 'month' })).toEqual(['columns']);
  expect(errorsOf({ rows: ['month', 'year'] })).toEqual(['rows']);
  expect(errorsOf({ period: '2026-02-01..2026-01-01' })).toEqual(['period']);
  expect(errorsOf({ period: '1950-01-01..2026-01-01' })).toEqual(['period']);
  expect(errorsOf({ rows: 'constructor', measures: 'constructor', period: 'constructor' })).toEqual([
    'rows',
    'measures',
    'period',
  ]);
});

test('a filter of the caller that excludes the rows of a measure leaves no list', () => {
  const closing = reports.find(({ name }) => name === 'facturacion');
  if (!closing?.measures.balance) throw new Error('no such report');
  const parsed = parseReportQuery(closing, { 'f.doc_kind': 'credit_note' }, today);
  if (!parsed.ok) throw new Error('valid');
  expect(cellList(closing, closing.measures.balance, parsed.query, [])).toBeNull();
});

const anyDay = fc.integer({ min: 0, max: 6000 }).map((days) => addDays('2015-01-01', days));
const anyPeriod = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 900 }))
  .map(([from, length]) => ({ from, to: addDays(from, length) }));

test('words name whole months, quarters and years', () => {
  expect(readPeriod('this_quarter', today)).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(readPeriod('last_quarter', '2026-02-10')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect(readPeriod('last_12_months', today)).toEqual({ from: '2025-12-01', to: '2026-11-30' });
  expect(readPeriod('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOf('2026-Q4')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(daysOf('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});

test('the parts of a period, moved to the one compared with, are that period without gaps or overlaps', () => {
  fc.assert(
    fc.property(
      anyPeriod,
      fc.constantFrom('previous', 'year'),
      fc.constantFrom(7, 4),
      (period, comparison, size) => {
        const shift = shiftOf(period, comparison as 'previous' | 'year');
        if (!shift) throw new Error('compared');
        const parts: { from: string; to: string }[] = [];
        for (let at = period.from; at <= period.to; at = addDays(parts.at(-1)?.to ?? at, 1)) {
          const whole = size === 7 ? daysOf(at.slice(0, 7)) : daysOf(at.slice(0, 4));
          const part = meetPeriods(whole, period);
          if (!part) throw new Error('a part of the period');
          parts.push(part);
        }
        const moved = parts.map((part) => shiftBack(part, shift));
        const all = shiftBack(period, shift);
        expect(moved[0]?.from).toBe(all.from);
        expect(moved.at(-1)?.to).toBe(all.to);
        for (const [place, part] of moved.entries()) {
          expect(part.from <= part.to).toBe(true);
          if (place > 0) expect(part.from).toBe(addDays(moved[place - 1]?.to ?? '', 1));
        }
        if (comparison === 'previous' && 'days' in shift) expect(all.to).toBe(addDays(period.from, -1));
      },
    ),
  );
});

test('months, quarters and years follow each other without a gap', () => {
  expect(datesBetween('2025-11', '2026-02', 60)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(datesBetween('2025-Q3', '2026-Q2', 60)).toEqual(['2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2']);
  expect(datesBetween('2024', '2026', 60)).toEqual(['2024', '2025', '2026']);
  expect(datesBetween('2024-01', '2026-01', 3)).toEqual(['2024-01', '2024-02', '2024-03']);
});

test('whole months are compared with as many whole months', () => {
  const shift = shiftOf({ from: '2026-01-01', to: '2026-03-31' }, 'previous');
  expect(shift).toEqual({ months: 3 });
  expect(shift && shiftBack({ from: '2026-01-01', to: '2026-03-31' }, shift)).toEqual({
    from: '2025-10-01',
    to: '2025-12-31',
  });
  expect(monthEnd('2026-01-15', 1)).toBe('2026-02-28');
});

test('figures are formatted without loss of digits', () => {
  expect(formatFigure('9007199254740993.25', 'money', 'DOP')).toBe('RD$9,007,199,254,740,993.25');
  expect(formatFigure('62.5', 'percent', null)).toBe('62.50 %');
  expect(formatFigure('-3', 'count', null)).toBe('-3');
  expect(formatFigure('12.34', 'days', null)).toBe('12.3');
});

test('a schedule always names a later day: a Monday, or the first of a month', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(nextMailing('never', day)).toBeNull();
      expect(nextMailing('daily', day)).toBe(addDays(day, 1));
      const [weekly = '', monthly = ''] = [
        nextMailing('weekly', day) ?? '',
        nextMailing('monthly', day) ?? '',
      ];
      expect(weekly > day && weekly <= addDays(day, 7)).toBe(true);
      expect(new Date(`${weekly}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(monthly > day).toBe(true);
      expect(monthly.slice(8)).toBe('01');
    }),
  );
});
