import { ClientRegistration } from '@pauta/client-registration-widget';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { client } from '../services.ts';

/** Form of this product's own page; a link may name another one with `?k=`. */
const ownForm = 'pk_pauta_registro_clientes';

const Page = styled.div`
  inline-size: min(100%, 760px);
  display: grid;
  gap: var(--pauta-space-4);
`;

/** `/client-registration`: the public form, on a page of our own. */
export function ClientRegistrationPage(): ReactElement {
  const [parameters] = useSearchParams();
  return (
    <Page>
      <h1>Registro de Clientes</h1>
      <ClientRegistration apiBase={client.baseUrl} formKey={parameters.get('k') ?? ownForm} />
    </Page>
  );
}
