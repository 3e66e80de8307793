/** Whether a sale has an agency: sellers earn another rate then (domain §6.22). */
export const saleWays = { direct: 'Venta directa', agency: 'Con agencia' } as const;
