import { type ReactElement, useEffect, useState } from 'react';

type Bubble = typeof import('./tooltip-bubble.tsx').TooltipBubble;

let loaded: Bubble | undefined;
let loading: Promise<void> | undefined;

/** Loads the code of tooltips. Without it controls have none. */
export function loadTooltips(): Promise<void> {
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

/**
 * A short text beside the control that has the pointer or the focus. It does not set the accessible name: the child
 * must have its own.
 *
 * @param children One focusable element.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }): ReactElement {
  const [Bubble, setBubble] = useState(() => loaded);
  useEffect(() => {
    // Loaded after the first paint, because buttons are in the first chunk of every page.
    if (!Bubble) void loadTooltips().then(() => setBubble(() => loaded));
  }, [Bubble]);
  return Bubble ? <Bubble text={text}>{children}</Bubble> : children;
}
