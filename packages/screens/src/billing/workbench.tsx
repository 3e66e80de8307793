import { journalEntries } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { owedCredits } from '@pauta/domain/postsales/owed-credits/owed-credit.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';

const Receivables = lazy(async () => ({ default: (await import('./receivables.tsx')).Receivables }));

const DueTab = lazy(async () => ({ default: (await import('./workbench/due-tab.tsx')).DueTab }));
const MonthTab = lazy(async () => ({ default: (await import('./workbench/month-tab.tsx')).MonthTab }));
const DuesPage = lazy(async () => ({ default: (await import('./workbench/dues-page.tsx')).DuesPage }));
const AdvancesTab = lazy(async () => ({
  default: (await import('./workbench/advances-tab.tsx')).AdvancesTab,
}));
const StatementsTab = lazy(async () => ({
  default: (await import('./workbench/statements-tab.tsx')).StatementsTab,
}));

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
const CollectionStages = lazy(async () => ({
  default: (await import('./collections/letter-pages.tsx')).CollectionStages,
}));
const CollectionLetters = lazy(async () => ({
  default: (await import('./collections/letter-pages.tsx')).CollectionLetters,
}));
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

/** Pages below the workbench by their path: its tabs, collection and the ledger. */
const pages: Readonly<Record<string, ComponentType>> = {
  facturado: MonthTab,
  cartera: Receivables,
  'cartera/vencimientos': DuesPage,
  anticipos: AdvancesTab,
  'estados-de-cuenta': StatementsTab,
  'asientos/*': Entries,
  balanza: TrialBalance,
  'creditos/*': OwedCredits,
  'gestion/*': CollectionCases,
  'promesas/*': PaymentPromises,
  'etapas/*': CollectionStages,
  'cartas/*': CollectionLetters,
  'disputas/*': InvoiceDisputes,
  'corridas/*': BillingRuns,
  'apertura/*': Openings,
};

/** Facturación › Facturación y Cobros: the tabs of billing and collection, and below them the ledger. */
export function BillingWorkbench(): ReactElement {
  return (
    <Suspense>
      <Routes>
        <Route element={<DueTab />} index />
        {Object.entries(pages).map(([path, Page]) => (
          <Route element={<Page />} key={path} path={path} />
        ))}
      </Routes>
    </Suspense>
  );
}
