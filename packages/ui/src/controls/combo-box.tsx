import { ChevronDown, Plus, X } from 'lucide-react';
import { type ReactElement, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import {
  ComboBox as Aria,
  Button,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { styled } from 'styled-components';
import { Field, type FieldProps } from './field.tsx';
import { floatingList } from './style.ts';

/** An option, as in the response of `GET /<path>/options`. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly code?: string | null;
  /** No longer offered; if it is the current value, it is shown with `inactiveMark`. */
  readonly inactive?: true;
}

/** The current state of a list of options. */
export interface OptionsState {
  readonly options: readonly Option[];
  readonly loading: boolean;
  /** Why the options could not be loaded, in Spanish. */
  readonly error?: string | undefined;
}

export interface ComboBoxProps extends FieldProps {
  readonly value: Option | null;
  readonly onChange: (value: Option | null) => void;
  readonly onBlur?: () => void;
  /** A hook that loads the options for a text. `open` is false while the list is closed. */
  readonly useOptions: (text: string, open: boolean) => OptionsState;
  readonly placeholder?: string | undefined;
  /** Clears the text after each selection; for adding to a list. */
  readonly adding?: boolean;
  /** Ids of options that are not offered, such as those already selected. */
  readonly exclude?: readonly string[];
  /** Text shown when the current value is no longer offered; "inactivo" by default. */
  readonly inactiveMark?: string;
  /** Creates a new option from a text that matches none. If absent, no option can be created here. */
  readonly onCreate?: ((text: string) => void) | undefined;
}

/** Key of the entry that creates a new option; no record has this id. */
const newOption = '+';

const Floating = styled(Popover)`${floatingList}`;

function SearchInput({
  placeholder,
  closer,
}: {
  placeholder: string | undefined;
  closer: RefObject<(() => void) | undefined>;
}): ReactElement {
  const state = useContext(ComboBoxStateContext);
  useEffect(() => {
    closer.current = () => state?.close();
  });
  return (
    <Input
      autoComplete="off"
      onClick={() => {
        if (state && !state.isOpen) state.open(null, 'manual');
      }}
      // The list opens when the user types. Selecting an option changes the text too, but must leave the list closed.
      onInput={() => state?.open(null, 'input')}
      placeholder={placeholder}
      spellCheck={false}
    />
  );
}

/**
 * Selects one of many records; the server searches for the typed text. Selecting a record sets the text to its label,
 * and leaving the field without selecting restores the previous text.
 */
export function ComboBox({
  value,
  onChange,
  onBlur,
  useOptions,
  placeholder,
  adding = false,
  exclude = [],
  inactiveMark = 'inactivo',
  onCreate,
  ...field
}: ComboBoxProps): ReactElement {
  const label = value?.label ?? '';
  const [text, setText] = useState(label);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  const closer = useRef<() => void>(undefined);
  const { options, loading, error } = useOptions(asked, open);
  const found = options.filter((option) => !exclude.includes(option.id));
  const isNew = onCreate !== undefined && found.length === 0 && asked !== '' && !loading && !error;
  const items = isNew ? [{ id: newOption, label: `Crear «${asked}»…` }] : found;

  useEffect(() => setText(label), [label]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (typed: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAsked(typed.trim()), typed === '' ? 0 : 200);
  };
  const choose = (id: string | null): void => {
    setAsked('');
    if (id === newOption) {
      setText(adding ? '' : label);
      setTimeout(() => closer.current?.());
      onCreate?.(asked);
      return;
    }
    if (id === null) {
      // react-aria also reports the current value when the field loses the focus; only an empty text clears it.
      setText(adding || text === '' ? '' : label);
      if (value !== null && text === '') onChange(null);
      return;
    }
    if (id === value?.id) {
      setText(label);
      return;
    }
    const option = items.find((one) => one.id === id);
    if (!option) return;
    setText(adding ? '' : option.label);
    onChange(option);
    // Closes the list after react-aria has processed the selection.
    setTimeout(() => closer.current?.());
  };

  return (
    <Field {...field}>
      {(aria) => (
        <Aria
          allowsEmptyCollection
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          defaultFilter={() => true}
          inputValue={text}
          isInvalid={aria['aria-invalid'] ?? false}
          isReadOnly={field.readOnly ?? false}
          isRequired={field.required ?? false}
          items={items}
          menuTrigger="manual"
          onBlur={() => onBlur?.()}
          onChange={(key) => choose(key === null ? null : String(key))}
          onInputChange={(typed) => {
            setText(typed);
            ask(typed);
            if (typed === '' && value !== null && !adding) onChange(null);
          }}
          onOpenChange={(isOpen) => {
            setOpen(isOpen);
            if (isOpen) setAsked(text === label ? '' : text.trim());
          }}
          validationBehavior="aria"
          value={value?.id ?? null}
        >
          <div data-box ref={frame}>
            <SearchInput closer={closer} placeholder={placeholder ?? 'Escriba para buscar'} />
            {value?.inactive && <span data-affix>({inactiveMark})</span>}
            {value !== null && !field.readOnly && !field.required && (
              <button
                aria-label={`Quitar ${field.label}`}
                data-inner-button
                onClick={() => {
                  setText('');
                  onChange(null);
                }}
                tabIndex={-1}
                type="button"
              >
                <X aria-hidden size={15} />
              </button>
            )}
            <Button data-inner-button>
              <ChevronDown aria-hidden size={16} />
            </Button>
          </div>
          <Floating
            offset={4}
            placement="bottom start"
            style={{ '--trigger-width': `${frame.current?.offsetWidth ?? 0}px` } as Record<string, string>}
            triggerRef={frame}
          >
            <ListBox
              items={items}
              renderEmptyState={() => (
                <div data-note>
                  {error ??
                    (loading ? 'Buscando…' : asked ? `Nada coincide con «${asked}».` : 'No hay opciones.')}
                </div>
              )}
            >
              {(item) => (
                <ListBoxItem id={item.id} textValue={item.label}>
                  {item.id === newOption && <Plus aria-hidden size={15} />}
                  {item.label}
                  {item.code && <span data-code>{item.code}</span>}
                </ListBoxItem>
              )}
            </ListBox>
          </Floating>
        </Aria>
      )}
    </Field>
  );
}
