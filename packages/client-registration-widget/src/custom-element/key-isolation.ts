/**
 * Keeps typing inside: to a page that listens for keys the target looks like the element and not like a field,
 * so that its shortcuts («/» for search) would swallow letters. Combinations with Ctrl, Alt or Meta pass, and so does
 * what a dialog around the form lives on, Tab and Escape.
 *
 * Listens at the window, before whatever listens below it. A page whose own listener was at its window first is the
 * only one that hears a key before the form.
 *
 * @param signal ends it
 */
export function isolateKeys(form: Element, signal: AbortSignal): void {
  const isolate = (event: KeyboardEvent): void => {
    const { ctrlKey, altKey, metaKey, key } = event;
    if (ctrlKey || altKey || metaKey || /^(Tab|Esc)/.test(key)) return;
    // Not `target`: a form within another shadow root is not seen from here.
    if (event.composedPath().includes(form)) event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    form.ownerDocument.defaultView?.addEventListener(type, isolate, { capture: true, signal });
}
