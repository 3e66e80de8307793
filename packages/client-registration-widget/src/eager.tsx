import type { ReactElement } from 'react';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { emitToProps } from './form/request/emit.ts';
import { FormView } from './form/view/form-view.tsx';
import { LoadedForm } from './form/view/loaded-form.tsx';

/**
 * The same as `ClientRegistration` of `@pauta/client-registration-widget`, with its rendering code bundled in the app's
 * script: with a `definition`, a server renders the whole form, and the browser hydrates it.
 *
 * @example
 * const { form } = await (await fetch(`${server}/api/public/forms/${formKey}`)).json();
 * <ClientRegistration apiBase={server} definition={form} formKey={formKey} />;
 */
export const ClientRegistration = (props: ClientRegistrationProps): ReactElement => (
  <LoadedForm {...props} emit={emitToProps(props)} view={FormView} />
);

export type * from './client-registration-props.ts';
export type { FormDefinition } from './form/form-definition.ts';
