import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { announce } from '../parts/announce.ts';
import { base, coarse } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { type KeyMap, keyConflict, keyMap, keysOf, useKeyMap } from './key-map.ts';
import { pressOf } from './key-press.ts';
import * as texts from './key-texts.ts';
import { Keys, keyStyle, keysText } from './keys-shown.tsx';
import type { ShortcutGroup, ShortcutLine } from './use-shortcuts.ts';

export interface ShortcutEditorProps {
  /**
   * Groups to edit, such as `useShortcutGroups()` (the default, all of the page) plus those of pages that are not open.
   */
  readonly groups: readonly ShortcutGroup[];
}

const Root = styled.div`
  ${base}
  display: grid;
  gap: ${token('space-4')};
  & h3 { margin: 0 0 4px; font-size: ${token('text-sm')}; color: ${token('color-text-muted')}; }
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px ${token('space-3')};
    padding-block: 6px;
    border-block-end: 1px solid ${token('color-border')};
    & > :first-child { flex: 1 1 6rem; min-inline-size: 0; overflow-wrap: anywhere; }
    &[data-editing] > :first-child { flex-basis: 100%; }
    & > p { flex-basis: 100%; color: ${token('color-text-muted')}; font-size: ${token('text-sm')}; }
    & > p[role='alert'] { color: ${token('color-danger-text')}; }
  }
  & li > span + span { color: ${token('color-text-muted')}; font-size: ${token('text-sm')}; }
  & button {
    min-block-size: 32px;
    padding-inline: ${token('space-2')};
    border-radius: ${token('radius-md')};
    color: ${token('color-accent-text')};
    &:hover { background: ${token('color-hover')}; }
    &[aria-disabled] { color: ${token('color-text-muted')}; cursor: not-allowed; }
    ${coarse} { min-block-size: 44px; }
  }
  & > button { justify-self: start; }
  & input {
    min-block-size: 36px;
    min-inline-size: 10rem;
    padding-inline: ${token('space-3')};
    border: 1px solid ${token('color-border-strong')};
    border-radius: ${token('radius-md')};
    background: ${token('color-surface')};
    color: ${token('color-text')};
    font: inherit;
    font-size: ${token('text-control')};
    &[aria-invalid='true'] { border-color: ${token('color-danger')}; }
    ${coarse} { min-block-size: 44px; }
  }
  ${keyStyle}
`;

/** Records the new keys of one shortcut as they are pressed. */
function Capture({
  line,
  id,
  others,
  onEnd,
}: {
  line: ShortcutLine;
  id: string;
  others: readonly ShortcutLine[];
  onEnd: () => void;
}): ReactElement {
  const map = useKeyMap();
  const [presses, setPresses] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { label, presses: most = 2 } = line;
  const written = presses.join(' ');
  const conflict = written === '' ? null : keyConflict(others, id, written, map);

  useBeforePaint(() => input.current?.focus(), []);

  const end = (keys: readonly string[]): void => {
    keyMap.set(id, keys);
    announce(texts.changed(label, keys[0] === undefined ? texts.off : keysText(keys[0])));
    onEnd();
  };
  const save = (): void => {
    if (written !== '' && !conflict) end([written]);
  };
  const press = (event: KeyboardEvent): void => {
    // Tab keeps its usual function: it moves the focus to the buttons.
    if (event.key === 'Tab' || ['Shift', 'Control', 'Alt', 'Meta', 'Dead'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.key === 'Escape') onEnd();
    else if (event.key === 'Enter') save();
    else if (event.key === 'Backspace') setPresses([]);
    else {
      const name = pressOf(event).replace(/ $/, 'Space');
      setPresses(presses.length < most ? [...presses, name] : [name]);
    }
  };

  return (
    <>
      <span>{label}</span>
      <input
        aria-describedby={hint}
        aria-invalid={conflict !== null}
        aria-label={texts.newKeysOf(label)}
        onKeyDown={press}
        readOnly
        ref={input}
        value={written && keysText(written)}
      />
      <button aria-disabled={written === '' || conflict !== null || undefined} onClick={save} type="button">
        {texts.save}
      </button>
      <button onClick={() => end([])} type="button">
        {texts.turnOff}
      </button>
      <button onClick={onEnd} type="button">
        {texts.cancel}
      </button>
      <p id={hint}>{texts.newKeys(most)}</p>
      <p role="alert">{conflict && texts.usedBy(conflict.label)}</p>
    </>
  );
}

/** Shows which other shortcut uses the same keys, which can happen when a shortcut is reset to its defaults. */
function Doubled({
  id,
  keys,
  map,
  others,
}: {
  id: string;
  keys: readonly string[];
  map: KeyMap;
  others: readonly ShortcutLine[];
}): ReactElement | null {
  const other = keys.map((written) => keyConflict(others, id, written, map)).find((found) => found !== null);
  return other ? <p role="alert">{texts.alsoUsedBy(other.label)}</p> : null;
}

/**
 * Lets users change and reset the keys of shortcuts. Keys that are already in use are refused, with the name of the
 * shortcut that uses them. Stored under the key set by `useKeysOf`.
 *
 * @example
 * <ShortcutEditor groups={[...useShortcutGroups(), shortcutsOfLists]} />
 */
export function ShortcutEditor({ groups }: ShortcutEditorProps): ReactElement {
  const map = useKeyMap();
  const [editing, setEditing] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const back = useRef<string | null>(null);
  const all = groups.flatMap(({ shortcuts }) => shortcuts);
  const seen = new Set<string>();
  const shown = groups
    .map(({ label, shortcuts }) => ({
      label,
      lines: shortcuts.flatMap((line) => {
        if (line.id === undefined || seen.has(line.id)) return [];
        seen.add(line.id);
        return [{ line, id: line.id }];
      }),
    }))
    .filter(({ lines }) => lines.length > 0);

  // Returns the focus to the line that was changed.
  useBeforePaint(() => {
    if (editing !== null || back.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-change="${CSS.escape(back.current)}"]`)?.focus();
    back.current = null;
  });

  return (
    <Root ref={root}>
      {shown.map(({ label: heading, lines }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <ul>
            {lines.map(({ line, id }) => (
              <li data-editing={editing === id || undefined} key={id}>
                {editing === id ? (
                  <Capture
                    id={id}
                    line={line}
                    onEnd={() => {
                      back.current = id;
                      setEditing(null);
                    }}
                    others={all}
                  />
                ) : (
                  <>
                    <span>{line.label}</span>
                    <span>
                      <Keys keys={keysOf(line, map)} />
                    </span>
                    {map[id] && (
                      <button
                        aria-label={texts.restoreOf(line.label)}
                        onClick={() => {
                          back.current = id;
                          keyMap.set(id, null);
                        }}
                        type="button"
                      >
                        {texts.restore}
                      </button>
                    )}
                    <button
                      aria-label={texts.changeOf(line.label)}
                      data-change={id}
                      onClick={() => setEditing(id)}
                      type="button"
                    >
                      {texts.change}
                    </button>
                    <Doubled id={id} keys={keysOf(line, map)} map={map} others={all} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {Object.keys(map).length > 0 && (
        <button
          onClick={() => {
            back.current = shown[0]?.lines[0]?.id ?? null;
            keyMap.reset();
          }}
          type="button"
        >
          {texts.restoreAll}
        </button>
      )}
    </Root>
  );
}
