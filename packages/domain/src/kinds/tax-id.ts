import { compactText } from '../tax-id/digits.ts';
import { formatTaxId } from '../tax-id/tax-id.ts';
import type { Field, FieldOptions, Kind } from './kind.ts';
import type { Reference } from './reference.ts';
import { parseText, type TextOptions, textKind } from './text.ts';

export interface TaxIdOptions extends TextOptions {
  /** Fields of the same record with the country and the type of identification. */
  readonly country: string;
  readonly type: string;
}

export const taxIdKind: Kind<string, TaxIdOptions> = {
  ...textKind,
  name: 'taxId',
  // The check digit depends on the country and the type, so it is checked by a rule of the record (`taxIdRule`). Group
  // separators are removed on parsing, so that equal numbers have equal text.
  parse: (input, options) => {
    const checked = parseText(input, { ...options, max: Number.POSITIVE_INFINITY });
    return checked.ok ? parseText(compactText(checked.value), options) : checked;
  },
  format: (value, { country, type }, record) => {
    const nation = record?.[country] as Reference | null | undefined;
    return formatTaxId(nation?.code ?? '', String(record?.[type] ?? ''), value);
  },
};

/** A tax identification: stored compact, shown with the separators of its country. */
export const taxId = (
  label: string,
  options: FieldOptions & { readonly country: string; readonly type: string },
): Field<string, TaxIdOptions> => ({
  kind: taxIdKind,
  label,
  options: { max: 20, width: 'medium', ...options },
});
