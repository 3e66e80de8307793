import { ClientRegistrationElement } from './client-registration-element.tsx';

/** The name of the element in HTML. */
export const tagName = 'client-registration';

/** The newest thing that the form's rules ask of a browser; without it the page's own content is the better face. */
const isCapable = (): boolean => CSS.supports('color', 'light-dark(red, red)');

/** Gives the element its name, unless another copy of this package was first or the browser is too old. */
export function defineElement(): void {
  if (typeof customElements !== 'undefined' && !customElements.get(tagName) && isCapable()) {
    customElements.define(tagName, ClientRegistrationElement);
  }
}
