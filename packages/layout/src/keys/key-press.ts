/** The properties of a `KeyboardEvent` that identify a key press. */
export type KeyLike = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const isLetter = (key: string): boolean => key.toLowerCase() !== key.toUpperCase() && [...key].length === 1;

function named(key: string, mod: boolean, alt: boolean, shift: boolean): string {
  // `?` and `A` already imply Shift; `Enter` does not.
  const keepsShift = shift && ([...key].length > 1 || isLetter(key));
  const plain = isLetter(key) ? key.toLowerCase() : key;
  return `${mod ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${keepsShift ? 'Shift+' : ''}${plain}`;
}

/** The notation of a key press, the same for Ctrl and the command key: `Mod+k`, `Shift+Enter`, `?`. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyLike): string {
  return named(key, ctrlKey || metaKey, altKey, shiftKey);
}

/**
 * Parses the notation of keys: presses separated by spaces, such as `g c`, `Mod+s`, `X` (with Shift), `Space`.
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

/** Whether keys are pressed without a modifier. Users of speech input must be able to turn these off (WCAG 2.1.4). */
export function isSingleKey(written: string): boolean {
  const [first = ''] = parseKeys(written);
  return [...first.replace(/^Shift\+/, '')].length === 1 && first !== ' ';
}

/** The value of `aria-keyshortcuts`; `undefined` for a sequence, which the attribute cannot express. */
export function ariaKeys(written: string): string | undefined {
  const presses = parseKeys(written);
  return presses.length === 1 ? presses[0]?.replace('Mod+', 'Control+') : undefined;
}

/**
 * The effect of a key press after the pending ones: the index of the sequence that it completes, or the new pending
 * presses. A press that continues no pending sequence may begin another one.
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
