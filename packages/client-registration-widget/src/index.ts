export { ClientRegistration } from './client-registration.tsx';
export type * from './client-registration-props.ts';
export type { FormDefinition } from './form/form-definition.ts';
