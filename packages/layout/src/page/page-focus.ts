import { useEffect, useRef } from 'react';
import { announce, prepareAnnouncements } from '../parts/announce.ts';
import { pageLoaded } from '../parts/texts.ts';

/** Longer than a title takes to follow its page, shorter than a person notices. */
const settleDelay = 150;

function focusElement(element: HTMLElement | null): boolean {
  if (!element) return false;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Moves the focus to the page's `h1`, or to `main` while there is none. Answers whether it was the `h1`.
 * Does not scroll: where a page starts is the router's matter.
 */
export function focusMain(): boolean {
  const main = document.querySelector<HTMLElement>('main');
  if (focusElement((main ?? document).querySelector('h1'))) return true;
  focusElement(main);
  return false;
}

/**
 * Moves the focus to the `h1` of a page that still loads, and to its successor when a page replaces it as its data
 * arrives, until the person moves it.
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
 * After each change of `path` moves the focus to the new page's `h1` (to `main` while it loads) and announces
 * its title. Leaves the first page alone: there the browser does both; and a link inside `data-keep-focus`, such as
 * a tab or a filter that has a path of its own. {@link AppShell} calls it; a page without the shell may too.
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
