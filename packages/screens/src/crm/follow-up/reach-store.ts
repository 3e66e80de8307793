import type { Reference } from '@pauta/domain/kinds/reference.ts';

/** Somebody was called or written to from a page; it may be written down as an attention. */
export interface Reach {
  readonly kind: 'call' | 'whatsapp' | 'email';
  /** The person, where the page shows several. */
  readonly contact?: Reference;
  /** The element that gets the focus back; absent after a click. */
  readonly from?: HTMLElement;
}

const listeners = new Set<() => void>();
let last: Reach | null = null;

/** The last reach of the open page; `ReachPrompt` shows it. */
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
