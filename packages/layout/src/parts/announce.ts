import { visuallyHidden } from '../theme/styles.ts';

let region: HTMLElement | undefined;

/** Makes the place for announcements; a screen reader hears only what changes in one that is already there. */
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

/** Says something to screen readers when they are done with what they are saying. */
export function announce(text: string): void {
  prepareAnnouncements().textContent = text;
}
