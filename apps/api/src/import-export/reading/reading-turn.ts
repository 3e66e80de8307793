import { tooMany } from '../../platform/http/problem.ts';

/** Milliseconds that a file waits, on the disk, for those before it. */
const patience = 20_000;
/** Files that may wait. */
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
 * Does `work` when nobody else of this process does: the memory that files take together is what one takes alone.
 *
 * @throws Problem 429 when that takes too long
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
