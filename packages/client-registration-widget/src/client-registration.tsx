import type { ReactElement } from 'react';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { tellProps } from './form/request/tell.ts';
import { ComingView } from './form/view/coming-view.tsx';
import { LoadedForm } from './form/view/loaded-form.tsx';

/**
 * The client registration form: loads its definition from the server, checks every answer as the server does,
 * keeps a draft and sends one registration however often the network stumbles.
 *
 * What draws it is fetched while its definition is; for a page that is rendered on a server, and for one that shows
 * little else, `@pauta/client-registration-widget/eager` has it at once.
 *
 * Takes nothing from the page's style but the custom properties `--crw-*` (see the package's README).
 *
 * @example
 * <ClientRegistration
 *   formKey="pk_…"
 *   apiBase="https://pauta.example"
 *   onSuccess={({ folio }) => console.log(folio)}
 * />
 */
export const ClientRegistration = (props: ClientRegistrationProps): ReactElement => (
  <LoadedForm {...props} tell={tellProps(props)} view={ComingView} />
);
