import { agencies } from '../agencies/agency.ts';

const {
  agency_code,
  agency_type_id,
  agency_category_id,
  agency_group_id,
  commission_type_id,
  commission_pct,
  commission_mode,
} = agencies.fields;

/** Data of an agency that a client does not have; asked for when a client is converted (domain §1.2). */
export const conversionFields = {
  agency_code,
  agency_type_id,
  agency_category_id,
  agency_group_id,
  commission_type_id,
  commission_mode,
  commission_pct,
} as const;

/** Fields copied from the client to the agency: both describe the same company. */
export const companyFields = [
  'company_code',
  'legal_name',
  'trade_name',
  'person_kind',
  'country_id',
  'tax_id_type',
  'tax_id',
  'taxpayer_type',
  'tags',
  'primary_sales_rep_id',
  'currency_code',
  'credit_term_id',
  'credit_limit',
  'website',
  'address_line',
  'locality_id',
  'notes',
] as const;
