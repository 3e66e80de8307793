/** Kinds of contracts (domain §1.4). */
export const contractTypes = {
  normal: 'Normal',
  frame: 'Marco',
  agreement: 'Convenio',
  barter: 'Intercambio',
  courtesy: 'Cortesía',
  social_service: 'Servicio social',
} as const;
