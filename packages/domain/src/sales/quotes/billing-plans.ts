/** When a sale is invoiced. */
export const billingPlans = {
  by_consumption: 'Según el consumo',
  monthly: 'Mensual, en partes iguales',
  upfront: 'Por adelantado',
  on_delivery: 'Contra entrega',
  milestones: 'Por hitos',
} as const;

/** How the agency's commission is paid, as agreed with the agency. */
export const commissionModes = {
  invoice_discount: 'Descuento en factura',
  later_settlement: 'Liquidación posterior',
} as const;
