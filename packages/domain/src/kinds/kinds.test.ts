import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCivilDate } from '../calendar/civil-date.ts';
import { compareDecimals, exactDecimal } from '../money/exact-decimal.ts';
import { choice, choices } from './choice.ts';
import { email, phone, url } from './contact.ts';
import { date, dateTime } from './date.ts';
import { formatField, parseField } from './kind.ts';
import { decimal, integer, money, percent } from './number.ts';
import { tags } from './tags.ts';
import { taxId } from './tax-id.ts';
import { longText, text } from './text.ts';
import { yesNo } from './yes-no.ts';

const result = (parsed: { ok: boolean; value?: unknown }) => (parsed.ok ? parsed.value : 'rejected');

describe('text', () => {
  const name = text('Nombre', { max: 10, required: true });

  test('outer and repeated spaces are removed', () => {
    expect(result(parseField(name, '  Ana   Ruiz '))).toBe('Ana Ruiz');
  });

  test.each([['12345678901'], ['a\0b'], ['\ud800'], [7], [{}], [['x']]])('refuses %j', (input) => {
    expect(parseField(name, input).ok).toBe(false);
  });

  test.each([[''], ['   '], [null], [undefined]])('%j is empty, and a required field says so', (input) => {
    expect(parseField(name, input)).toEqual({ ok: false, message: 'Este dato es obligatorio.' });
    expect(parseField(text('Nombre', { max: 10 }), input)).toEqual({ ok: true, value: null });
  });

  test('a verbatim text keeps every space', () => {
    expect(result(parseField(text('Contraseña', { max: 20, verbatim: true }), ' dos  espacios '))).toBe(
      ' dos  espacios ',
    );
  });

  test('a long text keeps its lines', () => {
    expect(result(parseField(longText('Notas'), 'uno\r\ndos '))).toBe('uno\ndos');
  });

  test.each([
    ['Pana\u202eRLS', 'PanaRLS'],
    ['\u202aAna\u202c', 'Ana'],
    ['A\u200bna\u00ad', 'Ana'],
    ['Ana\x07\x1b[1m', 'Ana[1m'],
    ['Ana\u200b \u2060Ruiz', 'Ana Ruiz'],
    ['uno\ndos\ttres', 'uno dos tres'],
    ['👩\u200d🍳 Ana', '👩\u200d🍳 Ana'],
  ])('invisible characters are removed: %j', (input, value) => {
    expect(result(parseField(text('Nombre', { max: 20 }), input))).toBe(value);
  });

  test('lines keep their tabs', () => {
    expect(result(parseField(longText('Notas'), 'uno\t1\x07\ndos'))).toBe('uno\t1\ndos');
  });

  test('a text of invisible characters is empty', () => {
    expect(parseField(name, '\u200b\u202e')).toEqual({ ok: false, message: 'Este dato es obligatorio.' });
    expect(parseField(text('Nombre', { max: 10 }), '\u200b')).toEqual({ ok: true, value: null });
  });
});

describe('numbers', () => {
  test('an integer is whole and within 32 bits', () => {
    const days = integer('Días', { min: 0, max: 365 });
    expect(result(parseField(days, '30'))).toBe(30);
    for (const input of [1.5, '1.5', -1, 366, 2 ** 31, true, '١٢'])
      expect(parseField(days, input).ok).toBe(false);
  });

  test('a decimal is exact text and round-trips', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (cents) => {
        const sign = cents < 0n ? '-' : '';
        const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
        const amount = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(exactDecimal(amount, 2)).toBe(amount === '-0.00' ? '0.00' : amount);
      }),
    );
  });

  test('a decimal is never rounded: too many digits are refused', () => {
    expect(exactDecimal('1.005', 2)).toBeNull();
    expect(exactDecimal('1.500', 2)).toBe('1.50');
    expect(exactDecimal('99999999999999999.00', 2)).toBeNull();
    for (const text of ['1e3', '1,000.00', 'NaN', '', '.5', '--1']) expect(exactDecimal(text, 2)).toBeNull();
  });

  test('decimals are ordered and bounded by all of their digits', () => {
    expect(compareDecimals('9007199254740993.00', '9007199254740992.99')).toBe(1);
    expect(compareDecimals('-1.5', '-1.25')).toBe(-1);
    expect(compareDecimals('-0.50', '0.5')).toBe(-1);
    expect(compareDecimals('2', '2.000')).toBe(0);
    expect(parseField(decimal('Monto', { scale: 2, max: 9007199254740992 }), '9007199254740993').ok).toBe(
      false,
    );
  });

  test('an amount is shown with its currency and all digits', () => {
    const limit = money('Límite', { currency: 'currency_code' });
    const shown = formatField(limit, '12345678901234.56', { currency_code: 'DOP' });
    expect(shown).toContain('12,345,678,901,234.56');
    expect(shown).toMatch(/RD\$/);
    expect(parseField(limit, '-1').ok).toBe(false);
  });

  test('a percentage stays within 0 and 100', () => {
    expect(result(parseField(percent('Comisión'), '15.25'))).toBe('15.2500');
    expect(parseField(percent('Comisión'), '100.01').ok).toBe(false);
    expect(formatField(percent('Comisión'), '15.2500')).toBe('15.25 %');
    expect(parseField(decimal('Latitud', { scale: 6, min: -90, max: 90 }), '-91').ok).toBe(false);
  });
});

