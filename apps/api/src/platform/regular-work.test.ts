import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRegularWork } from './regular-work.ts';

test('rounds never overlap, a failure is logged and tried again, and stopping waits for the round in hand', async () => {
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
        await sleep(5);
        inHand -= 1;
        if (rounds === 2) throw new Error('not now');
        return undefined;
      },
    },
  );
  await expect.poll(() => rounds).toBeGreaterThan(3);
  await stop();
  expect(inHand).toBe(0);
  const ended = rounds;
  await sleep(20);
  expect(rounds).toBe(ended);
  expect(most).toBe(1);
  expect(warnings).toEqual(['counting failed; it is tried again']);
});

test('a round says when the next one is due', async () => {
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
  await expect.poll(() => rounds).toBe(3);
  await sleep(30);
  await stop();
  expect(rounds).toBe(3);
});
