import { visuallyHidden } from '../theme/styles.ts';

let region: HTMLElement | undefined;

/** Creates the live region for announcements; a screen reader announces only changes in an existing one. */
export function prepareAnnouncements(): HTMLElement {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
    region.style.cssText = visuallyHidden;
    document.body.append(region);
  }
  return region;
}

/** Announces a text to screen readers, after the text that they are currently reading. */
export function announce(text: string): void {
  prepareAnnouncements().textContent = text;
}
