import { clientRegistrations } from '@pauta/domain/crm/client-registration.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { Navigate, useLocation } from '@pauta/ui/router.ts';
import { type OwnScreenProps, resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, useEffect, useRef } from 'react';

// A list should not load what the review is made of.
const RegistrationDetail = lazy(async () => ({
  default: (await import('./registration-detail.tsx')).RegistrationDetail,
}));

/** Spam is a click away and not in the way: an address that says nothing opens without it, with the filter in view. */
function RegistrationList({ resource }: OwnScreenProps): ReactElement {
  const { search } = useLocation();
  const opened = useRef(false);
  useEffect(() => {
    opened.current = true;
  }, []);
  return !opened.current && search === '' ? (
    // As if this browser remembered it: the reader's own view still comes first.
    <Navigate replace state={{ remembered: true }} to={{ search: '?f.status=!spam' }} />
  ) : (
    <ResourceList resource={resource} />
  );
}

/** CRM › Registros de clientes: review what companies sent, decide, and turn it into a client. */
export const ClientRegistrations = resourceScreens(clientRegistrations, {
  screens: { list: RegistrationList, detail: RegistrationDetail },
});
