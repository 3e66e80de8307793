import { usePermission } from '@pauta/core/react';
import { publicForms } from '@pauta/domain/crm/forms/public-form.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { Navigate, Route, Routes, useLocation } from '@pauta/ui/router.ts';
import { type OwnScreenProps, resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, useEffect, useRef } from 'react';
import { PublicForms } from '../forms/public-forms.tsx';

// Loaded lazily, so that a list does not load the review.
const RegistrationDetail = lazy(async () => ({
  default: (await import('./detail.tsx')).RegistrationDetail,
}));

const withoutSpam = 'f.status=%21spam';

/** Hides spam by default: an address without filters opens with that filter, which is visible and can be removed. */
function RegistrationList({ resource }: OwnScreenProps): ReactElement {
  const { search } = useLocation();
  const opened = useRef(false);
  const may = usePermission('public_forms.view_all');
  useEffect(() => {
    opened.current = true;
  }, []);
  return !opened.current && search === '' ? (
    // Marked as a remembered filter, over which the reader's own default view takes precedence.
    <Navigate replace state={{ remembered: true }} to={{ search: `?${withoutSpam}` }} />
  ) : (
    <ResourceList
      actions={may && <LinkButton to={paths.list(publicForms)}>Formularios</LinkButton>}
      empty="Publique un formulario en su sitio web, o escriba aquí el primero. Lo marcado como spam se ve al quitar el filtro."
      opensWith={withoutSpam}
      resource={resource}
    />
  );
}

const Registrations = resourceScreens(clientRegistrations, {
  screens: { list: RegistrationList, detail: RegistrationDetail },
});

/**
 * CRM › Registros de clientes: review registrations, decide on them, convert them into clients; and the public forms.
 */
export function ClientRegistrations(): ReactElement {
  return (
    <Routes>
      <Route element={<PublicForms />} path="formularios/*" />
      <Route element={<Registrations />} path="*" />
    </Routes>
  );
}
