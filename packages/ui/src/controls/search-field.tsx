import { Search, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

export interface SearchFieldProps {
  readonly label: string;
  /** Shows the label above the box, beside other labelled controls. */
  readonly labelled?: boolean;
  readonly placeholder?: string;
  readonly value: string;
  /** Called 250 ms after the last keystroke, and immediately on Enter, Escape and the clear button. */
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
}

/** A search box that reports its text when the user stops typing. Escape and the clear button empty it. */
export function SearchField({
  label,
  labelled = false,
  placeholder,
  value,
  onChange,
  maxLength,
}: SearchFieldProps): ReactElement {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // The value was changed from outside (Back, "clear filters"); it is not the text that this box has just reported.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: string): void => {
    clearTimeout(timer.current);
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onChange(next.trim());
  };
  const clear = (): void => {
    setText('');
    send('');
    input.current?.focus();
  };
  return (
    <TextField
      enterKeyHint="search"
      hideLabel={!labelled}
      label={label}
      maxLength={maxLength}
      onChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(next), 250);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text);
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          clear();
        }
      }}
      placeholder={placeholder ?? label}
      prefix={<Search aria-hidden size={16} />}
      ref={input}
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
  );
}
