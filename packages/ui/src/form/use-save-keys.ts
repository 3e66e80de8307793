import { type RefObject, useEffect } from 'react';
import type { FormHandle } from './fields-form.tsx';

/** Ctrl+S or ⌘S saves, unless a dialog is open over the form. */
export function useSaveKeys(handle: RefObject<FormHandle | null>): void {
  useEffect(() => {
    const save = (event: KeyboardEvent): void => {
      const isSave =
        (event.ctrlKey || event.metaKey) &&
        event.key.toLowerCase() === 's' &&
        !event.shiftKey &&
        !event.altKey;
      if (!isSave) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')) {
        handle.current?.submit();
      }
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, [handle]);
}
