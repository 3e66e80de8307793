export { ClientRegistration } from './client-registration.tsx';
export type {
  ClientRegistrationError,
  ClientRegistrationInvalid,
  ClientRegistrationProps,
  ClientRegistrationReady,
  ClientRegistrationSubmit,
  ClientRegistrationSuccess,
  ClientRegistrationTheme,
} from './client-registration-props.ts';
export type { FormDefinition } from './net/form-definition.ts';
