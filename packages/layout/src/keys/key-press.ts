/** The part of a `KeyboardEvent` that names a press. */
export type KeyLike = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const isLetter = (key: string): boolean => key.toLowerCase() !== key.toUpperCase() && [...key].length === 1;

function named(key: string, mod: boolean, alt: boolean, shift: boolean): string {
  // Shift is part of `?` and `A` already; of `Enter` it is not.
  const keepsShift = shift && ([...key].length > 1 || isLetter(key));
  const plain = isLetter(key) ? key.toLowerCase() : key;
  return `${mod ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${keepsShift ? 'Shift+' : ''}${plain}`;
}

/** The name of a press, the same for Ctrl and the command key: `Mod+k`, `Shift+Enter`, `?`. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyLike): string {
  return named(key, ctrlKey || metaKey, altKey, shiftKey);
}

/**
 * Reads keys as they are written, presses one after another with a space between: `g c`, `Mod+s`, `X` (with Shift),
 * `Space`.
 */
export function parseKeys(written: string): readonly string[] {
  return written
    .trim()
    .split(/\s+/)
    .map((press) => {
      const parts = press.split(/\+(?=.)/);
      const key = parts.pop() ?? '';
      const has = (...names: string[]): boolean => parts.some((part) => names.includes(part.toLowerCase()));
      const isUpper = isLetter(key) && key !== key.toLowerCase();
      return named(
        key === 'Space' ? ' ' : key,
        has('mod', 'control', 'ctrl', 'meta'),
        has('alt'),
        has('shift') || isUpper,
      );
    });
}

/** Whether keys are typed without a modifier, so that a person who dictates must be able to turn them off (WCAG 2.1.4). */
export function isSingleKey(written: string): boolean {
  const [first = ''] = parseKeys(written);
  return [...first.replace(/^Shift\+/, '')].length === 1 && first !== ' ';
}

/** `aria-keyshortcuts` of keys; `undefined` for a sequence, which it cannot tell. */
export function ariaKeys(written: string): string | undefined {
  const presses = parseKeys(written);
  return presses.length === 1 ? presses[0]?.replace('Mod+', 'Control+') : undefined;
}

/**
 * The effect of a key press after those before it: the index of the sequence it completes, or the pending presses. A
 * press that matches nothing starts over.
 */
export function sequenceStep(
  sequences: readonly (readonly string[])[],
  before: readonly string[],
  press: string,
): { readonly match: number | null; readonly pending: readonly string[] } {
  for (const pending of before.length > 0 ? [[...before, press], [press]] : [[press]]) {
    const begun = sequences.flatMap((sequence, index) =>
      pending.every((one, at) => sequence[at] === one) ? [index] : [],
    );
    const match = begun.find((index) => sequences[index]?.length === pending.length);
    if (match !== undefined) return { match, pending: [] };
    if (begun.length > 0) return { match: null, pending };
  }
  return { match: null, pending: [] };
}
