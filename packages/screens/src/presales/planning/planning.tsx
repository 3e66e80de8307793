import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { formatPlanned } from '@pauta/domain/presales/planning/planned-amount.ts';
import { repGoals } from '@pauta/domain/presales/planning/rep-goal.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import type { LinesEditorProps } from '@pauta/ui/document/form/document-form.tsx';
import { type CellProps, Nothing } from '@pauta/ui/field-components/cells.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';

// Loaded lazily, so that a list does not load the tab of a record.
const ActualsTab = lazy(async () => ({ default: (await import('./actuals-tab.tsx')).ActualsTab }));

const BudgetLinesEditor = lazy(async () => ({
  default: (await import('./budget-lines-editor.tsx')).BudgetLinesEditor,
}));
const BudgetLinesView = lazy(async () => ({
  default: (await import('./budget-lines-view.tsx')).BudgetLinesView,
}));
const DifferencesTab = lazy(async () => ({
  default: (await import('./differences-tab.tsx')).DifferencesTab,
}));

const differencesTab: DetailTab = {
  id: 'diferencias',
  label: 'Diferencias',
  content: (plan) => (
    <Suspense fallback={<Skeleton lines={10} />}>
      <DifferencesTab plan={plan} />
    </Suspense>
  ),
};

const BudgetEditor = (props: LinesEditorProps): ReactElement => (
  <Suspense fallback={<Skeleton lines={10} />}>
    <BudgetLinesEditor {...props} />
  </Suspense>
);
const BudgetView = ({ record }: { readonly record: AnyRecord }): ReactElement => (
  <Suspense fallback={<Skeleton lines={10} />}>
    <BudgetLinesView record={record} />
  </Suspense>
);

const actualsTab = (resource: Resource): DetailTab => ({
  id: 'cumplimiento',
  label: 'Cumplimiento',
  content: (plan) => (
    <Suspense fallback={<Skeleton lines={10} />}>
      <ActualsTab plan={plan} resource={resource} />
    </Suspense>
  ),
});

/** A figure of a goal, with the currency if its metric is an amount. */
const GoalFigure = ({ value, record = {} }: CellProps): ReactNode =>
  isEmpty(value) ? <Nothing /> : formatPlanned(String(value), record);

/** PreVenta › Presupuesto de Ventas. */
export const SalesBudgets = resourceScreens(salesBudgets, {
  list: {
    title: 'Presupuesto de Ventas',
    description: 'Lo que cada compañía planea vender, por mes. Cada año vale la versión aprobada.',
  },
  form: { linesEditors: { lines: BudgetEditor } },
  detail: { linesView: BudgetView, tabs: [actualsTab(salesBudgets), differencesTab] },
});

/** PreVenta › Presupuesto por Cliente. */
export const ClientBudgets = resourceScreens(clientBudgets, {
  list: {
    title: 'Presupuesto por Cliente',
    description: 'Cuánto invertirá cada cliente, por mes: lo que declaró y lo que se estima.',
  },
  detail: { tabs: [actualsTab(clientBudgets)] },
});

/** PreVenta › Metas por Ejecutivo. */
export const RepGoals = resourceScreens(repGoals, {
  cells: { total: GoalFigure, reached: GoalFigure, stretch: GoalFigure },
  list: {
    needs: ['currency_code'],
    title: 'Metas por Ejecutivo',
    description: 'Lo que cada ejecutivo debe lograr, por mes: montos o cantidades según la métrica.',
  },
  detail: { tabs: [actualsTab(repGoals)] },
});
