import type { Challenge } from 'altcha-lib';
import { fromJson } from './from-json.ts';
import { type Persistence, persistentFetch } from './persistent-fetch.ts';
import { solveChallenge } from './solve-challenge.ts';
import { toJson } from './to-json.ts';

/** Proof that this browser did some computation for the form, which makes mass registrations expensive. */
export interface ProofOfWork {
  /** Starts in the background; further calls have no effect. */
  begin(): void;
  /** Reports a keystroke: the work begins when typing pauses, and is suspended during typing from then on. */
  typed(): void;
  /**
   * Base64 of `{ challenge, solution }` as altcha-lib writes it, or `null` where the browser (a page without
   * TLS) or the server has no proof of work.
   */
  payload(persistence: Persistence): Promise<string | null>;
  /** Discards a solution that the server refused. */
  renew(): void;
  /** Aborts the current work. */
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
/** Longer than the interval between keystrokes of a slow typist, in milliseconds. */
const pauseMs = 500;
/** Longest time, in milliseconds, without yielding to the page. */
const sliceMs = 24;
/** Default minimum age of a challenge, in seconds: people take longer to fill in a form, bots do not. */
const usualMinimumAge = 3;

/**
 * Works with `POST {form}/challenge` → `{ challenge }` of altcha-lib 2 on the main thread: a blob worker would require
 * `worker-src blob:` of every host page, and the keys are derived by `crypto.subtle` in threads of the browser. Times
 * are measured from the arrival of the challenge, because the visitor's clock may be wrong;
 * `challenge.parameters.data.issued_at` (milliseconds since 1970) is the server's time, `data.min_seconds` its minimum
 * age.
 *
 * @param url base address of the form's requests
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
    // The server counts visitors who start, not requests.
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
      // `crypto.subtle` is missing on pages without TLS. Offline, the work would wait without any message, and so would
      // a visitor who sends meanwhile.
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
          // Requested again with retries: the first attempt had none.
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
