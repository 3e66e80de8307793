import { clients } from '@pauta/domain/crm/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/client-registration.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { ClientContacts } from './client-contacts.tsx';
import { NewClient } from './new-client.tsx';

/** CRM › Clientes */
export const Clients = resourceScreens(clients, {
  // The menu of the specification has no entry for them.
  list: { actions: <LinkButton to={paths.list(clientRegistrations)}>Registros de clientes</LinkButton> },
  detail: {
    tabs: [
      { id: 'contactos', label: 'Contactos', content: (client) => <ClientContacts clientId={client.id} /> },
    ],
  },
  screens: { create: NewClient },
});
