import { useEffect } from 'react';

export interface DocumentTitleOptions {
  /** There are unsaved changes: «•». */
  readonly unsaved?: boolean | undefined;
  /** Number of pending items: «(3)». */
  readonly count?: number | undefined;
}

/**
 * The title of a browser tab, with the page first because tabs are narrow. Repeated and empty parts are left out.
 *
 * @example
 * documentTitle(['ACME', 'Clientes', 'Pauta'], { unsaved: true, count: 3 }); // '• (3) ACME · Clientes · Pauta'
 */
export function documentTitle(
  parts: readonly (string | null | undefined)[],
  { unsaved = false, count = 0 }: DocumentTitleOptions = {},
): string {
  const names = [...new Set(parts.flatMap((part) => (part?.trim() ? [part.trim()] : [])))];
  return [unsaved && '•', count > 0 && `(${count})`, names.join(' · ')].filter(Boolean).join(' ');
}

/** Sets the title of the browser tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
