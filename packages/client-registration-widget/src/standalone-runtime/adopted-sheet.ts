import { css } from 'made:styles';
import { newSheet } from '../custom-element/new-sheet.ts';

/** The extracted rules in a constructable style sheet of a shadow root; see its namesake in `custom-element`. */
export function adoptSheet(shadow: ShadowRoot, rules: string, signal: AbortSignal): undefined {
  const sheet = newSheet(shadow, rules + css);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}
