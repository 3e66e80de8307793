/**
 * Hides key events of typing in the form from the page. The page's listeners see the custom element as target and not a
 * field, so its single-key shortcuts («/» for search) would swallow letters. Combinations with Ctrl, Alt or Meta pass,
 * and so do Tab and Escape, which a dialog around the form needs.
 *
 * It listens at the window, before any listener below it. Only a listener that the page added to its window earlier
 * gets a key before the form.
 *
 * @param signal stops the isolation when aborted
 */
export function isolateKeys(form: Element, signal: AbortSignal): void {
  const isolate = (event: KeyboardEvent): void => {
    const { ctrlKey, altKey, metaKey, key } = event;
    if (ctrlKey || altKey || metaKey || /^(Tab|Esc)/.test(key)) return;
    // Not `target`, which is a different element if the form is inside another shadow root.
    if (event.composedPath().includes(form)) event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    form.ownerDocument.defaultView?.addEventListener(type, isolate, { capture: true, signal });
}
