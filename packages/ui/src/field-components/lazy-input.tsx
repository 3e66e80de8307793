import { type ReactElement, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { Field, type FieldProps } from '../controls/field.tsx';
import { focusFirst } from '../controls/focus.ts';

/** The placeholder of an input whose code is loading. It shows the value and can be focused. */
function Standing({
  frame,
  shown,
  focused,
  icon,
}: {
  frame: FieldProps;
  shown: string;
  focused: RefObject<boolean>;
  icon?: ReactNode;
}): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = box.current;
    return () => {
      focused.current = document.activeElement === input;
    };
  }, [focused]);
  return (
    <Field {...frame}>
      {(aria) => (
        <div data-box>
          <input {...aria} readOnly ref={box} value={shown} />
          {icon}
        </div>
      )}
    </Field>
  );
}

/** Passes the focus on from the placeholder. */
function TakeFocus({
  focused,
  place,
  pressed,
}: {
  focused: RefObject<boolean>;
  place: RefObject<Element | null>;
  /** Whether a pointer focused the box. The control did not exist yet when it was pressed, so its list is opened here. */
  pressed?: RefObject<boolean>;
}): null {
  useLayoutEffect(() => {
    if (!focused.current || !focusFirst(place.current) || !pressed?.current) return;
    pressed.current = false;
    const list = document.activeElement;
    if (list instanceof HTMLElement && list.matches('[role="combobox"], [aria-haspopup="listbox"]'))
      setTimeout(() => list.click());
  }, [focused, place, pressed]);
  return null;
}

/** A one-line input whose code is loaded when it is first shown: the layout does not shift, and the focus is kept. */
export function LazyInput({
  frame,
  shown = '',
  children,
}: {
  readonly frame: FieldProps;
  /** The value in words. */
  readonly shown?: string | undefined;
  readonly children: ReactElement;
}): ReactElement {
  const focused = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} style={{ display: 'contents' }}>
      <Suspense fallback={<Standing focused={focused} frame={frame} shown={shown} />}>
        {children}
        <TakeFocus focused={focused} place={place} />
      </Suspense>
    </div>
  );
}

/**
 * An input that is created when `isWanted` becomes true, and until then is a read-only box with its value: for tables
 * with many expensive inputs. A focused box passes the focus to the created input.
 */
export function WaitingInput({
  frame,
  shown = '',
  isWanted,
  icon,
  children,
}: {
  readonly frame: FieldProps;
  /** The value in words. */
  readonly shown?: string | undefined;
  readonly isWanted: boolean;
  /** Shown at the end of the box until then. */
  readonly icon?: ReactNode;
  readonly children: ReactElement;
}): ReactElement {
  const focused = useRef(false);
  const pressed = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div
      onPointerDown={() => {
        pressed.current = !isWanted;
      }}
      ref={place}
      style={{ display: 'contents' }}
    >
      {isWanted ? (
        <>
          {children}
          <TakeFocus focused={focused} place={place} pressed={pressed} />
        </>
      ) : (
        <Standing focused={focused} frame={frame} icon={icon} shown={shown} />
      )}
    </div>
  );
}
