import { conditionOf, normalizeCondition, toParameters } from '@pauta/domain/resource/query/condition.ts';
import type { TextError } from '@pauta/domain/resource/query/condition-text.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { Labels } from '../data/use-label.ts';
import { useOptions } from '../data/use-options.ts';
import { QueryFaults } from '../query/query-faults.tsx';
import {
  firstFilterOffset,
  isNamed,
  readText,
  recordsOf,
  type Suggestion,
  suggestionsFor,
  type TextQuery,
  tokenAtCaret,
} from '../query/query-text.ts';
import { SuggestionFrame, SuggestionList, suggestionId } from '../query/suggestion-list.tsx';
import { useNames } from '../query/use-names.ts';
import type { SuggestionsHandle, SuggestionsState } from './list-search.tsx';

export interface SearchSuggestionsProps {
  readonly resource: Resource;
  readonly labels: Labels;
  /** The current query of the list. */
  readonly query: ListQuery;
  readonly text: string;
  /** Position of the caret; null while the box has no focus. */
  readonly caret: number | null;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly listId: string;
  readonly handle: RefObject<SuggestionsHandle | null>;
  readonly onType: (text: string, caret: number | null) => void;
  readonly onApply: (change: TextQuery) => void;
  readonly onState: (state: SuggestionsState) => void;
}

const nothing: TextQuery = { q: '', filters: [], where: null };
/** Minimum length of a word for suggesting fields, since it may be a search. */
const leastLetters = 2;
const mostFields = 6;

/** The typed filters combined with those of the list; on the same field the typed one replaces the other. */
const together = (resource: Resource, before: ListQuery, written: TextQuery): TextQuery => {
  const kept = before.filters.filter(({ field }) => !written.filters.some((one) => one.field === field));
  const parts = [conditionOf({ filters: kept, where: before.where }), conditionOf(written)];
  const all = normalizeCondition({ all: parts.filter((one) => one !== null) });
  return { q: written.q, ...toParameters(resource, all) };
};

/** Suggestions for the search box of a list, and the conversion of its text into filters. */
export function SearchSuggestions({
  resource,
  labels,
  query,
  text,
  caret,
  input,
  listId,
  handle,
  onType,
  onApply,
  onState,
}: SearchSuggestionsProps): ReactElement {
  const [active, setActive] = useState(-1);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [errors, setErrors] = useState<readonly TextError[]>([]);
  const names = useNames(resource, nothing, errors);
  const caretAfter = useRef<number | null>(null);
  /** Whether Enter was pressed while a name is still being looked up. */
  const waiting = useRef(false);

  const begins = firstFilterOffset(resource, labels, text);
  const found = caret === null || dismissed === text ? null : tokenAtCaret(resource, labels, text, caret);
  const isField = found !== null && found.field === undefined;
  const writing = isField && found.written.length < leastLetters ? null : found;
  const field = writing?.field === undefined ? undefined : fieldOf(resource, writing.field);
  const target = field && isNamed(field) ? recordsOf(field) : undefined;
  const { options, loading } = useOptions(target ?? resource, writing?.written.replaceAll('_', ' ') ?? '', {
    asking: target !== undefined,
  });
  const all = writing ? suggestionsFor(resource, labels, writing, target ? options : []) : [];
  const suggestions = isField ? all.slice(0, mostFields) : all;
  const isOpen = writing !== null && (suggestions.length > 0 || (target !== undefined && loading));
  // The first suggestion of a value is preselected; for words none is, because they may be a search.
  const chosen =
    active >= 0 ? active : !isField && writing?.written !== '' && suggestions.length > 0 ? 0 : -1;
  const activeId = isOpen && chosen >= 0 ? suggestionId(listId, chosen) : undefined;
  const fault = errors.length > 0 ? `${listId}-faults` : undefined;

  useEffect(() => onState({ isOpen, active: activeId, fault }), [isOpen, activeId, fault, onState]);
  useEffect(() => {
    setActive(-1);
    setErrors([]);
    waiting.current = false;
    if (caretAfter.current !== null) input.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [text, input]);

  const accept = (written: string, known = names.names): void => {
    const read = readText(resource, labels, written, known);
    if (read.ok) {
      onApply(together(resource, query, read.query));
      return;
    }
    setErrors(read.errors);
    waiting.current = read.errors.some(({ pending }) => pending !== undefined);
  };
  const replace = (from: number, to: number, by: string): string => {
    const next = text.slice(0, from) + by + text.slice(to);
    caretAfter.current = from + by.length;
    onType(next, from + by.length);
    input.current?.focus();
    return next;
  };
  const choose = (suggestion: Suggestion): void => {
    if (!writing) return;
    const next = replace(suggestion.from ?? writing.from, writing.to, suggestion.text);
    if (suggestion.open) return;
    if (!target) {
      accept(next);
      return;
    }
    names.learn(target, options);
    accept(next, { ...names.names, [target.name]: [...(names.names[target.name] ?? []), ...options] });
  };
  const latest = useRef(accept);
  useEffect(() => {
    latest.current = accept;
  });
  const known = names.names;
  const typed = useRef(text);
  useEffect(() => {
    typed.current = text;
  }, [text]);
  useEffect(() => {
    if (waiting.current) latest.current(typed.current, known);
  }, [known]);

  const press = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const one = suggestions[chosen];
    const count = suggestions.length;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!isOpen || count === 0) return false;
        event.preventDefault();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setActive((Math.max(chosen, step === 1 ? -1 : 0) + step + count) % count);
        return true;
      }
      case 'Tab':
        if (!isOpen || active < 0 || !one) return false;
        event.preventDefault();
        choose(one);
        return true;
      case 'Enter':
        if (isOpen && one) choose(one);
        else if (begins !== null) accept(text);
        else return false;
        event.preventDefault();
        return true;
      case 'Escape':
        if (!isOpen) return false;
        event.preventDefault();
        setDismissed(text);
        return true;
      default:
        return false;
    }
  };
  useImperativeHandle(handle, () => ({
    wordsOf: (written) => {
      const at = firstFilterOffset(resource, labels, written);
      return at === null ? written : written.slice(0, at);
    },
    press,
  }));

  return (
    <SuggestionFrame>
      <SuggestionList
        active={chosen}
        id={listId}
        isOpen={isOpen}
        note={
          isField && (
            <p aria-hidden data-note>
              Entrar busca lo escrito. Con ↓ se elige un dato por el que filtrar.
            </p>
          )
        }
        onChoose={choose}
        suggestions={suggestions}
      />
      <QueryFaults
        errors={errors}
        id={`${listId}-faults`}
        names={names}
        onReplace={(from, to, by) => void replace(from, to, by)}
        resource={resource}
        text={text}
      />
    </SuggestionFrame>
  );
}
