import { longestComment } from '@pauta/domain/notes/notes.ts';
import { token as t } from '@pauta/layout/theme';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Option } from '../controls/combo-box.tsx';
import { floatingList } from '../controls/style.ts';
import { TextArea } from '../controls/text-area.tsx';
import { useOptions } from '../data/use-options.ts';
import { type MentionAt, mentionAt, putMention } from './mention.ts';

/** Users that a comment may mention. */
const people = { path: 'users' };

const Root = styled.div`
  position: relative;
  & > [data-people] { ${floatingList} position: absolute; z-index: ${t('z-popover')}; inset-inline-start: 0; inset-block-start: 100%; inline-size: min(22rem, 100%); margin-block-start: ${t('space-1')}; }
  & [role='option'][aria-selected='true'] { background: ${t('color-hover')}; color: ${t('color-text')}; }
`;

export interface CommentBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the user selects a person to mention. */
  readonly onMention: (person: Option) => void;
  readonly onSend: () => void;
  readonly onCancel?: () => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly rows?: number;
  readonly autoFocus?: boolean;
}

/**
 * The text box for a comment. Ctrl+Enter sends it. After an `@` it suggests users: the arrow keys select, Enter inserts
 * the name, Escape closes the suggestions.
 */
export function CommentBox({
  label,
  value,
  onChange,
  onMention,
  onSend,
  onCancel,
  error,
  hint,
  rows = 3,
  autoFocus = false,
}: CommentBoxProps): ReactElement {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<MentionAt | null>(null);
  const [place, setPlace] = useState(0);
  const found = useOptions(people, mention?.text ?? '', { asking: mention !== null });
  const offered = mention ? found.options.slice(0, 6) : [];
  const active = offered[Math.min(place, offered.length - 1)];

  const look = (): void => {
    const { current } = area;
    const found = current ? mentionAt(current.value, current.selectionStart) : null;
    setMention(found);
    if (found?.start !== mention?.start || found?.text !== mention?.text) setPlace(0);
  };
  const put = (person: Option): void => {
    if (!mention) return;
    const next = putMention(value, mention, person.label);
    onChange(next.text);
    onMention(person);
    setMention(null);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    } else if (active && mention) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        setPlace((place + step + offered.length) % offered.length);
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        put(active);
      } else if (event.key === 'Escape') {
        event.stopPropagation();
        setMention(null);
      }
    } else if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      onCancel();
    }
  };
  const optionId = (option: Option): string => `${id}-${option.id}`;

  return (
    <Root>
      <TextArea
        aria-activedescendant={active && optionId(active)}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${id}-people` : undefined}
        autoFocus={autoFocus}
        error={error}
        hideLabel
        hint={hint}
        label={label}
        maxLength={longestComment}
        onBlur={() => setMention(null)}
        onChange={(next) => {
          onChange(next);
          look();
        }}
        onKeyDown={press}
        onKeyUp={look}
        onSelect={look}
        placeholder="Escriba un comentario. Mencione a alguien con @"
        ref={area}
        rows={rows}
        value={value}
      />
      {offered.length > 0 && (
        <div aria-label="Personas" data-people id={`${id}-people`} role="listbox">
          {offered.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box
            <div
              aria-selected={option === active}
              id={optionId(option)}
              key={option.id}
              onClick={() => put(option)}
              // Keeps the focus in the text box.
              onPointerDown={(event) => event.preventDefault()}
              role="option"
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
    </Root>
  );
}
