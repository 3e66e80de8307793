/** Where an e-CF is on its way to the tax authority (domain §1.6). */
export const ecfStates = {
  to_sign: ['Por firmar', 'neutral'],
  signed: ['Firmado, por enviar', 'info'],
  sent: ['Enviado', 'info'],
  accepted: ['Aceptado', 'success'],
  conditional: ['Aceptado condicional', 'warning'],
  rejected: ['Rechazado', 'danger'],
  contingency: ['En contingencia', 'warning'],
  voided: ['Anulado sin enviar', 'neutral'],
} as const;

/** Whether a customer who receives electronically approved an e-CF (ACECF). */
export const customerAnswers = {
  none: ['Sin respuesta', 'neutral'],
  approved: ['Aprobado por el cliente', 'success'],
  rejected: ['Rechazado por el cliente', 'danger'],
} as const;

export type EcfState = keyof typeof ecfStates;
