import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useReducer,
  useRef,
} from 'react';
import { useDismiss } from '../parts/use-dismiss.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { type Flyout, flyoutReducer } from './flyout.ts';

const restDelay = 120;
const leaveDelay = 300;
const edge = 8;

interface EntryEvents {
  onPointerEnter(event: PointerEvent<HTMLElement>): void;
  onPointerLeave(event: PointerEvent<HTMLElement>): void;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

interface FlyoutControls {
  readonly flyout: Flyout;
  /** Shows or hides a group's links until they are closed; `button` is the group's. */
  press(id: string, button: HTMLElement): void;
  close(): void;
  /** Repositions the open flyout beside its icon, after the rail was scrolled. */
  place(): void;
  /** Event handlers for the list item of an entry while the rail is collapsed. */
  events(id: string, group: boolean): EntryEvents;
}

/** The control of an entry: a link or a button. */
function controlOf(entry: Element | null): HTMLElement | null {
  const control = entry?.firstElementChild;
  return control instanceof HTMLElement ? control : null;
}

/**
 * Pointer handling, keyboard handling and position of the rail's flyout. Links and names have the attribute
 * `data-flyout`.
 */
export function useFlyout(nav: RefObject<HTMLElement | null>, rail: boolean): FlyoutControls {
  const [flyout, dispatch] = useReducer(flyoutReducer, null);
  const entry = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const enterFlyout = useRef(false);
  const shown = rail ? flyout : null;

  const place = (): void => {
    const control = controlOf(entry.current);
    if (!nav.current || !control) return;
    const { top } = control.getBoundingClientRect();
    const height = entry.current?.querySelector('[data-flyout]')?.getBoundingClientRect().height ?? 0;
    const lowest = Math.max(edge, window.innerHeight - height - edge);
    nav.current.style.setProperty('--pauta-flyout-top', `${Math.min(top, lowest)}px`);
  };

  useBeforePaint(() => {
    if (!shown) return;
    place();
    if (!enterFlyout.current) return;
    enterFlyout.current = false;
    entry.current?.querySelector<HTMLElement>('[data-flyout] a')?.focus();
  });

  useEffect(() => {
    if (!rail) dispatch({ type: 'dismissed' });
    return () => clearTimeout(timer.current);
  }, [rail]);

  const dismiss = (focusControl: boolean): void => {
    clearTimeout(timer.current);
    dispatch({ type: 'dismissed' });
    const inside = entry.current?.contains(document.activeElement);
    if (focusControl && inside) controlOf(entry.current)?.focus();
  };
  useDismiss(entry, shown !== null, dismiss);

  return {
    flyout: shown,
    place,
    close: () => dismiss(true),
    press(id, button) {
      clearTimeout(timer.current);
      entry.current = button.parentElement;
      dispatch({ type: 'pressed', id });
    },
    events: (id, group) => ({
      onPointerEnter(event) {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        const { currentTarget } = event;
        timer.current = setTimeout(() => {
          if (flyout?.mode !== 'pinned') entry.current = currentTarget;
          dispatch({ type: 'rested', id, group });
        }, restDelay);
      },
      onPointerLeave(event) {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => dispatch({ type: 'left' }), leaveDelay);
      },
      onFocus(event) {
        if (event.target !== controlOf(event.currentTarget) || !event.target.matches(':focus-visible'))
          return;
        entry.current = event.currentTarget;
        dispatch({ type: 'focused', id });
      },
      onKeyDown(event) {
        const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
        const onControl = event.target === controlOf(event.currentTarget);
        if (event.key === (rtl ? 'ArrowLeft' : 'ArrowRight') && onControl && group) {
          entry.current = event.currentTarget;
          enterFlyout.current = true;
          dispatch({ type: 'pinned', id });
        } else if (event.key === (rtl ? 'ArrowRight' : 'ArrowLeft') && !onControl) {
          dismiss(true);
        } else return;
        event.preventDefault();
      },
    }),
  };
}
