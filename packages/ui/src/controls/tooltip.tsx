import { lazy, type ReactElement, Suspense } from 'react';

// Loaded after the first paint, because buttons are in the first chunk of every page.
const TooltipBubble = lazy(async () => ({ default: (await import('./tooltip-bubble.tsx')).TooltipBubble }));

/**
 * A short text beside the control that has the pointer or the focus. It does not set the accessible name: the child
 * must have its own.
 *
 * @param children One focusable element.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }): ReactElement {
  return (
    <Suspense fallback={children}>
      <TooltipBubble text={text}>{children}</TooltipBubble>
    </Suspense>
  );
}
