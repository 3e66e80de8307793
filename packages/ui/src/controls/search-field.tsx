import { Search, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Called a quarter of a second after the last keystroke, at once on Enter, Escape and clear. */
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
}

/** A search box that waits until the person stops typing. Escape and the cross clear it. */
export function SearchField({
  label,
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
    // Changed from elsewhere (Back, "clear filters"), not the echo of what was sent.
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
      hideLabel
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
