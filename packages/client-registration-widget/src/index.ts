export { ClientRegistration } from './client-registration.tsx';
export type {
  ClientRegistrationError,
  ClientRegistrationInvalid,
  ClientRegistrationLayout,
  ClientRegistrationProps,
  ClientRegistrationReady,
  ClientRegistrationStep,
  ClientRegistrationSubmit,
  ClientRegistrationSuccess,
  ClientRegistrationTexts,
  ClientRegistrationTheme,
} from './client-registration-props.ts';
export type { FormDefinition } from './net/form-definition.ts';
