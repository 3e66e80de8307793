import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import { ApprovalPanel } from '../../approvals/approval-panel.tsx';
import type { Adjusting } from './adjust-plan.tsx';
import { RuleNote } from './rule-note.tsx';
import { tariffDetail } from './tariff/tariff-detail.tsx';

const AdjustPlan = lazy(async () => ({ default: (await import('./adjust-plan.tsx')).AdjustPlan }));
const ListComparison = lazy(async () => ({
  default: (await import('./list-comparison.tsx')).ListComparison,
}));
const ListSimulation = lazy(async () => ({
  default: (await import('./list-simulation.tsx')).ListSimulation,
}));

const adjust: PlanDisplay<Adjusting> = {
  show: (plan) => (
    <Suspense>
      <AdjustPlan plan={plan} />
    </Suspense>
  ),
  hasEffect: ({ prices }) => prices > 0,
};

/** Inventario › Gestión de Precios. */
export const PriceLists = resourceScreens(priceLists, {
  list: { title: 'Gestión de Precios' },
  form: { lineNotes: { rules: RuleNote } },
  detail: {
    ...tariffDetail,
    above: (list) => (
      <>
        <ApprovalPanel kind="price_lists" record={list} resource={priceLists} />
        {tariffDetail.above(list)}
      </>
    ),
    commandPlans: { adjust: adjust as PlanDisplay },
    lineNotes: { rules: RuleNote },
    tabs: [
      {
        id: 'comparar',
        label: 'Comparar',
        content: (list) => (
          <Suspense>
            <ListComparison list={list} />
          </Suspense>
        ),
      },
      {
        id: 'simular',
        label: 'Simular',
        content: (list) => (
          <Suspense>
            <ListSimulation list={list} />
          </Suspense>
        ),
      },
    ],
  },
});
