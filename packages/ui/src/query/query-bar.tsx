import type { TextError } from '@pauta/domain/resource/query/condition-text.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Field } from '../controls/field.tsx';
import type { Labels } from '../data/use-label.ts';
import { useOptions } from '../data/use-options.ts';
import { QueryFaults } from './query-faults.tsx';
import {
  isNamed,
  recordsOf,
  type Suggestion,
  suggestionsFor,
  type TokenAtCaret,
  tokenAtCaret,
} from './query-text.ts';
import { SuggestionFrame, SuggestionList } from './suggestion-list.tsx';
import type { Names } from './use-names.ts';

export interface QueryBarProps {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly errors: readonly TextError[];
  readonly names: Names;
  /** Called on Enter while there are no suggestions. */
  readonly onEnter: () => void;
  readonly autoFocus?: boolean;
}

/** A text box for filters, with suggestions for fields and values at the caret, and errors next to their cause. */
export function QueryBar({
  resource,
  labels,
  value,
  onChange,
  errors,
  names,
  onEnter,
  autoFocus = false,
}: QueryBarProps): ReactElement {
  const [writing, setWriting] = useState<TokenAtCaret | null>(null);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const listId = useId();

  const field = writing?.field === undefined ? undefined : fieldOf(resource, writing.field);
  const target = field && isNamed(field) ? recordsOf(field) : undefined;
  const { options, loading } = useOptions(target ?? resource, writing?.written.replaceAll('_', ' ') ?? '', {
    asking: target !== undefined,
  });
  const suggestions = writing ? suggestionsFor(resource, labels, writing, target ? options : []) : [];
  const isOpen = suggestions.length > 0 || (target !== undefined && loading);

  useEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  const look = (text: string, at: number | null): void => {
    setWriting(tokenAtCaret(resource, labels, text, at ?? text.length));
    setActive(-1);
  };
  const replace = (from: number, to: number, text: string, open: boolean): void => {
    const next = value.slice(0, from) + text + value.slice(to);
    const at = from + text.length;
    onChange(next);
    caret.current = at;
    input.current?.focus();
    if (open) look(next, at);
    else setWriting(null);
  };
  const choose = (suggestion: Suggestion): void => {
    if (!writing) return;
    if (target) names.learn(target, options);
    replace(suggestion.from ?? writing.from, writing.to, suggestion.text, suggestion.open === true);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = suggestions[active];
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!writing) look(value, event.currentTarget.selectionStart);
        const count = suggestions.length;
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setActive((now) => (count === 0 ? -1 : (Math.max(now, step === 1 ? -1 : 0) + step + count) % count));
        return;
      }
      case 'Tab':
      case 'Enter':
        if (isOpen && chosen) {
          event.preventDefault();
          choose(chosen);
        } else if (event.key === 'Enter') {
          event.preventDefault();
          setWriting(null);
          onEnter();
        }
        return;
      case 'Escape':
        if (isOpen) {
          // Keeps Escape from also closing the surrounding dialog.
          event.preventDefault();
          event.stopPropagation();
          setWriting(null);
        }
        return;
      default:
    }
  };

  return (
    <SuggestionFrame
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setWriting(null);
      }}
    >
      <Field
        hint="Por ejemplo: estado:activo -etiquetas:radio creado>=01/01/2026. Una «o» entre condiciones, paréntesis para agruparlas."
        label="Filtro como texto"
        name="query-text"
      >
        {(aria) => (
          <div data-box>
            <input
              {...aria}
              aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
              aria-autocomplete="list"
              aria-controls={listId}
              aria-describedby={[aria['aria-describedby'], errors.length > 0 ? `${listId}-faults` : '']
                .filter(Boolean)
                .join(' ')}
              aria-expanded={isOpen}
              aria-invalid={errors.length > 0 || undefined}
              autoCapitalize="none"
              autoComplete="off"
              data-focus-target
              maxLength={2000}
              onChange={(event) => {
                onChange(event.target.value);
                look(event.target.value, event.target.selectionStart);
              }}
              onClick={(event) => look(value, event.currentTarget.selectionStart)}
              onKeyDown={onKeyDown}
              ref={input}
              role="combobox"
              spellCheck={false}
              value={value}
            />
          </div>
        )}
      </Field>
      <SuggestionList
        active={active}
        id={listId}
        isOpen={isOpen}
        onChoose={choose}
        suggestions={suggestions}
      />
      <QueryFaults
        errors={errors}
        id={`${listId}-faults`}
        names={names}
        onReplace={(from, to, by) => replace(from, to, by, false)}
        resource={resource}
        text={value}
      />
    </SuggestionFrame>
  );
}
