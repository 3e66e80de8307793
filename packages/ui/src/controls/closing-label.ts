/**
 * Text of the button that closes a dialog without its action: another word than the action's own.
 *
 * @example closingLabel('Cancelar contrato') // 'Volver'
 */
export const closingLabel = (action: string): string =>
  /^cancelar\b/iu.test(action) ? 'Volver' : 'Cancelar';
