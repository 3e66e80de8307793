import { ClientRegistrationElement } from './client-registration-element.tsx';

/** The name of the element in HTML. */
export const tagName = 'client-registration';

/** Tests the newest feature that the form's styles require; without it the page's own content is shown instead. */
const isCapable = (): boolean => CSS.supports('color', 'light-dark(red, red)');

/** Defines the element, unless another copy of this package has defined it or the browser is too old. */
export function defineElement(): void {
  if (typeof customElements !== 'undefined' && !customElements.get(tagName) && isCapable()) {
    customElements.define(tagName, ClientRegistrationElement);
  }
}
