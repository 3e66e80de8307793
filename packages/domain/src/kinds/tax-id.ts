import { formatTaxId } from '../tax-id/tax-id.ts';
import { type Field, type FieldOptions, type Kind, parsed } from './kind.ts';
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
  // The check digit needs the country and the type, so it is a rule of the record (`taxIdRule`).
  parse: (input, options) => {
    const checked = parseText(input, options);
    return checked.ok ? parsed(checked.value.toUpperCase().replace(/[\s.\-/]/g, '')) : checked;
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
