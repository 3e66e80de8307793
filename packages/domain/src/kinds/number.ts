import { amountFilter, filterScale, withoutGroups } from '../money/amount-filter.ts';
import { compareDecimals, exactDecimal } from '../money/exact-decimal.ts';
import { formatMoney } from '../money/format-money.ts';
import { formatCount, locale } from '../text/locale.ts';
import { type Field, type FieldOptions, type FilterValues, type Kind, parsed, rejected } from './kind.ts';

export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

export interface IntegerOptions extends NumberOptions {
  /** Whether thousands are separated; not in a year or the number of a record. Default: true. */
  readonly isGrouped?: false;
}

export interface DecimalOptions extends NumberOptions {
  /** Number of decimals, stored and shown. */
  readonly scale: number;
}

export interface MoneyOptions extends DecimalOptions {
  /** Field of the same record that holds the ISO 4217 code. */
  readonly currency: string;
}

const range = (value: string, { min, max, isGrouped }: IntegerOptions): string | null => {
  const shown = isGrouped === false ? String : formatCount;
  if (min !== undefined && compareDecimals(value, String(min)) < 0) return `Debe ser ${shown(min)} o más.`;
  if (max !== undefined && compareDecimals(value, String(max)) > 0) return `Debe ser ${shown(max)} o menos.`;
  return null;
};

const filter: FilterValues<NumberOptions> = {
  accepts: (text) => exactDecimal(text, filterScale) !== null,
  read: (text) => {
    const plain = withoutGroups(text);
    return exactDecimal(plain, filterScale) === null ? null : plain;
  },
};

export const integerKind: Kind<number, IntegerOptions> = {
  name: 'integer',
  family: 'range',
  align: 'end',
  filter,
  aggregate: 'sum',
  parse: (input, options) => {
    const value = typeof input === 'string' && /^[+-]?\d{1,10}$/.test(input.trim()) ? Number(input) : input;
    if (typeof value !== 'number' || !Number.isInteger(value)) return rejected('Escriba un número entero.');
    if (Math.abs(value) > 2_147_483_647) return rejected('El número es demasiado grande.');
    const wrong = range(String(value), options);
    return wrong ? rejected(wrong) : parsed(value);
  },
  format: (value, { isGrouped }) => (isGrouped === false ? String(value) : formatCount(value)),
  wire: (value) => value,
  compare: (a, b) => a - b,
  column: () => 'integer',
  schema: ({ min, max }) => ({
    type: 'integer',
    minimum: min ?? -2_147_483_648,
    maximum: max ?? 2_147_483_647,
  }),
};

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.NumberFormat(locale, options);
    formatters.set(key, made);
  }
  return made;
}

/** `Intl` formats a decimal string without rounding it through a float (ES2023). */
const exact = (value: string) => value as unknown as number;

export const decimalKind: Kind<string, DecimalOptions> = {
  name: 'decimal',
  family: 'range',
  align: 'end',
  filter,
  aggregate: 'sum',
  parse: (input, options) => {
    const value =
      typeof input === 'string' || typeof input === 'number'
        ? exactDecimal(String(input), options.scale)
        : null;
    if (value === null) {
      return rejected(
        options.scale === 0
          ? 'Escriba un número.'
          : `Escriba un número con ${options.scale} decimales como máximo.`,
      );
    }
    const wrong = range(value, options);
    return wrong ? rejected(wrong) : parsed(value);
  },
  format: (value, { scale }) =>
    formatter(`d${scale}`, { minimumFractionDigits: 0, maximumFractionDigits: scale }).format(exact(value)),
  wire: (value) => value,
  compare: compareDecimals,
  column: ({ scale }) => `numeric(18,${scale})`,
  schema: () => ({ type: 'string', pattern: '^-?\\d{1,16}(\\.\\d{1,8})?$' }),
};

export const percentKind: Kind<string, DecimalOptions> = {
  ...decimalKind,
  name: 'percent',
  aggregate: 'average',
  format: (value, { scale }) =>
    `${formatter(`d${scale}`, { maximumFractionDigits: scale }).format(exact(value))} %`,
  column: () => 'numeric(7,4)',
};

export const moneyKind: Kind<string, MoneyOptions> = {
  ...decimalKind,
  name: 'money',
  filter: amountFilter,
  format: (value, { scale, currency }, record) => {
    const code = record?.[currency];
    return formatMoney(value, typeof code === 'string' ? code : '', scale);
  },
};

/** A whole number of 32 bits. */
export const integer = (label: string, options: IntegerOptions = {}): Field<number, IntegerOptions> => ({
  kind: integerKind,
  label,
  options: { sortable: true, width: 'short', ...options },
});

/** An exact decimal, as text. */
export const decimal = (label: string, options: DecimalOptions): Field<string, DecimalOptions> => ({
  kind: decimalKind,
  label,
  options: { width: 'short', ...options },
});

/** 0–100 with up to four decimals. */
export const percent = (label: string, options: NumberOptions = {}): Field<string, DecimalOptions> => ({
  kind: percentKind,
  label,
  options: { min: 0, max: 100, scale: 4, width: 'short', ...options },
});

/** An amount with two decimals; its currency is in another field of the record. */
export const money = (
  label: string,
  options: NumberOptions & { readonly currency: string },
): Field<string, MoneyOptions> => ({
  kind: moneyKind,
  label,
  options: { scale: 2, min: 0, width: 'medium', ...options },
});
