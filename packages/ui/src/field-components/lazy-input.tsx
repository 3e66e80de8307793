import { type ReactElement, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { Field, type FieldProps } from '../controls/field.tsx';
import { focusFirst } from '../controls/focus.ts';

/** Placeholder box of an input whose code is loading, with the value it will show. It can already get the focus. */
function Standing({
  frame,
  shown,
  focused,
}: {
  frame: FieldProps;
  shown: string;
  focused: RefObject<boolean>;
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
        </div>
      )}
    </Field>
  );
}

/** Passes the focus on from the placeholder. */
function TakeFocus({
  focused,
  place,
}: {
  focused: RefObject<boolean>;
  place: RefObject<Element | null>;
}): null {
  useLayoutEffect(() => {
    if (focused.current) focusFirst(place.current);
  }, [focused, place]);
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
