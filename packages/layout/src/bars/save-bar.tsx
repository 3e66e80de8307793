import { type ReactElement, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { focusMain } from '../page/page-focus.ts';
import { base, visuallyHidden } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { barButton } from './bar-style.ts';
import * as texts from './bar-texts.ts';

export interface SaveBarProps {
  /** Number of unsaved changes; at 0 the bar is not rendered. */
  readonly count: number;
  readonly saving?: boolean | undefined;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

const Root = styled.section`
  ${base}
  ${barButton}
  position: fixed;
  z-index: ${token('z-overlay')};
  inset-block-start: 0;
  inset-inline: 0;
  display: flex;
  align-items: center;
  gap: ${token('space-2')};
  min-block-size: ${token('bar-height')};
  padding-inline: ${token('space-4')};
  border-block-end: 1px solid ${token('color-border-strong')};
  background: ${token('color-surface-raised')};
  box-shadow: ${token('shadow-md')};
  & > p { flex: 1; min-inline-size: 0; font-weight: ${token('weight-medium')}; }
  @media (max-width: 30rem) {
    padding-inline: ${token('space-2')};
    & > p, & button { font-size: ${token('text-sm')}; }
    & button { padding-inline: 10px; }
  }
  @media (max-width: 22rem) { & > p { ${visuallyHidden} } & > button { flex: 1; text-align: center; } }
  @media print { display: none; }
`;

/**
 * Replaces the top bar while a form has unsaved changes: their number, «Descartar» and «Guardar», also by Ctrl+S. The
 * browser asks for confirmation before the page is closed. Confirmation before navigating to another page of the app
 * belongs to the router (`useBlocker`).
 *
 * @example
 * <SaveBar count={changed.length} onDiscard={reset} onSave={save} saving={saving} />
 */
export function SaveBar({ count, saving = false, onSave, onDiscard }: SaveBarProps): ReactElement | null {
  const isDirty = count > 0;
  const bar = useRef<HTMLElement>(null);
  const latest = useRef(onSave);
  useEffect(() => {
    latest.current = saving ? () => undefined : onSave;
  });

  useEffect(() => {
    if (!isDirty) return;
    const press = (event: KeyboardEvent): void => {
      const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
      if (!isSave || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')) latest.current();
    };
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('keydown', press);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);

  // Content covered by the bar must not be focusable.
  useBeforePaint(() => {
    const covered = document.querySelector<HTMLElement>('[data-pauta-shell] > header');
    if (!isDirty || !covered || bar.current?.contains(covered)) return;
    covered.inert = true;
    return () => {
      covered.inert = false;
    };
  }, [isDirty]);

  const wasDirty = useRef(isDirty);
  useEffect(() => {
    // The pressed button was removed, and the focus with it.
    if (wasDirty.current && !isDirty && document.activeElement === document.body) focusMain();
    wasDirty.current = isDirty;
  }, [isDirty]);

  if (!isDirty) return null;
  return (
    <Root aria-label={texts.unsaved} ref={bar}>
      <p role="status">{saving ? texts.saving : texts.unsavedCount(count)}</p>
      <button onClick={onDiscard} type="button">
        {texts.discard}
      </button>
      <button
        aria-disabled={saving || undefined}
        aria-keyshortcuts="Control+S"
        data-primary
        onClick={() => !saving && onSave()}
        type="button"
      >
        {texts.save(count)}
      </button>
    </Root>
  );
}
