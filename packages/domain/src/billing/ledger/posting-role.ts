/** What an account of the ledger is used for; `posting_accounts` says which account that is (domain §6.24). */
export const postingRoles = {
  receivable_clients: 'Cuentas por cobrar a clientes',
  receivable_agencies: 'Cuentas por cobrar a agencias',
  income: 'Ingresos',
  discounts: 'Descuentos y bonificaciones',
  agency_discount: 'Descuento de agencia',
  tax_payable: 'ITBIS por pagar',
  advances: 'Anticipos de clientes',
  bank: 'Caja y bancos',
  barter: 'Cuentas por cobrar por canje',
  withholdings: 'Retenciones por compensar',
  commission_expense: 'Gasto de comisión de agencia',
  commission_payable: 'Comisiones de agencia por pagar',
  tax_advanced: 'ITBIS adelantado',
  deferred_income: 'Ingresos diferidos',
  sales_commission_expense: 'Gasto de comisión de ventas',
  sales_commission_payable: 'Comisiones de ventas por pagar',
  exchange_gain: 'Diferencia cambiaria ganada',
  exchange_loss: 'Diferencia cambiaria perdida',
  exchange_clearing: 'Conversión de cobros',
  bad_debt: 'Cuentas incobrables',
  rebate_payable: 'Bonificaciones por volumen por pagar',
  opening_balance: 'Saldos de apertura',
} as const;

export type PostingRole = keyof typeof postingRoles;
