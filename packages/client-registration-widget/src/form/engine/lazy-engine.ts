import type { Engine } from './engine.ts';
import { loadEngine } from './load-engine.ts';

/** The engine of one form, loaded on demand. */
export interface LazyEngine {
  /** Undefined until it is loaded. */
  readonly current: Engine | undefined;
  /**
   * Calls `use` with the engine, synchronously if it is loaded.
   *
   * @param lost called if loading fails; the next call tries again
   */
  with(use: (engine: Engine) => unknown, lost?: () => void): void;
  /** Keeps the engine while the form is on screen. @returns the function that releases it */
  retain(): () => void;
}

/** @param url base address of the form's requests */
export function lazyEngine(url: string): LazyEngine {
  let current: Engine | undefined;
  let loading: Promise<Engine> | undefined;
  let isReleased = false;
  return {
    get current() {
      return current;
    },
    with(use, lost = () => {}) {
      if (current) {
        use(current);
        return;
      }
      loading ??= loadEngine().then(
        ({ startEngine }) => {
          current = startEngine(url);
          return current;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      loading.then((engine) => {
        if (!isReleased) use(engine);
      }, lost);
    },
    retain() {
      isReleased = false;
      return () => {
        isReleased = true;
        current?.stop();
      };
    },
  };
}
