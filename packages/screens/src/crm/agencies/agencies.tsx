import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { volumeRebates } from '@pauta/domain/crm/agencies/volume-rebate.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { signatories } from '@pauta/domain/crm/signatories/signatory.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { activityOverrides, mergeAction } from '../../activities/record-page.tsx';
import { activitiesTab } from '../../activities/related-activities.tsx';
import { CreditLimitCell } from '../../credit/credit-limit-cell.tsx';
import { creditTab } from '../../credit/credit-tab.tsx';
import { PendingCredit } from '../../credit/pending-credit.tsx';
import { agencyClientsTab } from '../authorisations/client-agencies-tab.tsx';
import { CompanyContacts } from '../contacts/company-contacts.tsx';
import { EndingSoon } from '../follow-up/ending-soon.tsx';
import { signatoriesTab } from '../signatories/signatories-tab.tsx';
import { AgencyRebate } from './rebate-tab.tsx';

// Loaded lazily, so that a list does not load a form.
const IrregularTaxIds = lazy(async () => ({
  default: (await import('../signatories/irregular-tax-ids.tsx')).IrregularTaxIds,
}));
const NewAgency = lazy(async () => ({ default: (await import('../clients/new-account.tsx')).NewAccount }));

const MergeAgencies = lazy(async () => ({
  default: (await import('../merging/merge-records.tsx')).MergeAgencies,
}));
const MergeSelected = lazy(async () => ({
  default: (await import('../merging/merge-buttons.tsx')).MergeSelected,
}));

const AccountHolds = lazy(async () => ({
  default: (await import('../accounts/account-holds.tsx')).AccountHolds,
}));
const AgencyContracts = lazy(async () => ({
  default: (await import('./contracts-tab.tsx')).AgencyContracts,
}));
const AgencyAddenda = lazy(async () => ({
  default: (await import('./addenda-tab.tsx')).AgencyAddenda,
}));
const AgencyQuotes = lazy(async () => ({ default: (await import('./quotes-tab.tsx')).AgencyQuotes }));
const AccountDeliveryTab = lazy(async () => ({
  default: (await import('../accounts/account-tab.tsx')).AccountDeliveryTab,
}));
const AccountTab = lazy(async () => ({ default: (await import('../accounts/account-tab.tsx')).AccountTab }));

const groupColumns = [
  'agency_code',
  'trade_name',
  'commission_pct',
  'active_clients',
  'primary_sales_rep_id',
  'status',
];

const opportunityColumns = [
  'name',
  'client_id',
  'stage_id',
  'expected_amount',
  'expected_close_date',
  'owner_id',
  'result',
];

/** The agencies of the same holding. */
function Group({ agency }: { agency: AnyRecord }): ReactElement {
  const group = agency.agency_group_id as Reference | null;
  return group ? (
    <RelatedList
      by="agency_group_id"
      columns={groupColumns}
      of={{ ...agency, ...group }}
      pages
      resource={agencies}
      title="label"
    />
  ) : (
    <Card>
      <EmptyState title="Sin grupo">Elija el grupo al editar la agencia, en «Clasificación».</EmptyState>
    </Card>
  );
}

const AgencyScreens = resourceScreens(agencies, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(clientAgencies)}>Cartas</LinkButton>
        <LinkButton to={paths.list(signatories)}>Firmantes</LinkButton>
        <LinkButton to={paths.list(volumeRebates)}>Bonificaciones</LinkButton>
      </>
    ),
    selectionActions: (selection) => (
      <Suspense>
        <MergeSelected resource={agencies} selection={selection} />
      </Suspense>
    ),
  },
  detail: {
    ...activityOverrides(
      ({ id, trade_name, agency_code }) => ({
        agency_id: { id, label: String(trade_name), code: String(agency_code) },
      }),
      { above: (agency) => <PendingCredit by="agency_id" of={agency} /> },
    ),
    cells: { credit_limit: (props) => <CreditLimitCell by="agency_id" {...props} /> },
    moreActions: (agency, may, go) => [mergeAction(agencies, agency, may, go)],
    tabs: [
      agencyClientsTab,
      {
        id: 'contactos',
        label: 'Contactos',
        content: (agency) => <CompanyContacts by="agency_id" company={agency} />,
      },
      signatoriesTab('agency_id', 'trade_name'),
      {
        id: 'oportunidades',
        label: 'Oportunidades',
        content: (agency) => (
          <RelatedList
            by="agency_id"
            columns={opportunityColumns}
            empty="Aquí verá las oportunidades de sus clientes en que ella interviene."
            of={agency}
            pages
            resource={opportunities}
            title="trade_name"
          />
        ),
      },
      {
        id: 'presupuestos',
        label: 'Presupuestos',
        content: (agency) => (
          <Suspense>
            <AgencyQuotes agency={agency} />
          </Suspense>
        ),
      },
      {
        id: 'reservas',
        label: 'Reservas',
        content: (agency) => (
          <Suspense>
            <AccountHolds by="agency_id" of={agency} />
          </Suspense>
        ),
      },
      {
        id: 'contratos',
        label: 'Contratos',
        content: (agency) => (
          <Suspense>
            <AgencyContracts agency={agency} />
          </Suspense>
        ),
      },
      {
        id: 'adendas',
        label: 'Adendas',
        content: (agency) => (
          <Suspense>
            <AgencyAddenda agency={agency} />
          </Suspense>
        ),
      },
      {
        id: 'entrega',
        label: 'Entrega',
        content: (agency) => (
          <Suspense>
            <AccountDeliveryTab by="agency_id" of={agency} />
          </Suspense>
        ),
      },
      {
        id: 'facturas',
        label: 'Facturas y saldo',
        content: (agency) => (
          <Suspense>
            <AccountTab by="agency_id" of={agency} />
          </Suspense>
        ),
      },
      { id: 'grupo', label: 'Grupo', content: (agency) => <Group agency={agency} /> },
      { id: 'bonificacion', label: 'Bonificación', content: (agency) => <AgencyRebate agency={agency} /> },
      creditTab('agency_id'),
      activitiesTab('agency_id', 'trade_name'),
    ],
    commandInitial: (_name, agency) => ({ commission_pct: agency.commission_pct }),
  },
  routes: { fusionar: { title: 'Fusionar agencias', screen: MergeAgencies } },
  screens: { create: NewAgency },
});

const back = <LinkButton to={paths.list(agencies)}>Agencias</LinkButton>;

const Letters = resourceScreens(clientAgencies, {
  list: {
    actions: (
      <>
        {back}
        <EndingSoon more="&f.status=granted" resource={clientAgencies} />
      </>
    ),
  },
  detail: {
    description: ({ agency_id, client_id }) =>
      `${(agency_id as Reference | null)?.label} · ${(client_id as Reference | null)?.label}`,
  },
});

const Signatories = resourceScreens(signatories, {
  form: {
    above: (
      <Suspense>
        <IrregularTaxIds />
      </Suspense>
    ),
  },
  list: {
    actions: (
      <>
        {back}
        <EndingSoon resource={signatories} />
      </>
    ),
  },
});

const Rebates = resourceScreens(volumeRebates, { list: { actions: back } });

/** CRM › Agencias and related lists, which have no entries in the menu of the specification. */
export function Agencies(): ReactElement {
  return (
    <Routes>
      <Route element={<Letters />} path="cartas/*" />
      <Route element={<Signatories />} path="firmantes/*" />
      <Route element={<Rebates />} path="bonificaciones/*" />
      <Route element={<AgencyScreens />} path="*" />
    </Routes>
  );
}
