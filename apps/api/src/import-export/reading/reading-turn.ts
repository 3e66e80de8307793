import { tooMany } from '../../platform/http/problem.ts';

/** Maximum time that a file on disk waits for its turn, in milliseconds. */
const patience = 20_000;
/** Maximum number of waiting files. */
const most = 20;

const waiting = new Set<() => void>();
let isTaken = false;

const refusal = () => tooMany(5, 'Se están leyendo otros archivos. Espere unos segundos e intente de nuevo.');

const turn = (): Promise<void> => {
  if (!isTaken) return Promise.resolve();
  if (waiting.size >= most) return Promise.reject(refusal());
  return new Promise((resolve, reject) => {
    const called = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(called);
      reject(refusal());
    }, patience);
    waiting.add(called);
  });
};

/**
 * Runs `work` while no other file is being read in this process, so that several files together need no more memory
 * than one.
 *
 * @throws Problem 429 if the wait is too long
 * @example const rows = await inTurn(() => readTable(bytes));
 */
export const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await turn();
  isTaken = true;
  try {
    return await work();
  } finally {
    const [next] = waiting;
    if (next) waiting.delete(next);
    isTaken = next !== undefined;
    next?.();
  }
};
