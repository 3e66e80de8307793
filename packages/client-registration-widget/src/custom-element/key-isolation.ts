/**
 * Keeps key events of typing inside the form: to listeners of the page their target is the custom element and not a
 * field, so its single-key shortcuts («/» for search) would swallow letters. Combinations with Ctrl, Alt or Meta pass,
 * and so do Tab and Escape, which a dialog around the form needs.
 *
 * It listens at the window, before any listener below it. Only a listener that the page added to its window earlier
 * gets a key before the form.
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
