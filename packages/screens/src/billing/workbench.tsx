import { journalEntries } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { owedCredits } from '@pauta/domain/postsales/owed-credits/owed-credit.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';

const Receivables = lazy(async () => ({ default: (await import('./receivables.tsx')).Receivables }));

const TrialBalance = lazy(async () => ({
  default: (await import('./ledger/trial-balance.tsx')).TrialBalance,
}));

const CollectionCases = lazy(async () => ({
  default: (await import('./collections/collection-pages.tsx')).CollectionCases,
}));
const PaymentPromises = lazy(async () => ({
  default: (await import('./collections/collection-pages.tsx')).PaymentPromises,
}));

const InvoiceDisputes = lazy(async () => ({
  default: (await import('./collections/collection-pages.tsx')).InvoiceDisputes,
}));
const Openings = lazy(async () => ({ default: (await import('./opening/openings.tsx')).Openings }));
const BillingRuns = lazy(async () => ({ default: (await import('./runs/billing-runs.tsx')).BillingRuns }));

const Entries = resourceScreens(journalEntries, {
  list: {
    actions: (
      <>
        <LinkButton to="/facturacion/facturacion-cobros">Facturación y Cobros</LinkButton>
        <LinkButton to="/facturacion/facturacion-cobros/balanza">Balanza</LinkButton>
        <LinkButton to="/facturacion/facturacion-cobros/apertura">Apertura</LinkButton>
      </>
    ),
    empty: 'Al emitir la primera factura o registrar el primer cobro, su asiento aparecerá aquí.',
    description:
      'Se registran solos al emitir, anular, cobrar y aplicar. No se modifican: una corrección es otro asiento.',
  },
});

const OwedCredits = resourceScreens(owedCredits, {
  list: {
    actions: <LinkButton to="/facturacion/facturacion-cobros">Facturación y Cobros</LinkButton>,
    empty: 'Lo que postventa decida acreditar por objeciones e inicios tardíos aparecerá aquí.',
    description:
      'Lo que postventa decidió acreditar a los clientes, hasta que su nota de crédito esté hecha.',
  },
});

/** Facturación › Facturación y Cobros: figures and receivables by age, and below them collection and the ledger. */
export function BillingWorkbench(): ReactElement {
  return (
    <Routes>
      <Route
        element={
          <Suspense>
            <Receivables />
          </Suspense>
        }
        index
      />
      <Route element={<Entries />} path="asientos/*" />
      <Route
        element={
          <Suspense>
            <TrialBalance />
          </Suspense>
        }
        path="balanza"
      />
      <Route element={<OwedCredits />} path="creditos/*" />
      <Route
        element={
          <Suspense>
            <CollectionCases />
          </Suspense>
        }
        path="gestion/*"
      />
      <Route
        element={
          <Suspense>
            <PaymentPromises />
          </Suspense>
        }
        path="promesas/*"
      />
      <Route
        element={
          <Suspense>
            <InvoiceDisputes />
          </Suspense>
        }
        path="disputas/*"
      />
      <Route
        element={
          <Suspense>
            <BillingRuns />
          </Suspense>
        }
        path="corridas/*"
      />
      <Route
        element={
          <Suspense>
            <Openings />
          </Suspense>
        }
        path="apertura/*"
      />
    </Routes>
  );
}
