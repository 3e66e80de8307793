/** Tax classification of an account, which determines the kind of fiscal document (domain §1.2). */
export const taxpayerTypes = {
  taxpayer: 'Contribuyente',
  final_consumer: 'Consumidor final',
  nonprofit: 'Sin fines de lucro',
  special_regime: 'Régimen especial',
  government: 'Gubernamental',
  foreign: 'Extranjero',
} as const;

/** Identifies users whose work is selling: they have a role with the first permission and without the second. */
export const sellingRole = { with: 'clients.view_own', without: 'clients.view_all' } as const;

/** Initial seller of a new account: its author, if they are a seller. */
export const selling = { from: 'me', role: sellingRole } as const;

/** Whether an account may buy on credit (domain §1.2). */
export const creditStatuses = {
  active: ['Activo', 'success'],
  in_review: ['En revisión', 'warning'],
  on_hold: ['Retenido', 'danger'],
  blocked: ['Bloqueado', 'danger'],
} as const;

export const personKinds = { legal_entity: 'Jurídica', individual: 'Física' } as const;

/** How the credit limit is controlled: its amount, and the unit of that amount. */
export const creditLimitRight = 'clients.credit_limit';
export const limitIsInCurrency = {
  by: 'credit_limit',
  permission: creditLimitRight,
  reason:
    'El límite de crédito está en esta moneda: la cambia quien fija límites. Proponga el cambio desde el registro.',
} as const;

/** Data that fiscal documents of the account contain: fixed by the first one. */
export const fiscalData = {
  by: 'fiscal_locked_at',
  permission: 'clients.edit_fiscal',
  reason: 'Ya hay documentos fiscales con este dato: lo cambia quien tiene permiso de datos fiscales.',
} as const;

/** Who pays what is sold to a client through an agency. */
export const billingParties = { client: 'Cliente', agency: 'Agencia' } as const;
