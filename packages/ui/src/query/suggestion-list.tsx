import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { floatingList } from '../controls/style.ts';
import type { Suggestion } from './query-text.ts';

/** Container of a text box and the suggestions below it. */
export const SuggestionFrame = styled.div`
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

/** Id of an option of the list. */
export const suggestionId = (listId: string, index: number): string => `${listId}-${index}`;

/**
 * Suggestions for a text box that keeps the focus and refers to the active option by `aria-activedescendant` (WAI-ARIA
 * combobox).
 */
export function SuggestionList({
  id,
  isOpen,
  suggestions,
  active,
  onChoose,
  note,
}: {
  readonly id: string;
  readonly isOpen: boolean;
  readonly suggestions: readonly Suggestion[];
  /** Index of the active option; -1 for none. */
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
  /** Shown below the options. */
  readonly note?: ReactNode;
}): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div aria-label="Sugerencias" hidden={!isOpen} id={id} ref={list} role="listbox" tabIndex={-1}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys and refers to the active option.
        <div
          aria-selected={index === active}
          data-focused={index === active || undefined}
          id={suggestionId(id, index)}
          key={suggestion.text}
          onClick={() => onChoose(suggestion)}
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
      {note}
    </div>
  );
}
