import { ClientRegistration } from '@pauta/client-registration-widget/eager';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { visuallyHidden } from '@pauta/ui/controls/style.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { client } from '../services.ts';

// Loaded on demand, because few visitors open a link to complete a registration.
const RegistrationResume = lazy(async () => ({
  default: (await import('@pauta/screens/crm/registrations/resume.tsx')).RegistrationResume,
}));

/** Key of the form on this page; a link can select another form with `?k=`. */
const ownForm = 'pk_pauta_registro_clientes';

const Page = styled.div`
  inline-size: min(100%, 760px);
  display: grid;
  gap: var(--pauta-space-4);
  /* The page shows the title of its own form as its heading, so the one in the form is hidden. */
  &[data-own] [data-head] > :first-child { ${visuallyHidden} }
`;

/**
 * `/client-registration`: the public form on a page of the back office. `#continuar=` opens a sent registration to
 * complete it.
 */
export function ClientRegistrationPage(): ReactElement {
  const [parameters] = useSearchParams();
  const { hash } = useLocation();
  const key = parameters.get('k') ?? ownForm;
  const token = /^#continuar=([\w-]+)$/.exec(hash)?.[1];
  return (
    <Page data-own={key === ownForm || undefined}>
      <h1 tabIndex={-1}>{token === undefined ? 'Registro de Clientes' : 'Complete su registro'}</h1>
      {token === undefined ? (
        <ClientRegistration apiBase={client.baseUrl} formKey={key} />
      ) : (
        <Suspense fallback={<Skeleton lines={9} />}>
          <RegistrationResume key={token} token={token} />
        </Suspense>
      )}
    </Page>
  );
}
