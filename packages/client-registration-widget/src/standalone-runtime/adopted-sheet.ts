import { css } from 'made:styles';

/** The extracted rules in a constructable style sheet of a shadow root; see its namesake in `custom-element`. */
export function adoptSheet(shadow: ShadowRoot, rules: string): { sheet?: undefined; remove(): void } {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules + css);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  return {
    remove: () => {
      shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}
