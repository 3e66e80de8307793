import type { FieldName } from './answers.ts';

export type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** The definition of one field. */
export interface FieldSpec {
  readonly required?: boolean;
  /** Maximum length of a text: that of the column in `client_registrations`. */
  readonly max?: number;
  /** Default: a single-line text field. */
  readonly kind?: 'select' | 'radio' | 'chips' | 'area';
  /**
   * Value of `autocomplete`: a token of the HTML standard, by default that of the field type, otherwise `off`. Every
   * field has one, because browsers guess otherwise and, for example, fill the visitor's first name into «Nombre
   * comercial».
   */
  readonly autoComplete?: string;
  readonly type?: 'email' | 'tel' | 'url';
  /** Displayed in capitals by CSS; changing the value while typing would move the caret. */
  readonly capitals?: boolean;
  /** Columns out of six on a wide form, default 3; on a narrow form every field has its own row. */
  readonly span?: 2 | 6;
}

/** The questions of the form, section by section, in order. */
const sections = {
  company: {
    country: { required: true, max: 2, kind: 'select', autoComplete: 'country' },
    person_kind: { kind: 'radio' },
    legal_name: { required: true, max: 160, autoComplete: 'organization' },
    trade_name: { max: 160 },
    tax_id_type: { required: true, max: 20, kind: 'select' },
    tax_id: { required: true, max: 30, capitals: true },
    industry_id: { max: 60, kind: 'select' },
    website: { max: 300, type: 'url' },
    locality: { max: 120, autoComplete: 'address-level2' },
    address: { max: 240, autoComplete: 'address-line1' },
  },
  contact: {
    'contact.first_name': { required: true, max: 80, autoComplete: 'given-name', span: 2 },
    'contact.last_name': { required: true, max: 80, autoComplete: 'family-name', span: 2 },
    'contact.job': { max: 80, autoComplete: 'organization-title', span: 2 },
    'contact.email': { required: true, max: 254, type: 'email' },
    'contact.phone': { required: true, max: 40, type: 'tel' },
  },
  interest: {
    platform_ids: { kind: 'chips', span: 6 },
    investment_band: { max: 60, kind: 'select' },
    has_agency: { kind: 'radio' },
    'agency.name': { required: true, max: 160 },
    'agency.tax_id': { max: 20, capitals: true },
    comments: { max: 2000, kind: 'area', span: 6 },
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<FieldName, FieldSpec>>>>>;

/** The sections with their questions; every section but the last has a required question. */
export const parts = Object.entries(sections).map(([section, own]) => ({
  section: section as keyof typeof sections,
  names: Object.keys(own) as FieldName[],
}));

/** All fields; the last two are below the sections. */
export const fields: Readonly<Record<FieldName, FieldSpec>> = {
  ...sections.company,
  ...sections.contact,
  ...sections.interest,
  consent: {},
  fax: { max: 200 },
};

export const fieldOrder = Object.keys(fields) as FieldName[];
