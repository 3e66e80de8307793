import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import type { Adjusting } from './adjust-plan.tsx';
import { tariffDetail } from './tariff/tariff-detail.tsx';

const AdjustPlan = lazy(async () => ({ default: (await import('./adjust-plan.tsx')).AdjustPlan }));

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
  detail: { ...tariffDetail, commandPlans: { adjust: adjust as PlanDisplay } },
});
