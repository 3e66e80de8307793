/**
 * Keeps typing inside: to a page that listens for keys the target looks like the element and not like a field,
 * so that its shortcuts («/» for search) would swallow letters. Combinations with Ctrl, Alt or Meta pass.
 */
export function isolateKeys(shadow: ShadowRoot): void {
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    shadow.addEventListener(type, (event) => {
      const { ctrlKey, altKey, metaKey } = event as KeyboardEvent;
      if (!ctrlKey && !altKey && !metaKey) event.stopPropagation();
    });
  }
}
