import { locale } from '@pauta/domain/text/locale.ts';
import { type ReactElement, useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode'> {
  /** Number of decimals shown while the field is not focused. */
  readonly scale?: number;
  /** False: without separators of thousands, as for a year. */
  readonly isGrouped?: boolean;
}

const plain = /^[+-]?\d+(\.\d*)?$/;

/** Typed or pasted text → exact text with a decimal point: `RD$ 1,234.50` → `1234.50`. */
export const unformatNumber = (typed: string): string =>
  typed.replace(/[A-Z$€\s\u00a0\u202f%]/gi, '').replace(/,(?=\d{3})/g, '');

/** Exact text → text with grouping; an invalid number is returned unchanged. */
export function formatNumber(value: string, scale?: number): string {
  if (!plain.test(value)) return value;
  const fraction = (value.split('.')[1] ?? '').length;
  // `Intl` takes a decimal string and keeps every digit (ES2023).
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.max(scale ?? 0, fraction),
    maximumFractionDigits: Math.max(scale ?? 0, fraction),
  }).format(value as unknown as number);
}

/**
 * A number, as decimal text (`'1234.50'`) and never a float. Thousands are grouped while the field is not focused;
 * pasted amounts may contain currency symbols and separators.
 */
export function NumberField({
  value,
  onChange,
  onBlur,
  scale,
  isGrouped = true,
  ...rest
}: NumberFieldProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      onChange={(text) => {
        setTyped(text);
        onChange(unformatNumber(text));
      }}
      value={typed ?? (isGrouped ? formatNumber(value, scale) : value)}
    />
  );
}
