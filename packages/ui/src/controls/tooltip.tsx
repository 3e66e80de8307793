import {
  cloneElement,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

type Bubble = typeof import('./tooltip-bubble.tsx').TooltipBubble;

let loaded: Bubble | undefined;
let loading: Promise<void> | undefined;

/** Loads the code of tooltips. Without it controls have none. */
function loadTooltips(): Promise<void> {
  loading ??= import('./tooltip-bubble.tsx').then(
    ({ TooltipBubble }) => {
      loaded = TooltipBubble;
    },
    () => {
      // The next control with a tooltip tries again.
      loading = undefined;
    },
  );
  return loading;
}

/** A ref that also sets `anchor`. */
const withAnchor =
  (own: Ref<HTMLElement> | undefined, anchor: RefObject<HTMLElement | null>) =>
  (element: HTMLElement | null) => {
    anchor.current = element;
    if (typeof own === 'function') return own(element);
    if (own) own.current = element;
    return undefined;
  };

export interface TooltipProps {
  /** Without a text there is no tooltip. */
  readonly text: string | undefined;
  /** One focusable element, which passes its `ref` on to the DOM. */
  readonly children: ReactElement<{ readonly ref?: Ref<HTMLElement> | undefined }>;
}

/**
 * A short text beside the control that has the pointer or the focus. It is neither the name nor the description of the
 * control, which has its own. The control stays the same element when its tooltip is loaded, appears or ends.
 */
export function Tooltip({ text, children }: TooltipProps): ReactElement {
  const [Bubble, setBubble] = useState(() => loaded);
  const anchor = useRef<HTMLElement>(null);
  const hasText = text !== undefined;
  useEffect(() => {
    // Loaded after the first paint, because buttons are in the first chunk of every page.
    if (hasText && !Bubble) void loadTooltips().then(() => setBubble(() => loaded));
  }, [hasText, Bubble]);
  const { ref: own } = children.props;
  const ref = useMemo(() => withAnchor(own, anchor), [own]);
  return (
    <>
      {cloneElement(children, { ref })}
      {Bubble && hasText && <Bubble anchor={anchor} text={text} />}
    </>
  );
}
