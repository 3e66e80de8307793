import { brands } from '@pauta/domain/catalogues/crm.ts';
import { clientSocialLinks } from '@pauta/domain/crm/clients/social-link.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement, ReactNode } from 'react';
import { creditTab } from '../../credit/credit-tab.tsx';
import { clientAgenciesTab } from '../authorisations/client-agencies-tab.tsx';
import { CompanyContacts } from '../contacts/company-contacts.tsx';
import { ActivityList } from '../follow-up/activity-list.tsx';
import { signatoriesTab } from '../signatories/signatories-tab.tsx';
import { ClientPhones } from './phones.tsx';

const brandColumns = ['code', 'name', 'industry_id', 'is_active'];
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
  credito: (client) => credit(client),
  telefonos: (client) => <ClientPhones clientId={client.id} />,
  seguimiento: (client) => <ActivityList by="client_id" of={client} title="trade_name" />,
} satisfies Readonly<Record<string, (client: AnyRecord) => ReactNode>>;

export type ClientTabId = keyof typeof contents;

/** The content of a tab of a client's page. */
export const ClientTab = ({ id, client }: { id: ClientTabId; client: AnyRecord }): ReactElement => (
  <>{contents[id](client)}</>
);
