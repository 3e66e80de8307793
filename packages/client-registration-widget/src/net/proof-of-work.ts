import type { Challenge } from 'altcha-lib';
import { fromJson } from './from-json.ts';
import { type Persistence, persistentFetch } from './persistent-fetch.ts';
import { solveChallenge } from './solve-challenge.ts';
import { toJson } from './to-json.ts';

/** Proof that this browser did some work for the form, so that mass registrations are costly. */
export interface ProofOfWork {
  /** Starts in the background; harmless to call again. */
  begin(): void;
  /** Tells of a keystroke: the work begins when typing pauses, and yields to it from then on. */
  typed(): void;
  /**
   * Base64 of `{ challenge, solution }` as altcha-lib writes it, or `null` where the browser (a page without
   * TLS) or the server has no proof of work.
   */
  payload(persistence: Persistence): Promise<string | null>;
  /** Throws a solution away that the server refused. */
  renew(): void;
  /** Ends the work under way. */
  stop(): void;
}

interface Solved {
  readonly payload: string;
  readonly receivedAt: number;
  readonly lifetime: number;
  readonly minimumAge: number;
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const quietMs = 120;
/** Longer than between two keys of who types slowly. */
const pauseMs = 500;
/** Longest time without giving the page a turn. */
const sliceMs = 24;
/** People take longer to fill a form than the server's minimum; a browser that fills it in does not. */
const usualMinimumAge = 3;

/**
 * Works with `POST {form}/challenge` → `{ challenge }` of altcha-lib 2 on the main thread: a blob worker
 * would need `worker-src blob:` of every host page, and the keys are derived by `crypto.subtle` in threads of
 * the browser's own. Times are measured from the arrival of the challenge, as the visitor's clock may be wrong;
 * `challenge.parameters.data.issued_at` (milliseconds since 1970) gives the server's, `data.min_seconds` its minimum age.
 *
 * @param url address of the form
 */
export function proofOfWork(url: string): ProofOfWork {
  let controller = new AbortController();
  let running: Promise<Solved | null> | undefined;
  let lastKey = Number.NEGATIVE_INFINITY;
  let sliceStart = 0;
  let hurry = false;
  let asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const turn = async (): Promise<void> => {
    if (performance.now() - sliceStart <= sliceMs) return;
    do await sleep(hurry || performance.now() - lastKey > quietMs ? 0 : quietMs);
    while (!hurry && performance.now() - lastKey < quietMs);
    sliceStart = performance.now();
  };

  async function work(persistence: Persistence): Promise<Solved | null> {
    // The server counts who begins, and not how often one asks.
    const again = asked ? '?again=1' : '';
    asked = true;
    const response = await persistentFetch(`${url}/challenge${again}`, { method: 'POST' }, persistence);
    if (!response.ok) return null;
    const { challenge } = fromJson(await response.text()) as { challenge?: Challenge };
    if (!challenge) return null;
    const receivedAt = performance.now();
    const { expiresAt, data } = challenge.parameters;
    const issuedAt = Number(data?.issued_at ?? Date.now());
    const solution = await solveChallenge(challenge, turn, controller.signal);
    return (
      solution && {
        payload: btoa(toJson({ challenge, solution })),
        receivedAt,
        lifetime: expiresAt ? expiresAt - issuedAt / 1000 : 3600,
        minimumAge: Number(data?.min_seconds ?? usualMinimumAge),
      }
    );
  }

  const age = (solved: Solved): number => (performance.now() - solved.receivedAt) / 1000;

  const proof: ProofOfWork = {
    begin() {
      // crypto.subtle is missing on pages without TLS.
      // Offline it would wait in silence, and who sends meanwhile with it.
      if (running || !globalThis.crypto?.subtle || !navigator.onLine) return;
      running = work({ signal: controller.signal, tries: 1 }).catch(() => {
        running = undefined;
        return null;
      });
    },
    typed() {
      lastKey = performance.now();
      clearTimeout(timer);
      timer = setTimeout(proof.begin, pauseMs);
    },
    async payload(persistence) {
      if (!globalThis.crypto?.subtle) return null;
      hurry = true;
      try {
        proof.begin();
        let solved = await running;
        persistence.signal.throwIfAborted();
        if (!solved || age(solved) > solved.lifetime - 10) {
          // Asked again with all persistence: the first try was silent.
          running = work(persistence);
          running.catch(proof.renew);
          solved = await running;
        }
        while (solved && age(solved) < solved.minimumAge) {
          await sleep(100);
          persistence.signal.throwIfAborted();
        }
        return solved?.payload ?? null;
      } finally {
        hurry = false;
      }
    },
    renew() {
      running = undefined;
    },
    stop() {
      clearTimeout(timer);
      controller.abort();
      controller = new AbortController();
      running = undefined;
    },
  };
  return proof;
}
