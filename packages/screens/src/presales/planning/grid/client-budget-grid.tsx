import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import type { ReactElement } from 'react';
import { PlanGrid } from './plan-grid.tsx';
import type { PlanTable } from './plan-table.ts';

const table: PlanTable = {
  resource: clientBudgets,
  title: 'Presupuestos de clientes por mes',
  description:
    'Lo que cada cliente invertirá, una fila por presupuesto. Pegue desde Excel o escriba; se guarda celda por celda.',
  names: ['client_id', 'fiscal_year', 'source', 'brand_id', 'agency_id', 'platform_id', 'currency_code'],
  compared: { field: 'booked', missing: 'Brecha' },
  groups: ['sales_rep_id', 'source', 'platform_id', 'agency_id'],
  summed: ['currency_code'],
  isCount: () => false,
  isClosed: () => false,
};

/** PreVenta › Presupuesto por Cliente › Cuadrícula. */
export function ClientBudgetGrid(): ReactElement {
  return <PlanGrid table={table} />;
}
