export { ClientRegistration } from './client-registration.tsx';
export type {
  ClientRegistrationError,
  ClientRegistrationProps,
  ClientRegistrationReady,
  ClientRegistrationSuccess,
  ClientRegistrationTheme,
} from './client-registration-props.ts';
