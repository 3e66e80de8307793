import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { TextField } from '../controls/text-field.tsx';
import type { Labels } from '../data/use-label.ts';

const load = () => import('./search-suggestions.tsx');
const SearchSuggestions = lazy(async () => ({ default: (await load()).SearchSuggestions }));

const Root = styled.div`
  position: relative;
  & [data-inner-button] { min-inline-size: ${t('target-size')}; }
`;

/** Extracts the search words of a text, without a filter that is still being typed. */
export type ExtractWords = (text: string) => string;

/** The methods of the suggestions for their search box. */
export interface SuggestionsHandle {
  readonly wordsOf: ExtractWords;
  /** Handles a key; true if it was used for the suggestions. */
  readonly press: (event: KeyboardEvent<HTMLInputElement>) => boolean;
}

/** The state of the suggestions, for the ARIA attributes of the box. */
export interface SuggestionsState {
  readonly isOpen: boolean;
  /** Id of the active option. */
  readonly active?: string | undefined;
  /** Id of the element with the error of the text. */
  readonly fault?: string | undefined;
}

const closed: SuggestionsState = { isOpen: false };

export interface ListSearchProps {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly label: string;
  readonly query: ListQuery;
  readonly go: (change: Partial<ListQuery>, options?: { replace?: boolean }) => void;
}

/** Milliseconds between the last keystroke and the search. */
const pause = 250;

/**
 * The search box of a list. Words are searched for while they are typed. Filters can be typed between them in the usual
 * notation (`vendedor:alberto`, `credito>5000`, `-estado:activo`), with suggestions, and become chips of the list when
 * they are accepted. The code of the suggestions is loaded when the box first gets the focus.
 *
 * @example <ListSearch go={list.go} label="Buscar clientes" labels={labels} query={query} resource={clients} />
 */
export function ListSearch({ resource, labels, label, query, go }: ListSearchProps): ReactElement {
  const [text, setText] = useState(query.q);
  const [caret, setCaret] = useState<number | null>(null);
  const [isEntered, setIsEntered] = useState(false);
  const [state, setState] = useState(closed);
  const sent = useRef(query.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const suggestions = useRef<SuggestionsHandle>(null);
  const listId = useId();

  useEffect(() => {
    // The search was changed from outside (Back, "clear filters"); it is not the text that this box has just set.
    if (query.q === sent.current) return;
    sent.current = query.q;
    setText(query.q);
  }, [query.q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (typed: string): void => {
    clearTimeout(timer.current);
    const words = (suggestions.current?.wordsOf(typed) ?? typed).trim();
    if (words === sent.current) return;
    sent.current = words;
    go({ q: words }, { replace: true });
  };
  const type = (next: string, at: number | null): void => {
    setText(next);
    setCaret(at);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), pause);
  };
  const clear = (): void => {
    setText('');
    setCaret(null);
    search('');
    input.current?.focus();
  };
  const apply = (change: Pick<ListQuery, 'q' | 'filters' | 'where'>): void => {
    clearTimeout(timer.current);
    sent.current = change.q;
    setText(change.q);
    setCaret(null);
    go(change);
  };

  return (
    <Root
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setCaret(null);
      }}
    >
      <TextField
        aria-activedescendant={state.active}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-errormessage={state.fault}
        aria-expanded={state.isOpen}
        aria-invalid={state.fault !== undefined || undefined}
        autoCapitalize="none"
        enterKeyHint="search"
        hideLabel
        label={label}
        maxLength={500}
        onChange={(next) => type(next, input.current?.selectionStart ?? null)}
        onClick={(event) => setCaret(event.currentTarget.selectionStart)}
        onFocus={() => setIsEntered(true)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || suggestions.current?.press(event)) return;
          if (event.key === 'Enter') search(text);
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            clear();
          }
        }}
        placeholder={label}
        prefix={<Search aria-hidden size={16} />}
        ref={input}
        role="combobox"
        spellCheck={false}
        suffix={
          text !== '' && (
            <button aria-label="Limpiar búsqueda" data-inner-button onClick={clear} type="button">
              <X aria-hidden size={16} />
            </button>
          )
        }
        type="text"
        value={text}
      />
      {isEntered ? (
        <Suspense fallback={<div hidden id={listId} />}>
          <SearchSuggestions
            caret={caret}
            handle={suggestions}
            input={input as RefObject<HTMLInputElement | null>}
            labels={labels}
            listId={listId}
            onApply={apply}
            onState={setState}
            onType={type}
            query={query}
            resource={resource}
            text={text}
          />
        </Suspense>
      ) : (
        <div hidden id={listId} />
      )}
    </Root>
  );
}
