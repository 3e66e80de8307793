import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';

const columns = ['brand_id', 'valid', 'is_default', 'status'];

/** On the page of a client: the agencies that may book for it, according to authorisation letters. */
export const clientAgenciesTab: DetailTab = {
  id: 'agencias',
  label: 'Agencias',
  content: (client) => (
    <RelatedList
      by="client_id"
      columns={['folio', 'agency_id', ...columns]}
      empty="Una agencia solo puede reservar para este cliente con una carta de autorización firmada."
      of={client}
      pages
      resource={clientAgencies}
      title="trade_name"
    />
  ),
};

/** On the page of an agency: the clients that it may book for. */
export const agencyClientsTab: DetailTab = {
  id: 'clientes',
  label: 'Clientes',
  content: (agency) => (
    <RelatedList
      by="agency_id"
      columns={['folio', 'client_id', ...columns]}
      empty="Registre la carta de autorización de cada cliente que la agencia atiende: sin ella no puede reservar."
      of={agency}
      pages
      resource={clientAgencies}
      title="trade_name"
    />
  ),
};
