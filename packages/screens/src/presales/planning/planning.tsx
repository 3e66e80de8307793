import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { formatPlanned } from '@pauta/domain/presales/planning/planned-amount.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import type { LinesEditorProps } from '@pauta/ui/document/form/document-form.tsx';
import { type CellProps, Nothing } from '@pauta/ui/field-components/cells.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import type { ProratePlan } from './plan-displays.tsx';
import { CopyYearButton, GenerateButton, GridButton, SendGapButton } from './planning-actions.tsx';

// Loaded lazily, so that a list does not load the parts of a record.
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
const ClientBudgetGrid = lazy(async () => ({
  default: (await import('./grid/client-budget-grid.tsx')).ClientBudgetGrid,
}));
const GoalGrid = lazy(async () => ({ default: (await import('./grid/goal-grid.tsx')).GoalGrid }));
const ProgressTab = lazy(async () => ({ default: (await import('./progress-tab.tsx')).ProgressTab }));
const Reconciliation = lazy(async () => ({ default: (await import('./reconciliation.tsx')).Reconciliation }));
const ProratedMonths = lazy(async () => ({ default: (await import('./plan-displays.tsx')).ProratedMonths }));

const whileLoading = (content: ReactElement): ReactElement => (
  <Suspense fallback={<Skeleton lines={10} />}>{content}</Suspense>
);

const differencesTab: DetailTab = {
  id: 'diferencias',
  label: 'Diferencias',
  content: (plan) => whileLoading(<DifferencesTab plan={plan} />),
};

const progressTab: DetailTab = {
  id: 'ritmo',
  label: 'Ritmo',
  content: (goal) => whileLoading(<ProgressTab goal={goal} />),
};

const actualsTab = (resource: Resource): DetailTab => ({
  id: 'cumplimiento',
  label: 'Cumplimiento',
  content: (plan) => whileLoading(<ActualsTab plan={plan} resource={resource} />),
});

const BudgetEditor = (props: LinesEditorProps): ReactElement =>
  whileLoading(<BudgetLinesEditor {...props} />);
const BudgetView = ({ record }: { readonly record: AnyRecord }): ReactElement =>
  whileLoading(<BudgetLinesView record={record} />);

const prorating: PlanDisplay<ProratePlan> = {
  show: (plan) => (
    <Suspense>
      <ProratedMonths {...plan} />
    </Suspense>
  ),
  hasEffect: ({ months }) => months.length > 0,
};

/** A figure of a goal, with the currency if its metric is an amount. */
const GoalFigure = ({ value, record = {} }: CellProps): ReactNode =>
  isEmpty(value) ? <Nothing /> : formatPlanned(String(value), record);

/** PreVenta › Presupuesto de Ventas. */
export const SalesBudgets = resourceScreens(salesBudgets, {
  list: {
    title: 'Presupuesto de Ventas',
    actions: <LinkButton to={`${paths.list(salesBudgets)}/conciliacion`}>Conciliación</LinkButton>,
    description: 'Lo que cada compañía planea vender, por mes. Cada año vale la versión aprobada.',
  },
  form: { linesEditors: { lines: BudgetEditor } },
  detail: { linesView: BudgetView, tabs: [actualsTab(salesBudgets), differencesTab] },
  routes: { conciliacion: { title: 'Conciliación', screen: Reconciliation } },
});

/** PreVenta › Presupuesto por Cliente. */
export const ClientBudgets = resourceScreens(clientBudgets, {
  list: {
    title: 'Presupuesto por Cliente',
    actions: (
      <>
        <GridButton resource={clientBudgets} />
        <GenerateButton />
      </>
    ),
    selectionActions: (selection, clear) => <SendGapButton onDone={clear} selection={selection} />,
    description: 'Cuánto invertirá cada cliente, por mes: lo que declaró y lo que se estima.',
  },
  detail: { tabs: [actualsTab(clientBudgets)] },
  routes: { cuadricula: { title: 'Presupuestos de clientes por mes', screen: ClientBudgetGrid } },
});

/** PreVenta › Metas por Ejecutivo. */
export const RepGoals = resourceScreens(repGoals, {
  cells: { total: GoalFigure, reached: GoalFigure, stretch: GoalFigure },
  list: {
    needs: ['currency_code'],
    title: 'Metas por Ejecutivo',
    actions: (
      <>
        <GridButton resource={repGoals} />
        <CopyYearButton />
      </>
    ),
    description:
      'Lo que cada ejecutivo debe lograr, por mes: montos o cantidades según la métrica. Al cerrar un mes, sus metas se congelan con lo logrado.',
  },
  detail: {
    tabs: [progressTab, actualsTab(repGoals)],
    commandPlans: { prorate: prorating as PlanDisplay },
  },
  routes: { cuadricula: { title: 'Metas por mes', screen: GoalGrid } },
});
