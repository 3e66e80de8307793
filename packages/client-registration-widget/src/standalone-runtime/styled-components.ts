import { type ComponentChildren, createElement, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';

/**
 * What the form uses of styled-components, for the script alone: 1 kB instead of 12. One class an element, whose
 * rules reach the browser as they are written, by its own nesting (Chromium 120, Firefox 117, Safari 17.2).
 * Components with changing styles, `css`, `attrs`, `keyframes` and global styles are not here; what needs them
 * fails to build.
 */

interface RuleTag {
  readonly length: number;
  insertRule(index: number, rule: string): boolean;
}

const rules: string[] = [];

// Keyframes cannot be nested in a rule.
const keyframes = /@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})+\s*\}/g;

interface Props {
  readonly className?: string;
  readonly children?: ComponentChildren;
}

function element(tag: string) {
  return (strings: TemplateStringsArray, ...values: readonly string[]) => {
    const name = `crw-${rules.length}`;
    const css = String.raw({ raw: strings }, ...values);
    rules.push(`.${name}{${css.replace(keyframes, '')}}`, ...(css.match(keyframes) ?? []));
    return ({ className, ...props }: Props): VNode =>
      createElement(tag, { ...props, className: className ? `${name} ${className}` : name });
  };
}

export const styled = { div: element('div') };

type Tokens = { readonly [name: string]: string | Tokens };

/** Every leaf becomes `var(--prefix-path, leaf)`. */
export function createTheme(theme: Tokens, { prefix }: { prefix: string }): Tokens {
  return Object.fromEntries(
    Object.entries(theme).map(([name, leaf]) => [
      name,
      typeof leaf === 'string'
        ? `var(--${prefix}-${name}, ${leaf})`
        : createTheme(leaf, { prefix: `${prefix}-${name}` }),
    ]),
  );
}

class StyleSheet {
  readonly #grouped: { tag?: RuleTag } = {};

  getTag(): { tag?: RuleTag } {
    return this.#grouped;
  }
}

export const __PRIVATE__ = { StyleSheet };

/** Writes every rule into the sheet's tag. */
export function install(sheet: StyleSheet): void {
  const { tag } = sheet.getTag();
  for (const rule of rules) tag?.insertRule(tag.length, rule);
}

/** Writes the rules once for each sheet, and shows its children. */
export function StyleSheetManager({ sheet, children }: { sheet: StyleSheet; children: ComponentChildren }) {
  useMemo(() => install(sheet), [sheet]);
  return children;
}
