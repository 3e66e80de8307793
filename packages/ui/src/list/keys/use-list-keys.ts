import { keyMap, singleKeys } from '@pauta/layout/keys';
import { type RefObject, useEffect, useRef } from 'react';
import { commandOf, type ListCommand } from './shortcuts.ts';

const typing =
  'textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="searchbox"], ' +
  'input:not([type="checkbox"]):not([type="radio"]):not([type="button"])';

/** Dialogs over the page handle their own keys. */
const windows =
  'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="separator"]';

/** @returns whether the key was handled; it is then not propagated */
export type ListHandlers = Readonly<Partial<Record<ListCommand, () => boolean | undefined>>>;

/**
 * The shortcuts of a list, anywhere on its page, except while typing and in dialogs.
 *
 * @param root The element with the rows.
 */
export function useListKeys(root: RefObject<HTMLElement | null>, handlers: ListHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const list = root.current;
      const target = event.target instanceof Element ? event.target : document.body;
      if (!list || event.defaultPrevented || event.isComposing) return;
      if (target.closest(typing) || target.closest(windows)) return;
      // A modal dialog hides the page from assistive technology, and so from these keys.
      if (list.closest('[aria-hidden="true"], [inert]')) return;
      const inRow = target.closest('tr[data-row]') !== null && list.contains(target);
      // Space activates the focused button or check box.
      if (event.key === ' ' && target.closest('button, input')) return;
      const command = commandOf(event, { inRow, characters: singleKeys.get(), map: keyMap.get() });
      if (command && latest.current[command]?.()) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root]);
}
