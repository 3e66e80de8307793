/** Kinds of cost and expense of the report of purchases 606 (general norm 07-2018), in the order of their codes, 01 to 11. */
export const purchaseKinds = {
  staff: 'Gastos de personal',
  supplies: 'Trabajos, suministros y servicios',
  rent: 'Arrendamientos',
  fixed_assets: 'Gastos de activos fijos',
  representation: 'Gastos de representación',
  other_deductions: 'Otras deducciones admitidas',
  financial: 'Gastos financieros',
  extraordinary: 'Gastos extraordinarios',
  cost_of_sales: 'Compras que forman parte del costo de venta',
  assets: 'Adquisiciones de activos',
  insurance: 'Gastos de seguros',
} as const;

export type PurchaseKind = keyof typeof purchaseKinds;

/** The code of a kind in the report, `01` to `11`. */
export const purchaseKindCode = (kind: PurchaseKind): string =>
  String(Object.keys(purchaseKinds).indexOf(kind) + 1).padStart(2, '0');
