import type { FieldName } from './answers.ts';

export type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** What one field takes. */
export interface FieldSpec {
  readonly required?: boolean;
  /** Of a text: the length of the column behind `client_registrations`. */
  readonly max?: number;
}

/** All of them, in the order of the form. */
export const fields: Readonly<Record<FieldName, FieldSpec>> = {
  country: { required: true, max: 2 },
  person_kind: {},
  legal_name: { required: true, max: 160 },
  trade_name: { max: 160 },
  tax_id_type: { required: true, max: 20 },
  tax_id: { required: true, max: 30 },
  industry_id: { max: 60 },
  website: { max: 300 },
  locality: { max: 120 },
  address: { max: 240 },
  'contact.first_name': { required: true, max: 80 },
  'contact.last_name': { required: true, max: 80 },
  'contact.job': { max: 80 },
  'contact.email': { required: true, max: 254 },
  'contact.phone': { required: true, max: 40 },
  investment_band: { max: 60 },
  platform_ids: {},
  has_agency: {},
  'agency.name': { max: 160 },
  'agency.tax_id': { max: 30 },
  comments: { max: 2000 },
  consent: {},
  fax: { max: 200 },
};

export const fieldOrder = Object.keys(fields) as FieldName[];
