import type { TextError } from '@pauta/domain/resource/condition-text.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Field } from '../controls/field.tsx';
import { floatingList } from '../controls/style.ts';
import type { Labels } from '../data/use-label.ts';
import { useOptions } from '../data/use-options.ts';
import {
  isNamed,
  recordsOf,
  type Suggestion,
  suggestionsFor,
  type Writing,
  writeRecord,
  writingAt,
} from './query-text.ts';
import type { Names } from './use-names.ts';

const Root = styled.div`
  position: relative;
  & > [role='listbox'] {
    ${floatingList}
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline: 0;
    z-index: ${t('z-overlay')};
    max-inline-size: none;
    margin: 0;
    list-style: none;
  }
  & > [role='listbox'][hidden] { display: none; }
  & > [role='listbox'] > [aria-selected='true'] { font-weight: inherit; }
`;

const Faults = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${t('space-1')};
  margin: ${t('space-2')} 0 0;
  padding: 0;
  list-style: none;
  color: ${t('color-danger-text')};
  font-size: ${t('text-sm')};
  & mark { padding: 0 2px; border-radius: 2px; background: ${t('color-danger-soft')}; color: inherit; }
  & button {
    min-block-size: ${t('target-size')};
    padding: 0 ${t('space-1')};
    border: 0;
    background: none;
    color: ${t('color-accent-text')};
    text-decoration: underline;
    cursor: pointer;
  }
`;

export interface QueryBarProps {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly errors: readonly TextError[];
  readonly names: Names;
  /** Enter, while nothing is suggested. */
  readonly onEnter: () => void;
  readonly autoFocus?: boolean;
}

/** Filters as text, with suggestions for fields and values at the caret and each fault beside its cause. */
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
  const [writing, setWriting] = useState<Writing | null>(null);
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
    setWriting(writingAt(resource, labels, text, at ?? text.length));
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
    replace(writing.from, writing.to, suggestion.text, suggestion.open === true);
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
          // The window around it stays open.
          event.preventDefault();
          event.stopPropagation();
          setWriting(null);
        }
        return;
      default:
    }
  };

  const candidatesOf = ({ pending }: TextError) =>
    pending && names.candidates.find((one) => one.field === pending.field && one.written === pending.written);

  return (
    <Root
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
      <div aria-label="Sugerencias" hidden={!isOpen} id={listId} role="listbox" tabIndex={-1}>
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text, which names the active option.
          <div
            aria-selected={index === active}
            data-focused={index === active || undefined}
            id={`${listId}-${index}`}
            key={suggestion.text}
            onClick={() => choose(suggestion)}
            onPointerDown={(event) => event.preventDefault()}
            role="option"
            tabIndex={-1}
          >
            {suggestion.label}
            {suggestion.note !== undefined && <span data-code>{suggestion.note}</span>}
          </div>
        ))}
        {isOpen && suggestions.length === 0 && (
          <div aria-disabled aria-selected={false} data-note role="option" tabIndex={-1}>
            Buscando…
          </div>
        )}
      </div>
      {errors.length > 0 && (
        <Faults aria-live="polite" id={`${listId}-faults`}>
          {errors.slice(0, 5).map((error) => {
            const found = candidatesOf(error);
            return (
              <li key={`${error.from} ${error.message}`}>
                <mark>{value.slice(error.from, error.to) || '…'}</mark>{' '}
                {error.pending && !found ? 'Buscando…' : error.message}{' '}
                {error.suggestion !== undefined && (
                  <button
                    onClick={() => replace(error.from, error.to, error.suggestion ?? '', false)}
                    type="button"
                  >
                    Escribir {error.suggestion}
                  </button>
                )}
                {found?.records.slice(0, 5).map((record) => (
                  <button
                    key={record.id}
                    onClick={() => {
                      names.learn(recordsOf(fieldOf(resource, found.field)), found.records);
                      replace(error.from, error.to, writeRecord(record, found.records), false);
                    }}
                    type="button"
                  >
                    {record.label}
                    {record.code != null && ` (${record.code})`}
                  </button>
                ))}
              </li>
            );
          })}
        </Faults>
      )}
    </Root>
  );
}
