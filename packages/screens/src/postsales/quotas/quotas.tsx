import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { preferenceFields } from '@pauta/domain/postsales/quotas/preferences.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import { quotaCells } from './aired-cell.tsx';

// Loaded lazily, so that a list does not load the page of a record.
const QuotaPlacements = lazy(async () => ({
  default: (await import('./quota-placements.tsx')).QuotaPlacements,
}));

const QuotaLedgerView = lazy(async () => ({
  default: (await import('./quota-placements.tsx')).QuotaLedgerView,
}));

/** PostVenta › Gestión de Cupos: what each order line may use, and how much of it was placed and aired. */
export const Quotas = resourceScreens(quotas, {
  cells: quotaCells,
  list: {
    title: 'Gestión de Cupos',
    actions: (
      <>
        <LinkButton to={`/${quotas.screen}/trafico`}>Tráfico</LinkButton>
        <LinkButton to={paths.list(makegoodOffers)}>Compensaciones</LinkButton>
        <LinkButton to={paths.list(placements)}>Todas las colocaciones</LinkButton>
      </>
    ),
    empty: 'Al firmar un contrato, cada renglón con espacio recibe su cupo.',
    description: 'Lo contratado en cada renglón: cuánto está colocado, emitido y pendiente.',
  },
  detail: {
    description: ({ client_id }) => (client_id as Reference | null)?.label,
    commandInitial: (name, quota) =>
      name === 'prefer'
        ? Object.fromEntries(Object.keys(preferenceFields).map((field) => [field, quota[field]]))
        : {},
    tabs: [
      {
        id: 'colocaciones',
        label: 'Colocaciones',
        content: (quota) => (
          <Suspense>
            <QuotaPlacements quota={quota} />
          </Suspense>
        ),
      },
      {
        id: 'periodos',
        label: 'Por periodo',
        content: (quota) => (
          <Suspense>
            <QuotaLedgerView key={`${quota.row_version} ${quota.counted_by}`} quota={quota} />
          </Suspense>
        ),
      },
    ],
  },
});
