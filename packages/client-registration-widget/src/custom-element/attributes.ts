import type { ClientRegistrationProps } from '../client-registration-props.ts';

type Attribute = (value: string) => Partial<ClientRegistrationProps>;

const oneOf = <T extends string>(value: string, ...values: readonly T[]): T | undefined =>
  values.find((one) => one === value);

/**
 * Attributes of `<client-registration>` and what they mean; unknown values are ignored. `form-key` is `key` for
 * templates of React and Vue, which keep `key` to themselves.
 */
const attributes: Readonly<Record<string, Attribute>> = {
  'form-key': (value) => ({ formKey: value }),
  key: (value) => ({ formKey: value }),
  'api-base': (value) => ({ apiBase: value }),
  theme: (value) => ({ theme: oneOf(value, 'auto', 'light', 'dark') }),
  layout: (value) => ({ layout: oneOf(value, 'page', 'steps') }),
  lang: (value) => ({ lang: value }),
  draft: (value) => ({ draft: oneOf(value, 'session', 'off') }),
};

export const attributeNames: readonly string[] = Object.keys(attributes);

/** The component's props out of an element's attributes. */
export function readAttributes(element: Element): Partial<ClientRegistrationProps> {
  return Object.assign(
    {},
    ...Object.entries(attributes).map(([name, read]) => {
      const value = element.getAttribute(name);
      return value === null ? {} : read(value.trim());
    }),
  );
}
