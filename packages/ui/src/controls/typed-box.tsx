import { type FocusEvent, type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { ControlAria } from './field.tsx';
import { Popover } from './popover.tsx';

/** Props of a text box for values in free format, such as a date or a time. */
export interface TypedBoxProps {
  readonly aria: Partial<ControlAria>;
  /** Accessible name where there is no label. */
  readonly ariaLabel?: string | undefined;
  /** The value in its stored format, or invalid input as typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the focus leaves the input and its button; not while the popup is open. */
  readonly onBlur?: ((event: FocusEvent) => void) | undefined;
  readonly name?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** Converts typed text into the stored format; null if it is invalid. It must accept the output of `write`. */
  readonly read: (text: string) => string | null;
  /** Formats the value; invalid input is returned unchanged. */
  readonly write: (value: string) => string;
  /** Text beside the input while the user types: the interpretation of the input. */
  readonly describe: (value: string) => string;
  /** Text beside the input while the user is not typing. */
  readonly beside?: (value: string) => string;
  /** The next or previous value, for the arrow keys; of null, the first one. */
  readonly step: (value: string | null, by: 1 | -1) => string;
  readonly icon: ReactNode;
  /** Accessible name of the button and of the popup that it opens. */
  readonly chooser: string;
  readonly chooserWidth?: number | 'max-content';
  readonly children: (value: string | null, choose: (value: string) => void) => ReactNode;
}

/**
 * A text box for free-format input that shows how the input was interpreted, with a popup to select a value (WAI-ARIA
 * date picker dialog). Up and Down change the value by one step, Alt+Down opens the popup.
 */
export function TypedBox({
  aria,
  ariaLabel,
  value,
  onChange,
  onBlur,
  name,
  readOnly = false,
  placeholder,
  read,
  write,
  describe,
  beside,
  step,
  icon,
  chooser,
  chooserWidth,
  children,
}: TypedBoxProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const known = value === '' || read(write(value)) !== value ? null : value;
  const note =
    known === null ? '' : typed === null || typed === write(known) ? beside?.(known) : describe(known);
  const choose = (next: string): void => {
    setTyped(null);
    onChange(next);
  };
  const leave = (event: FocusEvent): void => {
    if (!open && !box.current?.contains(event.relatedTarget)) onBlur?.(event);
  };
  return (
    <>
      <div data-box ref={box}>
        <input
          {...aria}
          aria-label={ariaLabel}
          autoComplete="off"
          enterKeyHint="done"
          name={name}
          onBlur={(event) => {
            setTyped(null);
            leave(event);
          }}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value.trim() === '' ? '' : (read(target.value) ?? target.value));
          }}
          onKeyDown={(event) => {
            const by = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
            if (by === undefined || readOnly || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            if (!event.altKey) choose(step(known, by));
            else if (by === -1) setOpen(true);
          }}
          placeholder={placeholder}
          readOnly={readOnly}
          spellCheck={false}
          value={typed ?? write(value)}
        />
        <output data-affix>{note}</output>
        {!readOnly && (
          <button
            aria-expanded={open}
            aria-haspopup="dialog"
            aria-label={chooser}
            data-inner-button
            onBlur={leave}
            onClick={() => setOpen(true)}
            type="button"
          >
            {icon}
          </button>
        )}
      </div>
      <Popover
        label={chooser}
        onClose={() => setOpen(false)}
        open={open}
        trigger={box as RefObject<Element | null>}
        {...(chooserWidth !== undefined && { width: chooserWidth })}
      >
        {children(known, (next) => {
          choose(next);
          setOpen(false);
        })}
      </Popover>
    </>
  );
}
