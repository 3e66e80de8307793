import type { ClientRegistrationProps } from '../client-registration-props.ts';

/**
 * Attributes of `<client-registration>` and the props they set. `form-key` is `key` for templates of React and Vue, which
 * keep `key` to themselves.
 */
const propOf: Readonly<Record<string, keyof ClientRegistrationProps>> = {
  'form-key': 'formKey',
  key: 'formKey',
  'api-base': 'apiBase',
  theme: 'theme',
  layout: 'layout',
  lang: 'lang',
  draft: 'draft',
};

/** Of an attribute with a choice, what may be chosen; anything else is ignored. */
const choices: Readonly<Record<string, readonly string[]>> = {
  theme: ['auto', 'light', 'dark'],
  layout: ['page', 'steps'],
  draft: ['session', 'off'],
};

export const attributeNames: readonly string[] = Object.keys(propOf);

/** The component's props out of an element's attributes. */
export function readAttributes(element: Element): Partial<ClientRegistrationProps> {
  const props: Record<string, string> = {};
  for (const name of attributeNames) {
    const value = element.getAttribute(name)?.trim();
    if (value !== undefined && choices[name]?.includes(value) !== false) props[propOf[name] ?? name] = value;
  }
  return props;
}
