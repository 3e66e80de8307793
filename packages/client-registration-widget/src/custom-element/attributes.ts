import type { ClientRegistrationProps } from '../client-registration-props.ts';

/**
 * Attributes of `<client-registration>` and the props they set. `form-key` is an alias of `key` for templates of React
 * and Vue, which reserve `key`.
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

/** Allowed values of an attribute; others are ignored. */
const choices: Readonly<Record<string, readonly string[]>> = {
  theme: ['auto', 'light', 'dark'],
  layout: ['page', 'steps'],
  draft: ['session', 'off'],
};

export const attributeNames: readonly string[] = Object.keys(propOf);

/**
 * The component's props from an element's attributes, including answers such as `value-country` or `hidden-utm_source`.
 */
export function readAttributes(element: Element): Partial<ClientRegistrationProps> {
  const values: Record<string, string> = {};
  const hiddenValues: Record<string, string> = {};
  const props: Record<string, unknown> = { values, hiddenValues };
  for (const { name, value } of element.attributes) {
    const text = value.trim();
    if (name.startsWith('value-')) values[name.slice(6)] = text;
    if (name.startsWith('hidden-')) hiddenValues[name.slice(7)] = text;
    if (attributeNames.includes(name) && choices[name]?.includes(text) !== false)
      props[propOf[name] ?? name] = text;
  }
  return props;
}