describe('dates', () => {
  test('a day that does not exist in the calendar is refused', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        (day) => isCivilDate(day.toISOString().slice(0, 10)),
      ),
    );
    for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '1899-12-31', '21/11/2026']) {
      expect(isCivilDate(text)).toBe(false);
    }
  });

  test('a day is formatted without a time zone conversion', () => {
    expect(formatField(date('Vence'), '2026-03-01')).toBe('01/03/2026');
  });

  test('an instant is kept in UTC', () => {
    expect(result(parseField(dateTime('Hora'), '2026-03-01T10:00:00-04:00'))).toBe(
      '2026-03-01T14:00:00.000Z',
    );
    expect(parseField(dateTime('Hora'), '2026-03-01').ok).toBe(false);
  });
});

describe('choices', () => {
  const status = choice(
    'Estado',
    { active: ['Activo', 'success'], blocked: 'Bloqueado' },
    { required: true },
  );

  test('the value is stored, the label shown', () => {
    expect(result(parseField(status, 'active'))).toBe('active');
    expect(formatField(status, 'active')).toBe('Activo');
    expect(parseField(status, 'Activo')).toEqual({
      ok: false,
      message: 'Elija una de estas opciones: Activo, Bloqueado.',
    });
  });

  test('several choices are a set', () => {
    expect(result(parseField(choices('Días', { l: 'Lunes', m: 'Martes' }), ['l', 'l', 'm']))).toEqual([
      'l',
      'm',
    ]);
  });

  test('yes and no are booleans, not texts', () => {
    expect(result(parseField(yesNo('Activo'), false))).toBe(false);
    expect(parseField(yesNo('Activo'), 'true').ok).toBe(false);
    expect(formatField(yesNo('Activo'), false)).toBe('No');
  });
});

describe('contact data', () => {
  test.each([
    ['Ana@Empresa.COM', 'ana@empresa.com'],
    ['a.b+c@sub.empresa.com.do', 'a.b+c@sub.empresa.com.do'],
  ])('%s is an address', (input, value) => {
    expect(result(parseField(email('Correo'), input))).toBe(value);
  });

  test.each([['ana'], ['ana@empresa'], ['ana@@empresa.com'], ['ana @empresa.com'], ['a..b@empresa.com']])(
    '%s is no address',
    (input) => {
      expect(parseField(email('Correo'), input).ok).toBe(false);
    },
  );

  test('a web address gets a scheme; scripts and credentials are refused', () => {
    expect(result(parseField(url('Web'), 'www.empresa.com'))).toBe('https://www.empresa.com');
    // Parsing the result again does not change it.
    for (const input of ['empresa.com/', 'empresa.com//.', 'empresa.com/a///'])
      expect(result(parseField(url('Web'), input))).not.toMatch(/\/$/);
    for (const input of ['javascript:alert(1)', 'https://u:p@empresa.com', 'localhost', 'hola mundo']) {
      expect(parseField(url('Web'), input).ok).toBe(false);
    }
  });

  test('a telephone is kept in E.164', () => {
    expect(result(parseField(phone('Tel'), '+1 (809) 555-0100'))).toBe('+18095550100');
    expect(result(parseField(phone('Tel'), '00 34 600 000 000'))).toBe('+34600000000');
    for (const written of [
      '809-555-0185',
      '(809) 555 0185',
      '+1 809 555-0185',
      '8095550185',
      '1.809.555.0185',
    ])
      expect(result(parseField(phone('Tel'), written))).toBe('+18095550185');
    const extended = phone('Tel');
    const value = result(parseField(extended, '(809) 555-0185 ext. 22'));
    expect(value).toBe('+18095550185;ext=22');
    expect(formatField(extended, value as string)).toBe('+1 809 555 0185 ext. 22');
    expect(result(parseField(extended, formatField(extended, value as string)))).toBe(value);
    expect(parseField(phone('Tel', { apart: true }), '809 555 0185 x22').ok).toBe(false);
    expect(parseField(phone('Tel'), '555-0100').ok).toBe(false);
  });
});

test('tags are a set of short words', () => {
  expect(result(parseField(tags('Etiquetas'), ['vip', ' vip ', 'radio']))).toEqual(['vip', 'radio']);
  expect(parseField(tags('Etiquetas'), ['a,b']).ok).toBe(false);
  expect(
    parseField(
      tags('Etiquetas'),
      Array.from({ length: 21 }, (_, n) => `t${n}`),
    ).ok,
  ).toBe(false);
});

test.each([
  ['1-31-24679-6', '131246796'],
  ['1 – 31.24679 – 6', '131246796'],
  ['１３１２４６７９６', '131246796'],
  ['1 - 3 1 - 2 4 - 6 7 9 - 6', '131246796'],
  ['ab 12', 'AB12'],
])('a tax id is the same however it is typed: %s', (typed, value) => {
  const field = taxId('RNC', { country: 'country_id', type: 'type' });
  expect(result(parseField(field, typed))).toBe(value);
  expect(parseField(field, '1'.repeat(21)).ok).toBe(false);
});

test('the length is checked on the stored form', () => {
  expect(parseField(url('Sitio'), `a.com/${'ñ'.repeat(90)}`).ok).toBe(false);
  expect(parseField(url('Sitio'), `a.com/${'n'.repeat(90)}`).ok).toBe(true);
  expect(parseField(email('Correo'), `${'İ'.repeat(200)}@a.com`).ok).toBe(false);
});

test('a year is written without separators, its limits too', () => {
  expect(formatField(integer('Año', { isGrouped: false }), 2027)).toBe('2027');
  const year = integer('Año', { min: 2000, max: 2100, isGrouped: false });
  expect(parseField(year, '2160')).toMatchObject({ message: 'Debe ser 2100 o menos.' });
  expect(formatField(integer('Cantidad'), 2027)).toBe('2,027');
});
