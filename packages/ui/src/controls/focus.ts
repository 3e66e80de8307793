import type { FocusEvent } from 'react';

const focusable =
  'input:not([type=hidden]):not([tabindex="-1"]), textarea, select, button:not([tabindex="-1"]), a[href], [tabindex="0"]';

/** Focuses the first element in `container` that accepts input. */
export function focusFirst(container: Element | null | undefined): boolean {
  const target =
    container?.querySelector<HTMLElement>('[data-focus-target]') ??
    container?.querySelector<HTMLElement>(focusable);
  target?.focus();
  return target !== null && target !== undefined;
}

/** Focuses the control of a field by its name, below `root`. False when there is none. */
export function focusField(name: string, root: ParentNode = document): boolean {
  const field = root.querySelector(`[data-field="${CSS.escape(name)}"]`);
  field?.scrollIntoView({ block: 'center' });
  return focusFirst(field);
}

/** A blur handler that runs when the focus leaves the whole group of controls. */
export const leavingGroup =
  (onLeave: (() => void) | undefined) =>
  ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.closest('[role=group]')?.contains(relatedTarget)) onLeave?.();
  };
