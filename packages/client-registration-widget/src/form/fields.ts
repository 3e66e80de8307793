import type { FieldName } from './answers.ts';

export type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** What one field takes. */
export interface FieldSpec {
  readonly required?: boolean;
  /** Of a text: the length of the column behind `client_registrations`. */
  readonly max?: number;
  /**
   * How the browser helps: a token of the HTML standard, that of the type where it is missing, else `off`. No field goes
   * without: a browser guesses then, and writes the visitor's first name into «Nombre comercial».
   */
  readonly autoComplete?: string;
  readonly type?: 'email' | 'tel' | 'url';
  /** Shown in capitals; the value itself is not touched while typing, which would throw the caret about. */
  readonly capitals?: boolean;
}

/** All of them, in the order of the form. */
export const fields: Readonly<Record<FieldName, FieldSpec>> = {
  country: { required: true, max: 2, autoComplete: 'country' },
  person_kind: {},
  legal_name: { required: true, max: 160, autoComplete: 'organization' },
  trade_name: { max: 160 },
  tax_id_type: { required: true, max: 20 },
  tax_id: { required: true, max: 30, capitals: true },
  industry_id: { max: 60 },
  website: { max: 300, type: 'url' },
  locality: { max: 120, autoComplete: 'address-level2' },
  address: { max: 240, autoComplete: 'address-line1' },
  'contact.first_name': { required: true, max: 80, autoComplete: 'given-name' },
  'contact.last_name': { required: true, max: 80, autoComplete: 'family-name' },
  'contact.job': { max: 80, autoComplete: 'organization-title' },
  'contact.email': { required: true, max: 254, type: 'email' },
  'contact.phone': { required: true, max: 40, type: 'tel' },
  investment_band: { max: 60 },
  platform_ids: {},
  has_agency: {},
  'agency.name': { max: 160 },
  'agency.tax_id': { max: 20, capitals: true },
  comments: { max: 2000 },
  consent: {},
  fax: { max: 200 },
};

export const fieldOrder = Object.keys(fields) as FieldName[];
