import { packages } from '@pauta/domain/inventory/packages/package.ts';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { ThumbnailCell } from '@pauta/ui/field-components/thumbnail-cell.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import { PackagePriceCell } from './package-price-cell.tsx';
import { RetireDialog } from './retire-dialog.tsx';
import type { Spreading } from './spread-plan.tsx';

// Loaded lazily, so that a list does not load the page of a record.
const PackageComposition = lazy(async () => ({
  default: (await import('./package-composition.tsx')).PackageComposition,
}));
const PackageSales = lazy(async () => ({ default: (await import('./package-sales.tsx')).PackageSales }));
const PackagePicture = lazy(async () => ({
  default: (await import('./package-picture.tsx')).PackagePicture,
}));
const SpreadPlan = lazy(async () => ({ default: (await import('./spread-plan.tsx')).SpreadPlan }));

const spread: PlanDisplay<Spreading> = {
  show: (plan) => (
    <Suspense>
      <SpreadPlan plan={plan} />
    </Suspense>
  ),
  hasEffect: ({ shares }) => shares.some(({ before, after }) => before !== after),
};

/** Inventario › Paquetes: spaces and articles that are sold together. */
export const Packages = resourceScreens(packages, {
  cells: { cover: ThumbnailCell, shown_price: PackagePriceCell },
  list: {
    description:
      'Espacios y artículos que se venden juntos. Disponible: cuántos caben en los próximos 30 días de su vigencia.',
  },
  detail: {
    commandPlans: { spread: spread as PlanDisplay },
    commandDialogs: { retire: RetireDialog },
    above: ({ cover, name }) =>
      cover ? (
        <Suspense>
          <PackagePicture file={cover as StoredFile} name={String(name)} />
        </Suspense>
      ) : undefined,
    overview: (record) => (
      <Suspense>
        <PackageComposition record={record} />
      </Suspense>
    ),
    tabs: [
      {
        id: 'ventas',
        label: 'Ventas',
        content: (record) => (
          <Suspense>
            <PackageSales record={record} />
          </Suspense>
        ),
      },
    ],
  },
});
