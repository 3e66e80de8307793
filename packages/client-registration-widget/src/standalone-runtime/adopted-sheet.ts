import { css } from 'generated:styles';
import { newSheet } from '../custom-element/new-sheet.ts';

/**
 * Adds the extracted rules to a shadow root as a constructable style sheet; replaces `custom-element/adopted-sheet.ts`.
 */
export function adoptSheet(shadow: ShadowRoot, rules: string, signal: AbortSignal): undefined {
  const sheet = newSheet(shadow, rules + css);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}
