import { clients } from '@pauta/domain/crm/clients/client.ts';
import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { activityOverrides, mergeAction } from '../../activities/record-page.tsx';
import type { ClientTabId } from './tabs.tsx';

// Loaded lazily, so that a list does not load forms, tabs or other screens.
const ClientTab = lazy(async () => ({ default: (await import('./tabs.tsx')).ClientTab }));
const ClientSelection = lazy(async () => ({
  default: (await import('./actions.tsx')).ClientSelection,
}));
const NewClient = lazy(async () => ({ default: (await import('./new-account.tsx')).NewAccount }));
const TaxIdProposal = lazy(async () => ({
  default: (await import('../registrations/tax-id-proposal.tsx')).TaxIdProposal,
}));
const MergeClients = lazy(async () => ({
  default: (await import('../merging/merge-records.tsx')).MergeClients,
}));
const DuplicateClients = lazy(async () => ({
  default: (await import('../merging/duplicate-clients.tsx')).DuplicateClients,
}));
const ConvertClient = lazy(async () => ({
  default: (await import('../merging/convert-client.tsx')).ConvertClient,
}));
const CreditProposals = lazy(async () => ({
  default: (await import('../../credit/credit-proposals.tsx')).CreditProposals,
}));
const PendingCredit = lazy(async () => ({
  default: (await import('../../credit/pending-credit.tsx')).PendingCredit,
}));
const CreditLimitCell = lazy(async () => ({
  default: (await import('../../credit/credit-limit-cell.tsx')).CreditLimitCell,
}));
const ClientOverview = lazy(async () => ({
  default: (await import('./overview.tsx')).ClientOverview,
}));

const tab = (id: ClientTabId, label: string): DetailTab => ({
  id,
  label,
  content: (client) => (
    <Suspense fallback={<Skeleton lines={5} />}>
      <ClientTab client={client} id={id} />
    </Suspense>
  ),
});

/** Tabs of a client's page; `order` sets their position. */
const tabs: readonly DetailTab[] = [
  tab('contactos', 'Contactos'),
  tab('marcas', 'Marcas'),
  tab('redes', 'Redes sociales'),
  tab('agencias', 'Agencias'),
  tab('firmantes', 'Firmantes'),
  tab('telefonos', 'Teléfonos'),
  tab('oportunidades', 'Oportunidades'),
  tab('presupuestos', 'Presupuestos'),
  tab('reservas', 'Reservas'),
  tab('contratos', 'Contratos'),
  tab('adendas', 'Adendas'),
  tab('entrega', 'Entrega'),
  tab('facturas', 'Facturas y saldo'),
  tab('credito', 'Crédito'),
  tab('seguimiento', 'Seguimiento'),
];

/** The order of domain §1.2. It also contains tabs that are not implemented yet. */
const order = [
  'datos',
  'contactos',
  'marcas',
  'agencias',
  'firmantes',
  'telefonos',
  'oportunidades',
  'presupuestos',
  'reservas',
  'contratos',
  'adendas',
  'entrega',
  'facturas',
  'credito',
  'redes',
  'adjuntos',
  'seguimiento',
  'comentarios',
  'historial',
];

const ClientScreens = resourceScreens(clients, {
  list: {
    actions: (
      <>
        {/* Registrations have no entry in the menu of the specification. */}
        <LinkButton to="/crm/client-registrations">Registros de clientes</LinkButton>
        <LinkButton to={`${paths.list(clients)}/duplicados`}>Duplicados probables</LinkButton>
        <LinkButton to={paths.list(creditProposals)}>Propuestas de crédito</LinkButton>
      </>
    ),
    selectionActions: (selection, clear) => (
      <Suspense>
        <ClientSelection onDone={clear} selection={selection} />
      </Suspense>
    ),
  },
  form: {
    above: (
      <Suspense>
        <TaxIdProposal />
      </Suspense>
    ),
  },
  detail: {
    tabs,
    order,
    tabLabels: { adjuntos: 'Documentos' },
    ...activityOverrides(
      ({ id, trade_name, client_code }) => ({
        client_id: { id, label: String(trade_name), code: String(client_code) },
      }),
      { above: (client) => <PendingCredit by="client_id" of={client} /> },
    ),
    cells: {
      credit_limit: (props) => (
        <Suspense>
          <CreditLimitCell by="client_id" {...props} />
        </Suspense>
      ),
    },
    moreActions: (client, may, go) => {
      const verdict = may.permission('clients.convert');
      return [
        mergeAction(clients, client, may, go),
        {
          id: 'convert',
          label: 'Convertir en agencia',
          disabledReason: verdict.allowed ? undefined : verdict.reason,
          onAction: () => go(`${paths.list(clients)}/convertir?cliente=${client.id}`),
        },
      ];
    },
    overview: (client) => (
      <Suspense>
        <ClientOverview client={client} />
      </Suspense>
    ),
  },
  routes: {
    fusionar: { title: 'Fusionar clientes', screen: MergeClients },
    convertir: { title: 'Convertir en agencia', screen: ConvertClient },
    duplicados: { title: 'Duplicados probables', screen: DuplicateClients },
  },
  screens: { create: NewClient },
});

/** CRM › Clientes, with the credit proposals, which have no entry in the menu of the specification. */
export function Clients(): ReactElement {
  return (
    <Routes>
      <Route element={<CreditProposals />} path="propuestas-credito/*" />
      <Route element={<ClientScreens />} path="*" />
    </Routes>
  );
}
