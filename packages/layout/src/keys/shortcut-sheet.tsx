import { type ReactElement, useId, useRef } from 'react';
import { styled } from 'styled-components';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import { base, coarse, iconButton } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { keysOf, useKeyMap } from './key-map.ts';
import { isSingleKey } from './key-press.ts';
import * as texts from './key-texts.ts';
import { Keys, keyStyle } from './keys-shown.tsx';
import { singleKeys, useSingleKeys } from './single-keys.ts';
import type { ShortcutGroup } from './use-shortcuts.ts';

export interface ShortcutSheetProps {
  /** Groups to list; by default `useShortcutGroups()`, all of the page. */
  readonly groups: readonly ShortcutGroup[];
  readonly onClose: () => void;
  /** Opens the page where users change the keys (`ShortcutEditor`). */
  readonly onChange?: (() => void) | undefined;
}

const Root = styled.dialog`
  ${base}
  ${iconButton}
  inline-size: min(40rem, calc(100vw - 24px));
  max-block-size: calc(100dvh - 48px);
  margin: auto;
  padding: 0;
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid ${token('color-border')};
  border-radius: ${token('radius-lg')};
  background: ${token('color-surface-raised')};
  box-shadow: ${token('shadow-lg')};
  &::backdrop { background: ${token('color-overlay')}; }
  & > header {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: 10px 10px 10px 20px;
    background: inherit;
    border-block-end: 1px solid ${token('color-border')};
    & > h2 { margin: 0; font-size: ${token('text-lg')}; }
  }
  & > div { display: grid; gap: ${token('space-4')}; padding: ${token('space-4')} 20px 20px; }
  & h3 { margin: 0 0 6px; font-size: ${token('text-sm')}; color: ${token('color-text-muted')}; }
  & label { display: grid; grid-template-columns: auto 1fr; gap: 2px 10px; align-items: center; cursor: pointer; ${coarse} { min-block-size: 44px; } }
  & label > small { grid-column: 2; color: ${token('color-text-muted')}; font-size: ${token('text-sm')}; }
  & input { inline-size: 18px; block-size: 18px; margin: 0; accent-color: ${token('color-accent')}; &:focus-visible { outline-offset: 2px; } }
  & dl { display: grid; grid-template-columns: 1fr auto; gap: 6px 16px; align-items: center; margin: 0; }
  & dt { grid-column: 2; grid-row: span 1; justify-self: end; display: flex; flex-wrap: wrap; justify-content: end; align-items: center; gap: 4px; color: ${token('color-text-muted')}; font-size: ${token('text-sm')}; }
  & dd { grid-column: 1; margin: 0; }
  & dl > div { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; & > dd { grid-row: 1; } }
  ${keyStyle}
  & > div > button { justify-self: start; margin-inline-start: -12px; padding: 6px 12px; border-radius: ${token('radius-md')}; color: ${token('color-accent-text')}; text-decoration: underline; &:hover { background: ${token('color-hover')}; } ${coarse} { min-block-size: 44px; } }
`;

/**
 * A dialog with the shortcuts of the page, and the setting for those that are a single character.
 *
 * @example
 * const groups = useShortcutGroups();
 * useShortcuts('Aplicación', [{ id: 'help', keys: ['?'], label: 'Ver estos atajos', run: () => setOpen(true) }]);
 * {open && <ShortcutSheet groups={groups} onClose={() => setOpen(false)} />}
 */
export function ShortcutSheet({ groups, onClose, onChange }: ShortcutSheetProps): ReactElement {
  const map = useKeyMap();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const single = useSingleKeys();
  const hasSingle = groups.some(({ shortcuts }) =>
    shortcuts.some((line) => keysOf(line, map).some(isSingleKey)),
  );
  useBeforePaint(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // React removes the dialog; closing it first returns the focus.
    return () => element?.close();
  }, []);
  return (
    <Root
      aria-labelledby={id}
      onCancel={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      ref={dialog}
    >
      <header>
        <h2 id={id}>{texts.shortcuts}</h2>
        <button aria-label={texts.closeSheet} data-icon-button onClick={onClose} type="button">
          <Icon outline={outlines.close} />
        </button>
      </header>
      <div>
        {hasSingle && (
          <label>
            <input
              aria-describedby={`${id}hint`}
              aria-label={texts.singleKeys}
              aria-checked={single}
              checked={single}
              onChange={(event) => singleKeys.set(event.target.checked)}
              role="switch"
              type="checkbox"
            />
            <span>{texts.singleKeys}</span>
            <small id={`${id}hint`}>{texts.singleKeysHint}</small>
          </label>
        )}
        {groups.map(({ label, shortcuts }) => (
          <section key={label}>
            <h3>{label}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={`${shortcut.label}${shortcut.keys.join()}`}>
                  <dt>
                    <Keys keys={keysOf(shortcut, map)} />
                  </dt>
                  <dd>{shortcut.label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {onChange && (
          <button onClick={onChange} type="button">
            {texts.changeShortcuts}
          </button>
        )}
      </div>
    </Root>
  );
}
