import { publicForms } from '@pauta/domain/crm/forms/public-form.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { formTextInputs } from './text-inputs.tsx';

// Loaded lazily, so that a list loads neither the preview nor the code.
const LivePreview = lazy(async () => ({ default: (await import('./preview.tsx')).LiveFormPreview }));
const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).FormPreview }));
const Code = lazy(async () => ({ default: (await import('./code-tab.tsx')).FormCode }));
const Results = lazy(async () => ({ default: (await import('./results-tab.tsx')).FormResultsTab }));

const waiting = (content: ReactElement): ReactElement => <Suspense>{content}</Suspense>;

/** CRM › Registros de clientes › Formularios: the registration forms for guests, on this server and on other sites. */
export const PublicForms = resourceScreens(publicForms, {
  list: {
    actions: <LinkButton to={paths.list(clientRegistrations)}>Registros</LinkButton>,
    description: 'Cada formulario tiene su clave, sus textos y los sitios que pueden mostrarlo.',
  },
  inputs: formTextInputs,
  form: { below: waiting(<LivePreview />) },
  detail: {
    tabs: [
      { id: 'codigo', label: 'Código', content: (form) => waiting(<Code form={form} />) },
      { id: 'vista-previa', label: 'Vista previa', content: (form) => waiting(<Preview values={form} />) },
      { id: 'resultados', label: 'Resultados', content: (form) => waiting(<Results form={form} />) },
    ],
  },
});
