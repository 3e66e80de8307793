import { brands } from '@pauta/domain/catalogues/crm.ts';
import { clientSocialLinks } from '@pauta/domain/crm/clients/social-link.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement, ReactNode } from 'react';
import { ActivityList } from '../../activities/activity-list.tsx';
import { creditTab } from '../../credit/credit-tab.tsx';
import { AccountHolds } from '../accounts/account-holds.tsx';
import { AccountDeliveryTab, AccountTab } from '../accounts/account-tab.tsx';
import { clientAgenciesTab } from '../authorisations/client-agencies-tab.tsx';
import { CompanyContacts } from '../contacts/company-contacts.tsx';
import { signatoriesTab } from '../signatories/signatories-tab.tsx';
import { ClientPhones } from './phones.tsx';

const brandColumns = ['code', 'name', 'industry_id', 'is_active'];
const opportunityColumns = [
  'name',
  'agency_id',
  'stage_id',
  'expected_amount',
  'expected_close_date',
  'owner_id',
  'result',
];
const { content: signatories } = signatoriesTab('client_id', 'trade_name');

const { content: credit } = creditTab('client_id');

const contents = {
  contactos: (client) => <CompanyContacts by="client_id" company={client} />,
  marcas: (client) => (
    <RelatedList by="client_id" columns={brandColumns} of={client} resource={brands} title="trade_name" />
  ),
  redes: (client) => (
    <RelatedList
      by="client_id"
      empty="Agregue los perfiles con que el cliente se anuncia."
      of={client}
      resource={clientSocialLinks}
      title="trade_name"
    />
  ),
  agencias: (client) => clientAgenciesTab.content(client),
  firmantes: (client) => signatories(client),
  oportunidades: (client) => (
    <RelatedList
      by="client_id"
      columns={opportunityColumns}
      empty="Aquí verá lo que se le quiere vender, con su etapa y su monto."
      of={client}
      pages
      resource={opportunities}
      title="trade_name"
    />
  ),
  credito: (client) => credit(client),
  telefonos: (client) => <ClientPhones clientId={client.id} />,
  presupuestos: (client) => (
    <RelatedList
      by="client_id"
      empty="Aquí verá lo que se le cotizó, con su estado y su total."
      of={client}
      pages
      resource={quotes}
      title="trade_name"
    />
  ),
  reservas: (client) => <AccountHolds by="client_id" of={client} />,
  entrega: (client) => <AccountDeliveryTab by="client_id" of={client} />,
  facturas: (client) => <AccountTab by="client_id" of={client} />,
  contratos: (client) => (
    <RelatedList by="client_id" of={client} pages resource={contracts} title="trade_name" />
  ),
  adendas: (client) => (
    <RelatedList
      by="client_id"
      empty="Aquí verá lo que se cambió de sus contratos firmados."
      of={client}
      pages
      resource={addenda}
      title="trade_name"
    />
  ),
  seguimiento: (client) => <ActivityList by="client_id" of={client} title="trade_name" />,
} satisfies Readonly<Record<string, (client: AnyRecord) => ReactNode>>;

export type ClientTabId = keyof typeof contents;

/** The content of a tab of a client's page. */
export const ClientTab = ({ id, client }: { id: ClientTabId; client: AnyRecord }): ReactElement => (
  <>{contents[id](client)}</>
);
