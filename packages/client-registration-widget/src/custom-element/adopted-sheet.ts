import { __PRIVATE__ } from 'styled-components';
import { newSheet } from './new-sheet.ts';

type Sheet = InstanceType<typeof __PRIVATE__.StyleSheet>;

/** The interface through which styled-components writes its rules. */
class SheetTag {
  length = 0;
  readonly #sheet: CSSStyleSheet;

  constructor(sheet: CSSStyleSheet) {
    this.#sheet = sheet;
  }

  insertRule(index: number, rule: string): boolean {
    try {
      this.#sheet.insertRule(rule, index);
      this.length++;
      return true;
    } catch {
      return false;
    }
  }

  deleteRule(index: number): void {
    this.#sheet.deleteRule(index);
    this.length--;
  }

  getRule(index: number): string {
    return this.#sheet.cssRules[index]?.cssText ?? '';
  }
}

/**
 * A sheet of styled-components that writes into a constructable style sheet of a shadow root. Without a `<style>`
 * element the styles also apply under `style-src 'none'`. Uses `__PRIVATE__` of styled-components 6, hence the closed
 * peer range.
 *
 * @param rules rules before those of the components, such as `:host`
 * @param signal removes the sheet when aborted
 * @returns the sheet for `<StyleSheetManager sheet>`
 */
export function adoptSheet(shadow: ShadowRoot, rules: string, signal: AbortSignal): Sheet | undefined {
  const host = newSheet(shadow, rules);
  const own = newSheet(shadow, '');
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, host, own];
  const sheet = new __PRIVATE__.StyleSheet({
    useCSSOMInjection: false,
    target: document.createElement('div'),
  });
  Object.assign(sheet.getTag(), { tag: new SheetTag(own) });
  signal.addEventListener('abort', () => {
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((one) => one !== host && one !== own);
  });
  return sheet;
}
