import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Tooltip as Bubble, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';
import { styled } from 'styled-components';

const Box = styled(Bubble)`
  max-inline-size: 18rem;
  padding: ${t('space-1')} ${t('space-2')};
  border-radius: ${t('radius-sm')};
  background: ${t('color-text')};
  color: ${t('color-surface')};
  font-size: ${t('text-sm')};
  box-shadow: ${t('shadow-md')};
  z-index: ${t('z-tooltip')};
  @media (forced-colors: active) { border: 1px solid CanvasText; }
`;

/** Milliseconds until a pointer opens and closes a tooltip. Soon after one was open, the next opens at once. */
const [openDelay, closeDelay, stillWarm] = [500, 100, 400];

let lastOpen = Number.NEGATIVE_INFINITY;

/** The bubble of `Tooltip`, in a separate chunk because it imports react-aria. It can be dismissed by Escape (WCAG 1.4.13). */
export function TooltipBubble({
  anchor,
  text,
}: {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly text: string;
}): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef(0);
  const change = useCallback((open: boolean, delay = 0): void => {
    clearTimeout(timer.current);
    const set = (): void => setOpen(open);
    if (delay === 0) set();
    else timer.current = window.setTimeout(set, delay);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    // Wherever the focus is; a dialog around the control stays open.
    const dismiss = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      change(false);
    };
    document.addEventListener('keydown', dismiss, { capture: true });
    return () => {
      document.removeEventListener('keydown', dismiss, { capture: true });
      lastOpen = performance.now();
    };
  }, [isOpen, change]);
  useEffect(() => {
    const element = anchor.current;
    if (!element) return;
    const listening = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ): void => element.addEventListener(name, listener, { signal: listening.signal });
    on('pointerenter', ({ pointerType }) => {
      if (pointerType !== 'touch') change(true, performance.now() - lastOpen < stillWarm ? 0 : openDelay);
    });
    on('pointerleave', () => change(false, closeDelay));
    on('pointerdown', () => change(false));
    on('focus', () => {
      if (element.matches(':focus-visible')) change(true);
    });
    on('blur', () => change(false));
    // It may have them since before this code was loaded.
    if (element.matches(':focus-visible')) change(true);
    else if (element.matches(':hover')) change(true, openDelay);
    return () => {
      listening.abort();
      clearTimeout(timer.current);
    };
  }, [anchor, change]);
  const state = useMemo(
    () => ({
      isOpen,
      shouldSkipAnimation: true,
      open: () => change(true),
      // The pointer may leave the bubble for its control.
      close: (atOnce?: boolean) => change(false, atOnce ? 0 : closeDelay),
    }),
    [isOpen, change],
  );
  if (!isOpen) return null;
  return (
    <TooltipTriggerStateContext value={state}>
      <Box offset={6} triggerRef={anchor}>
        {text}
      </Box>
    </TooltipTriggerStateContext>
  );
}
