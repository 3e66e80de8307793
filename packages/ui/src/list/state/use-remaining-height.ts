import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between the frame of a list and the end of the window. */
const margin = 24;

/**
 * Sets `--list-height` on the element: the height from its top to the bottom of the window, minus what follows it in
 * its frame (totals, pagination), so that its head and the pagination stay visible.
 */
export function useRemainingHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = (): void => {
      const node = element.current;
      if (!node) return;
      const { top, bottom } = node.getBoundingClientRect();
      const following = (node.parentElement?.getBoundingClientRect().bottom ?? bottom) - bottom;
      const left = window.innerHeight - (top + window.scrollY) - following - margin;
      node.style.setProperty('--list-height', `${Math.max(320, Math.floor(left))}px`);
    };
    measure();
    window.addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (element.current?.parentElement) observer.observe(element.current.parentElement);
    const before = element.current?.closest('section')?.previousElementSibling;
    if (before) observer.observe(before);
    return () => {
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [element]);
}
