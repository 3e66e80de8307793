import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clients } from '../../crm/clients/client.ts';
import { contacts } from '../../crm/contacts/contact.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { email, phone, url } from '../../kinds/contact.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { type Field, parseField } from '../../kinds/kind.ts';
import { decimal, integer, money, percent } from '../../kinds/number.ts';
import { references } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { taxId } from '../../kinds/tax-id.ts';
import { longText, text } from '../../kinds/text.ts';
import { time } from '../../kinds/time.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { exactDecimal } from '../../money/exact-decimal.ts';
import { resources } from '../../resources.ts';
import { guardFormula, unguardFormula } from '../formula-guard.ts';
import { readCell, usualStyle, writeCell } from './cell.ts';
import { foldHeader, importFields, matchColumns, proposedKey } from './columns.ts';
import { DateEvidence, readMoment, serialOf } from './date.ts';
import { headerSynonyms } from './header-synonyms.ts';
import { joinList, splitList } from './list.ts';
import { NumberEvidence, plainNumber } from './number.ts';

const read = (field: Field, cell: string | number | boolean, style = usualStyle): unknown => {
  const cellRead = readCell(field, cell, style);
  if (!cellRead.ok) return `✗ ${cellRead.message}`;
  const checked = parseField(field, cellRead.value);
  return checked.ok ? checked.value : `✗ ${checked.message}`;
};

describe('a formatted cell is parsed back to its value', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 30 });
  const digits = (scale: number) =>
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((value) =>
      exactDecimal(
        `${value / 10n ** BigInt(scale)}.${String(value < 0n ? -value : value)
          .slice(-scale)
          .padStart(scale, '0')}`,
        scale,
      ),
    );
  const day = fc
    .date({ min: new Date('1900-03-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString());
  const status = { a: 'Activo', b: 'En pausa; largo', c: 'No, ninguno' };
  const kinds: readonly [string, Field, fc.Arbitrary<unknown>][] = [
    ['text', text('T', { max: 400 }), word],
    ['longText', longText('L'), fc.array(word).map((lines) => lines.join('\n'))],
    ['integer', integer('E'), fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })],
    ['decimal', decimal('D', { scale: 3 }), digits(3)],
    ['money', money('M', { currency: 'currency_code', min: -1e12 }), digits(2)],
    [
      'percent',
      percent('P'),
      fc
        .integer({ min: 0, max: 1_000_000 })
        .map((n) => exactDecimal(`${Math.floor(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`, 4)),
    ],
    ['yesNo', yesNo('S'), fc.boolean()],
    ['date', date('F'), day.map((at) => at.slice(0, 10))],
    ['dateTime', dateTime('H'), day],
    [
      'dateRange',
      dateRange('V'),
      fc
        .tuple(fc.option(day), fc.option(day))
        .map(([from, to]) => ({ from: from?.slice(0, 10) ?? null, to: to?.slice(0, 10) ?? null })),
    ],
    [
      'time',
      time('H'),
      fc
        .integer({ min: 0, max: 1439 })
        .map((m) => `${Math.floor(m / 60)}:${String(m % 60).padStart(2, '0')}`),
    ],
    ['choice', choice('C', status), fc.constantFrom(...Object.keys(status))],
    [
      'choices',
      choices('C', status),
      fc.uniqueArray(fc.constantFrom(...Object.keys(status)), { minLength: 1 }),
    ],
    ['tags', tags('E'), fc.array(word, { maxLength: 8 })],
    ['email', email('C'), fc.emailAddress()],
    ['url', url('W'), fc.webUrl().map((at) => at.replace(/\/+$/, ''))],
    ['phone', phone('T'), fc.stringMatching(/^\+[1-9]\d{6,14}$/)],
    [
      'taxId',
      taxId('I', { country: 'country_id', type: 'tax_id_type' }),
      fc.stringMatching(/^[A-Z0-9]{1,20}$/),
    ],
  ];
  test.each(kinds)('%s', (_name, field, values) => {
    fc.assert(
      fc.property(values, (input) => {
        const checked = parseField(field, input);
        if (!checked.ok || checked.value === null) return;
        for (const record of [
          {},
          { currency_code: 'DOP', country_id: { id: '', label: '', code: 'DO' }, tax_id_type: 'RNC' },
        ]) {
          const cell = writeCell(field, checked.value, record);
          expect(read(field, unguardFormula(guardFormula(cell)))).toEqual(checked.value);
        }
      }),
    );
  });

  test('names of several records', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string({ minLength: 1 })
            .map((name) => name.replace(/\s+/g, ' ').trim())
            .filter(Boolean),
          { minLength: 1 },
        ),
        (labels) => {
          const field = references('R', () => clients);
          const cell = writeCell(
            field,
            labels.map((label, i) => ({ id: String(i), label })),
          );
          expect(readCell(field, cell, usualStyle)).toEqual({ ok: true, value: labels });
          expect(splitList(joinList(labels))).toEqual(labels);
        },
      ),
    );
  });

  test('the formula guard is removed exactly', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a', '1') }),
        (value) => {
          const guarded = guardFormula(value);
          expect(/^[=+\-@\t\r]/.test(guarded)).toBe(false);
          expect(unguardFormula(guarded)).toBe(value);
        },
      ),
    );
  });

  test('days as Excel counts them', () => {
    expect([
      serialOf('1900-01-01'),
      serialOf('1900-02-28'),
      serialOf('1900-03-01'),
      serialOf('2026-11-21'),
    ]).toEqual([1, 59, 61, 46_347]);
    fc.assert(
      fc.property(day, (at) => {
        expect(readMoment(serialOf(at.slice(0, 10)), true)?.day).toBe(at.slice(0, 10));
      }),
    );
  });
});

