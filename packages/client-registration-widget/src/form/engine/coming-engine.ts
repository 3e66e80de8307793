import type { Engine } from './engine.ts';
import { loadEngine } from './load-engine.ts';

/** The engine of one form, which comes when it is wanted. */
export interface ComingEngine {
  /** Undefined until it is there. */
  readonly current: Engine | undefined;
  /**
   * Gives it to `use`, at once where it is there.
   *
   * @param lost it cannot be had now; the next call tries again
   */
  with(use: (engine: Engine) => unknown, lost?: () => void): void;
  /** Its form is on screen. @returns no more */
  stay(): () => void;
}

/** @param url address of the form's calls */
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
