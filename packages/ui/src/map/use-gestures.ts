import { type RefObject, useEffect, useRef } from 'react';
import type { Position } from './viewport.ts';

export interface Gestures {
  pan(dx: number, dy: number): void;
  /** @param steps of zoom, positive to come closer */
  zoom(steps: number, at: Position): void;
  /** A click or tap that did not move. `adds`: with Ctrl, Shift or the command key. */
  press(at: Position, how: { readonly adds: boolean; readonly isTouch: boolean }): void;
  hover(at: Position | null): void;
}

/** Pixels that a pointer may move between pressing and releasing it. */
const still = 5;
/** Pixels of a wheel that are one step of zoom. */
const wheelStep = 240;

/** Dragging, pinching, the wheel and clicks on a map. The element needs `touch-action: none`. */
export function useGestures(element: RefObject<HTMLElement | null>, handlers: Gestures): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const down = new Map<number, Position>();
    let moved = 0;

    const positionOf = (event: MouseEvent): Position => {
      const { left, top } = node.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    /** The middle of two fingers and their distance. */
    const pinchOf = ([a, b]: readonly Position[]): { at: Position; length: number } | null =>
      a && b
        ? { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, length: Math.hypot(a.x - b.x, a.y - b.y) }
        : null;

    const press = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      if (down.size === 0) moved = 0;
      down.set(event.pointerId, positionOf(event));
      node.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      const before = down.get(event.pointerId);
      const now = positionOf(event);
      if (!before) {
        if (event.pointerType === 'mouse') latest.current.hover(now);
        return;
      }
      const pinch = pinchOf([...down.values()]);
      down.set(event.pointerId, now);
      moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      if (!pinch) {
        latest.current.pan(now.x - before.x, now.y - before.y);
        return;
      }
      const after = pinchOf([...down.values()]);
      if (!after || pinch.length === 0 || after.length === 0) return;
      latest.current.pan(after.at.x - pinch.at.x, after.at.y - pinch.at.y);
      latest.current.zoom(Math.log2(after.length / pinch.length), after.at);
    };
    const release = (event: PointerEvent): void => {
      if (!down.delete(event.pointerId) || event.type === 'pointercancel' || down.size > 0) return;
      if (moved > still) return;
      latest.current.press(positionOf(event), {
        adds: event.ctrlKey || event.metaKey || event.shiftKey,
        isTouch: event.pointerType === 'touch',
      });
    };
    const leave = (): void => latest.current.hover(null);
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      // Lines and pages are turned into pixels; a trackpad that pinches sends Ctrl and small steps.
      const pixels = event.deltaY * ([1, 20, 400][event.deltaMode] ?? 1) * (event.ctrlKey ? 4 : 1);
      latest.current.zoom(-pixels / wheelStep, positionOf(event));
    };

    node.addEventListener('pointerdown', press);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', release);
    node.addEventListener('pointercancel', release);
    node.addEventListener('pointerleave', leave);
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      node.removeEventListener('pointerdown', press);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', release);
      node.removeEventListener('pointercancel', release);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('wheel', wheel);
    };
  }, [element]);
}
