export {
  ClientRegistrationElement,
  type ClientRegistrationEventMap,
} from './custom-element/client-registration-element.tsx';
