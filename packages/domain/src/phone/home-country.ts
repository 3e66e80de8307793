/**
 * Possible countries of the company: those whose telephone numbers and identifications are supported, by ISO 3166-1
 * alpha-2.
 */
export const companyCountries = {
  DO: 'República Dominicana',
  AR: 'Argentina',
  BO: 'Bolivia',
  BR: 'Brasil',
  CL: 'Chile',
  CO: 'Colombia',
  CR: 'Costa Rica',
  CU: 'Cuba',
  EC: 'Ecuador',
  SV: 'El Salvador',
  ES: 'España',
  US: 'Estados Unidos',
  GT: 'Guatemala',
  GQ: 'Guinea Ecuatorial',
  HN: 'Honduras',
  MX: 'México',
  NI: 'Nicaragua',
  PA: 'Panamá',
  PY: 'Paraguay',
  PE: 'Perú',
  PR: 'Puerto Rico',
  UY: 'Uruguay',
  VE: 'Venezuela',
} as const;

/** The company's country (setting `company_country`): telephones without a prefix belong to it. */
export let homeCountry = 'DO';

/** Sets the company's country from the settings; an unknown one is ignored. */
export const setHomeCountry = (country: unknown): void => {
  if (typeof country === 'string' && Object.hasOwn(companyCountries, country)) homeCountry = country;
};
