import { type FocusEvent, type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';
import type { ControlAria } from './field.tsx';
import { Popover } from './popover.tsx';

/** A text box for values in free format: a day, a time. */
export interface TypedBoxProps {
  readonly aria: Partial<ControlAria>;
  /** Accessible name where there is no label. */
  readonly ariaLabel?: string | undefined;
  /** The stored form; invalid input stays here as typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The focus left the line and its button; while its window is open it has not. */
  readonly onBlur?: ((event: FocusEvent) => void) | undefined;
  readonly name?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** Stored text of what was typed; null when it is none. Reads its own `write`. */
  readonly read: (text: string) => string | null;
  /** Formats the value; invalid input is returned unchanged. */
  readonly write: (value: string) => string;
  /** The text beside the box while typing: how the input was understood. */
  readonly say: (value: string) => string;
  /** The text beside the box otherwise. */
  readonly beside?: (value: string) => string;
  /** The next or previous value, with the arrow keys; of none, where to begin. */
  readonly step: (value: string | null, by: 1 | -1) => string;
  readonly icon: ReactNode;
  /** Name of the button and of the window that it opens. */
  readonly chooser: string;
  readonly chooserWidth?: number | 'max-content';
  readonly children: (value: string | null, choose: (value: string) => void) => ReactNode;
}

/**
 * A text box for free-format input that shows how it was understood, with a popup to choose from (WAI-ARIA date picker
 * dialog). Up and Down change the value by one step, Alt+Down opens the popup.
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
  say,
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
  const note = known === null ? '' : typed === null || typed === write(known) ? beside?.(known) : say(known);
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
