import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { isAmountPlan } from '@pauta/domain/presales/planning/planned-amount.ts';
import type { ReactElement } from 'react';
import { PlanGrid } from './plan-grid.tsx';
import type { PlanTable } from './plan-table.ts';

const table: PlanTable = {
  resource: repGoals,
  title: 'Metas por mes',
  description:
    'Lo que cada ejecutivo debe lograr, una fila por métrica. Los meses cerrados y las metas aprobadas no se escriben.',
  names: ['user_id', 'metric', 'fiscal_year', 'division_id', 'platform_id', 'currency_code', 'status'],
  compared: { field: 'reached', missing: 'Falta' },
  groups: ['team_leader_id', 'user_id', 'division_id', 'platform_id'],
  summed: ['metric', 'currency_code'],
  isCount: (record) => !isAmountPlan(record),
  isClosed: (record, has) => record.status === 'approved' && !has('rep_goals.approve'),
};

/** PreVenta › Metas por Ejecutivo › Cuadrícula. */
export function GoalGrid(): ReactElement {
  return <PlanGrid table={table} />;
}
