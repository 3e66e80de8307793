import { useEffect, useRef } from 'react';
import { announce, prepareAnnouncements } from '../parts/announce.ts';
import { pageLoaded } from '../parts/texts.ts';

/** Delay in milliseconds: a title is usually set sooner after a path change, and users do not notice the wait. */
const settleDelay = 150;

function focusElement(element: HTMLElement | null): boolean {
  if (!element) return false;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Moves the focus to the page's `h1`, or to `main` if there is none. Returns whether it was the `h1`. Does not scroll,
 * because the router determines the scroll position of a page.
 */
export function focusMain(): boolean {
  const main = document.querySelector<HTMLElement>('main');
  if (focusElement((main ?? document).querySelector('h1'))) return true;
  focusElement(main);
  return false;
}

/**
 * Moves the focus to the `h1` of a page that is still loading, and to each `h1` that replaces it when the data arrive,
 * until the user moves the focus.
 */
function stayWithHeading(): () => void {
  let at = document.activeElement;
  const observer = new MutationObserver(() => {
    const here = document.activeElement;
    if (here !== at && here !== document.body) observer.disconnect();
    else if (at?.tagName !== 'H1' || !at.isConnected) {
      focusMain();
      at = document.activeElement;
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * After each change of `path` moves the focus to the new page's `h1` (to `main` while it loads) and announces its
 * title. Does nothing for the first page, where the browser does both, and for a link inside `data-keep-focus`, such as
 * a tab or a filter with a path of its own. {@link AppShell} calls it; a page without the shell can call it too.
 *
 * @example
 * usePageFocus(location.pathname, 'Iniciar Sesión');
 */
export function usePageFocus(path: string, title: string | undefined, loaded = pageLoaded): void {
  const message = title && loaded(title);
  const focused = useRef(path);
  const announced = useRef(path);

  useEffect(() => {
    prepareAnnouncements();
  }, []);

  useEffect(() => {
    if (focused.current === path) return;
    focused.current = path;
    if (document.activeElement?.closest('[data-keep-focus]')) {
      announced.current = path;
      return;
    }
    focusMain();
    return stayWithHeading();
  }, [path]);

  useEffect(() => {
    if (announced.current === path || !message) return;
    const timer = setTimeout(() => {
      announced.current = path;
      announce(message);
    }, settleDelay);
    return () => clearTimeout(timer);
  }, [path, message]);
}
