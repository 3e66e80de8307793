import { useEffect, useMemo } from 'react';
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
  with(use: (engine: Engine) => void, lost?: () => void): void;
}

/** @param url address of the form's calls */
export function useEngine(url: string): ComingEngine {
  const engine = useMemo(() => {
    let current: Engine | undefined;
    let coming: Promise<Engine> | undefined;
    let isGone = false;
    return {
      get current() {
        return current;
      },
      with(use: (engine: Engine) => void, lost = () => {}) {
        if (current) return use(current);
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
  }, [url]);
  const { stay } = engine;
  useEffect(stay, [stay]);
  return engine;
}
