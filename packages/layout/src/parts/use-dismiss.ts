import { type RefObject, useEffect } from 'react';

/**
 * Closes an open element on Escape, on a press outside, or when the focus leaves it. The argument of `close` is whether
 * it was Escape, because the focus must then return to the control that opened the element.
 */
export function useDismiss(
  ref: RefObject<HTMLElement | null>,
  open: boolean,
  close: (byEscape: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) close(true);
    };
    const listening = new AbortController();
    document.addEventListener('pointerdown', outside, listening);
    document.addEventListener('focusin', outside, listening);
    document.addEventListener('keydown', onKey, listening);
    return () => listening.abort();
  });
}
