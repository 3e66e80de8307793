import type { Reference } from '@pauta/domain/kinds/reference.ts';

/** A call or message to a contact that was started from a page and can be recorded as an activity. */
export interface Reach {
  readonly kind: 'call' | 'whatsapp' | 'email';
  /** The contact, if the page shows several. */
  readonly contact?: Reference;
  /** The element to which the focus returns; absent after a click. */
  readonly from?: HTMLElement;
}

const listeners = new Set<() => void>();
let last: Reach | null = null;

/** The latest call or message started from the open page, for `ReachPrompt`. */
export const reachStore = {
  get: (): Reach | null => last,
  set(reach: Reach | null): void {
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
