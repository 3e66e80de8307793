import { useEffect, useRef } from 'react';

/** Ctrl+S or ⌘S saves, unless a dialog is open over the form. */
export function useSaveKeys(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isSave =
        (event.ctrlKey || event.metaKey) &&
        event.key.toLowerCase() === 's' &&
        !event.shiftKey &&
        !event.altKey;
      if (!isSave) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')) latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
