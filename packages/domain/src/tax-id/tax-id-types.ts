/** Kinds of tax identification, by the name each country gives them. */
export const taxIdTypes = {
  RNC: 'RNC',
  CEDULA: 'Cédula',
  PASAPORTE: 'Pasaporte',
  RFC: 'RFC',
  NIT: 'NIT',
  RUC: 'RUC',
  CUIT: 'CUIT',
  RUT: 'RUT',
  RIF: 'RIF',
  CPJ: 'Cédula jurídica',
  NIF: 'NIF',
  OTRO: 'Otra',
} as const;

export type TaxIdType = keyof typeof taxIdTypes;
