import type { StateChangeHandler } from '../../../resource/commands/handler.ts';

/** What every decision leaves to be signed and sent. */
const toAnswer = (now: Date) => ({
  decided_at: now.toISOString(),
  answer_to_authority: 'to_send',
  answer_to_issuer: 'to_send',
  attempts: 0,
  message: null,
  next_attempt_at: now.toISOString(),
});

/** Approves a received document; its answer is signed and sent in the background. */
export const approveReceived: StateChangeHandler = async ({ now }) => toAnswer(now);

/** Rejects a received document with a reason, which the issuer gets. */
export const rejectReceived: StateChangeHandler = async ({ now }, _record, { reason }) => ({
  ...toAnswer(now),
  rejection_reason: reason,
});

const again = (state: unknown): unknown => (state === 'refused' ? 'to_send' : state);

/** Makes the next attempt due: asks the authority again, or sends what was not received. */
export const attemptReceived: StateChangeHandler = async (
  { now },
  { answer_to_authority, answer_to_issuer },
) => ({
  answer_to_authority: again(answer_to_authority),
  answer_to_issuer: again(answer_to_issuer),
  next_attempt_at: now.toISOString(),
});
