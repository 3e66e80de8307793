import type { ReactElement } from 'react';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { FormView } from './form/form-view.tsx';
import { LoadedForm } from './form/loaded-form.tsx';
import { tellProps } from './form/tell.ts';

/**
 * The same as `ClientRegistration` of `@pauta/client-registration-widget`, with all that draws it in the app's own
 * script: with a `definition`, a server renders the whole form, and the browser takes that over.
 *
 * @example
 * const { form } = await (await fetch(`${server}/api/public/forms/${formKey}`)).json();
 * <ClientRegistration apiBase={server} definition={form} formKey={formKey} />;
 */
export const ClientRegistration = (props: ClientRegistrationProps): ReactElement => (
  <LoadedForm {...props} tell={tellProps(props)} view={FormView} />
);

export type * from './client-registration-props.ts';
export type { FormDefinition } from './net/form-definition.ts';