describe('numbers', () => {
  test.each([
    ['1,234.56', '.', '1234.56'],
    ['1.234,56', ',', '1234.56'],
    ['RD$ 1,250,000.50', '.', '1250000.50'],
    ['1 234,5', ',', '1234.5'],
    ['(12.50)', '.', '-12.50'],
    ['-€3', '.', '-3'],
    ['15 %', '.', '15'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
    [',5', ',', '0.5'],
    ['1.234,56', '.', null],
    ['1,23,456', '.', null],
    ['12a', '.', null],
    ['--1', '.', null],
    ['', '.', null],
  ] as const)('%s with %s is %s', (given, sign, plain) => {
    expect(plainNumber(given, sign)).toBe(plain);
  });

  test('the column decides which character is the decimal separator', () => {
    const decide = (...cells: string[]) => {
      const seen = new NumberEvidence();
      for (const cell of cells) seen.add(cell);
      return seen.decimal;
    };
    expect(decide('1.234', '1.234,50')).toBe(',');
    expect(decide('1,234', '12.5')).toBe('.');
    expect(decide('1.234.567')).toBe(',');
    expect(decide('0.125')).toBe('.');
    expect(decide('1.234')).toBe('.');
    expect(decide()).toBe('.');
  });

  test('a whole number may have groups with either separator', () => {
    expect([
      plainNumber('1.234', '.', true),
      plainNumber('1,234,567', '.', true),
      plainNumber('30.00', '.', true),
    ]).toEqual(['1234', '1234567', '30']);
    expect(plainNumber('30.5', '.', true)).toBeNull();
  });
});

describe('dates', () => {
  test.each([
    ['21/11/2026', true, '2026-11-21'],
    ['3/4/26', true, '2026-04-03'],
    ['3/4/26', false, '2026-03-04'],
    ['2026-11-21', true, '2026-11-21'],
    ['2026-11-21 00:00:00', true, '2026-11-21'],
    ['46347', true, '2026-11-21'],
    [46_347, true, '2026-11-21'],
    ['31/02/2026', true, undefined],
    ['mañana', true, undefined],
  ] as const)('%s (day first: %s) is %s', (cell, dayFirst, day) => {
    expect(readMoment(cell, dayFirst)?.day).toBe(day);
  });

  test('the column decides whether the day comes first', () => {
    const american = new DateEvidence();
    for (const cell of ['03/04/2026', '12/31/2026']) american.add(cell);
    expect(american.dayFirst).toBe(false);
    expect(new DateEvidence().dayFirst).toBe(true);
  });

  test('a time of day is local to the company', () => {
    expect(read(dateTime('H'), '21/11/2026 3:05 p. m.')).toBe('2026-11-21T19:05:00.000Z');
    expect(read(dateTime('H'), '2026-11-21T15:05:00Z')).toBe('2026-11-21T15:05:00.000Z');
  });
});

test('common words', () => {
  for (const cell of ['Sí', 'si', 'X', 'verdadero', '1', true]) expect(read(yesNo('S'), cell)).toBe(true);
  for (const cell of ['No', 'FALSO', '0', false]) expect(read(yesNo('S'), cell)).toBe(false);
  expect(read(yesNo('S'), 'quizás')).toMatch(/^✗ «quizás»/);
  const state = choice('Estado', { active: 'Activo', on_hold: 'En revisión' });
  expect([read(state, ' EN REVISION '), read(state, 'on_hold')]).toEqual(['on_hold', 'on_hold']);
  expect(read(state, 'otro')).toBe('✗ «otro» no es una de las opciones: Activo, En revisión.');
  expect(read(tags('E'), 'vip, radio | tv;vip')).toEqual(['vip', 'radio', 'tv']);
  expect(read(phone('T'), '(809) 555-0100')).toBe('+18095550100');
  expect(read(phone('T'), 8_095_550_100)).toBe('+18095550100');
});

describe('columns', () => {
  test('headers are compared without case, accents and signs', () => {
    expect(foldHeader('  Razón  SOCIAL (*) ')).toBe('razon social');
    expect(
      matchColumns(clients, ['RAZON SOCIAL*', 'limite_de_credito', 'credit_limit', 'Color', '']),
    ).toEqual(['legal_name', 'credit_limit', null, null, null]);
  });

  test('a label renamed by a setting is recognised, and the original too', () => {
    const labelOf = (field: Field) =>
      field.options.setting?.label === 'client_code_label' ? 'Nº de cuenta' : field.label;
    expect(matchColumns(clients, ['Nº de cuenta'], { labelOf })).toEqual(['client_code']);
    expect(matchColumns(clients, ['Código'], { labelOf })).toEqual(['client_code']);
  });

  test('an earlier choice wins, also "no field"', () => {
    const remembered = { empresa: 'legal_name', notas: '' };
    expect(matchColumns(clients, ['Razón social', 'Empresa', 'Notas'], { remembered })).toEqual([
      null,
      'legal_name',
      null,
    ]);
  });

  test('common synonyms are recognised in any spelling, and never assign a field twice', () => {
    const found = (headers: string[]) => matchColumns(clients, headers);
    expect(
      found(['R.N.C.', 'Rubro', 'LIMITE', 'Razon social', 'Ejecutivo de ventas', 'Ciudad', 'Observaciones']),
    ).toEqual([
      'tax_id',
      'industry_id',
      'credit_limit',
      'legal_name',
      'primary_sales_rep_id',
      'locality_id',
      'notes',
    ]);
    expect(found(['RNC/Cédula', 'RNC'])).toEqual(['tax_id', null]);
    expect(found(['Vendedor', 'Ejecutivo'])).toEqual(['primary_sales_rep_id', null]);
    expect(matchColumns(contacts, ['Nombre', 'Apellidos', 'Celular', 'E-mail', 'Puesto', 'Empresa'])).toEqual(
      ['first_name', 'last_name', 'phones', 'emails', 'job_position_id', 'client_id'],
    );
    const names = new Set(resources.flatMap((resource) => importFields(resource).map(({ name }) => name)));
    expect(headerSynonyms.map(([name]) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  test('choices of colleagues rank between field names and synonyms', () => {
    const learnt = { rubro: 'client_type_id', notas: 'address_line', color: 'nonsense' };
    expect(matchColumns(clients, ['Rubro', 'Notas', 'Color'], { learnt })).toEqual([
      'client_type_id',
      'notes',
      null,
    ]);
  });

  test('every field of every resource is found by its label, except labels that two fields share', () => {
    for (const resource of resources) {
      const fields = importFields(resource);
      const headers = fields.map(({ field }) => field.label);
      const found = matchColumns(resource, headers);
      expect(new Set(found.filter((name) => name !== null)).size).toBe(
        found.filter((name) => name !== null).length,
      );
      for (const [column, { name, field }] of fields.entries()) {
        if (headers.filter((label) => foldHeader(label) === foldHeader(field.label)).length === 1) {
          expect(found[column], `${resource.name}.${name}`).toBe(name);
        }
      }
    }
  });

  test('the most reliable key is proposed', () => {
    expect(proposedKey(clients, ['legal_name', 'client_code'])).toBe('client_code');
    expect(proposedKey(clients, ['client_code', 'id'])).toBe('id');
    expect(proposedKey(clients, ['legal_name'])).toBeNull();
  });
});
