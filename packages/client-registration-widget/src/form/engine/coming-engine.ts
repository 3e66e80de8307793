import type { Engine } from './engine.ts';
import { loadEngine } from './load-engine.ts';

/** The engine of one form, loaded on demand. */
export interface ComingEngine {
  /** Undefined until it is loaded. */
  readonly current: Engine | undefined;
  /**
   * Calls `use` with the engine, synchronously if it is loaded.
   *
   * @param lost called if loading fails; the next call tries again
   */
  with(use: (engine: Engine) => unknown, lost?: () => void): void;
  /** Keeps the engine while the form is on screen. @returns the function that releases it */
  stay(): () => void;
}

/** @param url base address of the form's requests */
export function comingEngine(url: string): ComingEngine {
  let current: Engine | undefined;
  let coming: Promise<Engine> | undefined;
  let isGone = false;
  return {
    get current() {
      return current;
    },
    with(use, lost = () => {}) {
      if (current) {
        use(current);
        return;
      }
      coming ??= loadEngine().then(
        ({ startEngine }) => {
          current = startEngine(url);
          return current;
        },
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
      coming.then((engine) => {
        if (!isGone) use(engine);
      }, lost);
    },
    stay() {
      isGone = false;
      return () => {
        isGone = true;
        current?.stop();
      };
    },
  };
}
