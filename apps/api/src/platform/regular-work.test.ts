import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRegularWork } from './regular-work.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('runs never overlap, a failure is logged and retried, and stopping waits for the current run', async () => {
  const warnings: string[] = [];
  let [rounds, inHand, most] = [0, 0, 0];
  const stop = startRegularWork(
    { warn: (_, message) => warnings.push(message) },
    {
      failure: 'counting failed',
      pause: 1,
      work: async () => {
        rounds += 1;
        inHand += 1;
        most = Math.max(most, inHand);
        await new Promise((done) => setTimeout(done, 5));
        inHand -= 1;
        if (rounds === 2) throw new Error('not now');
        return undefined;
      },
    },
  );
  await vi.advanceTimersByTimeAsync(40);
  expect(rounds).toBeGreaterThan(3);
  expect(inHand).toBe(1);
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(5);
  await stopped;
  expect(inHand).toBe(0);
  const ended = rounds;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(ended);
  expect(most).toBe(1);
  expect(warnings).toEqual(['counting failed; it is tried again']);
});

test('a run returns when the next one is due', async () => {
  let rounds = 0;
  const stop = startRegularWork(
    { warn: () => {} },
    {
      failure: 'never',
      pause: 1,
      work: async () => {
        rounds += 1;
        return rounds < 3 ? 0 : 60_000;
      },
    },
  );
  await vi.advanceTimersByTimeAsync(59_999);
  expect(rounds).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(4);
  await stop();
});
