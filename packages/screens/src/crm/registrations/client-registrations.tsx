import { usePermission } from '@pauta/core/react';
import { publicForms } from '@pauta/domain/crm/forms/public-form.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { OpensWith } from '@pauta/ui/list/opens-with.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { type OwnScreenProps, resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement } from 'react';
import { PublicForms } from '../forms/public-forms.tsx';

// Loaded lazily, so that a list does not load the review.
const RegistrationDetail = lazy(async () => ({
  default: (await import('./detail.tsx')).RegistrationDetail,
}));

const withoutSpam = 'f.status=%21spam';

/** Hides spam by default. */
function RegistrationList({ resource }: OwnScreenProps): ReactElement {
  const may = usePermission('public_forms.view_all');
  return (
    <OpensWith query={withoutSpam}>
      <ResourceList
        actions={may && <LinkButton to={paths.list(publicForms)}>Formularios</LinkButton>}
        empty="Publique un formulario en su sitio web, o escriba aquí el primero. Lo marcado como spam se ve al quitar el filtro."
        opensWith={withoutSpam}
        resource={resource}
      />
    </OpensWith>
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
