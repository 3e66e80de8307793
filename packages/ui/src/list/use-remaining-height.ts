import { type RefObject, useLayoutEffect } from 'react';

/**
 * Sets `--list-height` on the element: what is left of the window below its top, so that its head stays in
 * view and its foot never leaves the screen.
 *
 * @param below Pixels that must remain under it.
 */
export function useRemainingHeight(element: RefObject<HTMLElement | null>, below: number): void {
  useLayoutEffect(() => {
    const measure = (): void => {
      const node = element.current;
      if (!node) return;
      const top = node.getBoundingClientRect().top + window.scrollY;
      node.style.setProperty(
        '--list-height',
        `${Math.max(320, Math.floor(window.innerHeight - top - below))}px`,
      );
    };
    measure();
    window.addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const before = element.current?.closest('section')?.previousElementSibling;
    if (before) observer.observe(before);
    return () => {
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [element, below]);
}
