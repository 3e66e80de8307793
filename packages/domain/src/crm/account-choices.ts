/** What the tax authority sees in an account: it drives the kind of fiscal document (domain §1.2). */
export const taxpayerTypes = {
  taxpayer: 'Contribuyente',
  final_consumer: 'Consumidor final',
  nonprofit: 'Sin fines de lucro',
  special_regime: 'Régimen especial',
  government: 'Gubernamental',
  foreign: 'Extranjero',
} as const;

/** Whether somebody may buy on credit (domain §1.2). */
export const creditStatuses = {
  active: ['Activo', 'success'],
  in_review: ['En revisión', 'warning'],
  on_hold: ['Retenido', 'danger'],
  blocked: ['Bloqueado', 'danger'],
} as const;

export const personKinds = { legal_entity: 'Jurídica', individual: 'Física' } as const;
