/** What an addendum changes (domain §1.4). */
export const addendumKinds = {
  extend: 'Ampliar plazo',
  change_dates: 'Cambiar fechas',
  add_lines: 'Agregar renglones',
  remove_lines: 'Quitar renglones',
  change_price: 'Cambiar precio',
  change_quantity: 'Cambiar cantidad',
  change_material: 'Cambiar material',
  partial_cancellation: 'Cancelar una parte',
  change_billing: 'Cambiar a quién se factura',
} as const;
