import { useEffect } from 'react';

/** Top bar, menu, page, panels and notifications; landmarks inside the page are part of the page. */
const landmarks = 'header, nav, main, aside, section[aria-label], [role="region"], [data-region]';
const nested = ':is(main, nav, aside, dialog, [role="dialog"]) *:not(aside, [data-region], section)';
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** The next or previous index of a list, wrapping around; without a current index (-1) the first or the last. */
export function nextInRound(count: number, at: number, step: 1 | -1): number {
  if (count === 0) return -1;
  if (at < 0) return step === 1 ? 0 : count - 1;
  return (at + step + count) % count;
}

const isSeen = (element: Element): boolean =>
  element.checkVisibility?.({ visibilityProperty: true }) !== false && element.closest('[inert]') === null;

/** The regions of the page as currently rendered, in document order. */
export function pageRegions(page: ParentNode = document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>(landmarks)].filter(
    (element) => !element.matches(nested) && element.childElementCount > 0 && isSeen(element),
  );
}

/**
 * F6 and Shift+F6 move the focus between the regions: top bar, menu, page, panels, notices. In each region the element
 * that last had the focus gets it again, otherwise the first control. Disabled while a dialog is open over the page.
 *
 * @example
 * function Shell() {
 *   useRegionKeys();
 *   return <AppShell … />;
 * }
 */
export function useRegionKeys(): void {
  useEffect(() => {
    const left = new WeakMap<Element, HTMLElement>();
    const enter = (region: HTMLElement): void => {
      const before = left.get(region);
      const target =
        before?.isConnected && region.contains(before) && isSeen(before)
          ? before
          : region.tagName === 'MAIN'
            ? region
            : ([...region.querySelectorAll<HTMLElement>(focusable)].find(isSeen) ?? region);
      if (target === region && !region.hasAttribute('tabindex')) region.tabIndex = -1;
      target.focus();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented)
        return;
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
      const regions = pageRegions();
      const active = document.activeElement;
      const at = regions.findLastIndex((region) => region.contains(active));
      const region = regions[nextInRound(regions.length, at, event.shiftKey ? -1 : 1)];
      if (!region) return;
      event.preventDefault();
      const here = regions[at];
      if (here && active instanceof HTMLElement) left.set(here, active);
      enter(region);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
