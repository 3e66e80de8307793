import type { StateChangeHandler } from '../../../resource/commands/handler.ts';

/**
 * Puts a rejected document in the queue to be signed again with the same number, which the authority gave back. The
 * database keeps the rejected file and refuses numbers that are used.
 */
export const signAgain: StateChangeHandler = async ({ now }) => ({
  security_code: null,
  signed_at: null,
  sent_at: null,
  answered_at: null,
  track_id: null,
  environment: null,
  number_reusable: false,
  message: null,
  attempts: 0,
  next_attempt_at: now.toISOString(),
});
