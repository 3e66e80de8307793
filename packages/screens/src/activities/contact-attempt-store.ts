import type { Reference } from '@pauta/domain/kinds/reference.ts';

/** A call or message to a contact that was started from a page and can be recorded as an activity. */
export interface ContactAttempt {
  readonly kind: 'call' | 'whatsapp' | 'email';
  /** The contact, if the page shows several. */
  readonly contact?: Reference;
  /** The element to which the focus returns; absent after a click. */
  readonly from?: HTMLElement;
}

const listeners = new Set<() => void>();
let last: ContactAttempt | null = null;

/** The latest call or message started from the open page, for `ContactAttemptPrompt`. */
export const contactAttemptStore = {
  get: (): ContactAttempt | null => last,
  set(reach: ContactAttempt | null): void {
    last = reach;
    for (const listener of [...listeners]) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
