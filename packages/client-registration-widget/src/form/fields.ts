import type { FieldName, TextAnswers } from './answers.ts';

export type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** Fields that can be wrong, in the order of the form. */
export const fieldOrder = [
  'country',
  'person_kind',
  'legal_name',
  'trade_name',
  'tax_id_type',
  'tax_id',
  'industry_id',
  'website',
  'locality',
  'address',
  'contact.first_name',
  'contact.last_name',
  'contact.job',
  'contact.email',
  'contact.phone',
  'investment_band',
  'platform_ids',
  'has_agency',
  'agency.name',
  'agency.tax_id',
  'comments',
  'consent',
] as const satisfies readonly FieldName[];

/** How one text field is asked. */
export interface FieldSpec {
  readonly required?: boolean;
  readonly max: number;
  /**
   * Token of the HTML standard. Every field has one: a browser guesses where it is missing, and writes the
   * visitor's first name into «Nombre comercial».
   */
  readonly autoComplete: string;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  /** Shown in capitals; the value itself is not touched while typing, which would throw the caret about. */
  readonly capitals?: boolean;
}

/** Limits are those of the columns behind `client_registrations`. */
export const fields: Readonly<Record<keyof TextAnswers, FieldSpec>> = {
  legal_name: { required: true, max: 160, autoComplete: 'organization' },
  trade_name: { max: 160, autoComplete: 'off' },
  country: { required: true, max: 2, autoComplete: 'country' },
  tax_id_type: { required: true, max: 20, autoComplete: 'off' },
  tax_id: { required: true, max: 30, autoComplete: 'off', capitals: true },
  industry_id: { max: 60, autoComplete: 'off' },
  website: { max: 300, autoComplete: 'url', type: 'url' },
  locality: { max: 120, autoComplete: 'address-level2' },
  address: { max: 240, autoComplete: 'address-line1' },
  'contact.first_name': { required: true, max: 80, autoComplete: 'given-name' },
  'contact.last_name': { required: true, max: 80, autoComplete: 'family-name' },
  'contact.job': { max: 80, autoComplete: 'organization-title' },
  'contact.email': { required: true, max: 254, autoComplete: 'email', type: 'email' },
  'contact.phone': { required: true, max: 40, autoComplete: 'tel', type: 'tel' },
  investment_band: { max: 60, autoComplete: 'off' },
  'agency.name': { max: 160, autoComplete: 'off' },
  'agency.tax_id': { max: 30, autoComplete: 'off', capitals: true },
  comments: { max: 2000, autoComplete: 'off' },
  fax: { max: 200, autoComplete: 'off' },
};
