import type { ReactElement } from 'react';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { emitToProps } from './form/request/emit.ts';
import { LazyFormView } from './form/view/lazy-form-view.tsx';
import { LoadedForm } from './form/view/loaded-form.tsx';

/**
 * The client registration form: loads its definition from the server, checks every answer by the server's rules, stores
 * a draft, and sends one registration even if requests have to be repeated.
 *
 * Its rendering code is loaded in parallel to the definition; `@pauta/client-registration-widget/eager` bundles it, for
 * pages rendered on a server and for pages whose main content is the form.
 *
 * Inherits no styles of the page except the custom properties `--crw-*` (see the package's README).
 *
 * @example
 * <ClientRegistration
 *   formKey="pk_…"
 *   apiBase="https://pauta.example"
 *   onSuccess={({ folio }) => console.log(folio)}
 * />
 */
export const ClientRegistration = (props: ClientRegistrationProps): ReactElement => (
  <LoadedForm {...props} emit={emitToProps(props)} view={LazyFormView} />
);
