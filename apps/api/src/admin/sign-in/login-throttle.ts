import sql from 'sql-template-tag';
import {
  type AttemptLimit,
  attemptKey,
  forgetAttempts,
  returnAttempt,
  takeAttempt,
  tooManyAttempts,
} from '../../platform/attempts.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { addressBlock } from '../../platform/http/address-block.ts';

/** An allowed sign-in attempt, which may compute a hash; exactly one of its functions is called. */
export interface LoginAttempt {
  /** The password was correct: the attempt counts neither for the account nor for the address. */
  succeeded(): Promise<void>;
  /** No hash was computed. */
  cancelled(): Promise<void>;
}

// Ten failures in a row are only limited per minute; after that the delay between two guesses is 5 s, 10 s, 20 s … up
// to 5 min.
const delayAfter = sql`make_interval(secs => CASE WHEN f.failures < 10 THEN 0 ELSE least(5 * 2 ^ least(f.failures - 10, 10), 300) END)`;

/**
 * Admits a sign-in or refuses it with 429: 5 a minute for an e-mail from one address, 20 a minute from one address, and
 * an increasing delay for an account that is being guessed from many addresses, which does not apply to addresses from
 * which its owner signed in during the last 30 days. No account is ever locked. Unknown e-mails are treated the same.
 *
 * @throws Problem 429
 */
export const beginLogin = async (
  database: Queryable,
  { email, ip }: { email: string; ip: string },
): Promise<LoginAttempt> => {
  const block = addressBlock(ip);
  const byPair: AttemptLimit = { purpose: 'login', subject: [email, block], most: 5, seconds: 60 };
  const byAddress: AttemptLimit = { purpose: 'login', subject: [block], most: 20, seconds: 60 };
  const account = attemptKey('login', [email]);

  const pair = await takeAttempt(database, byPair);
  if (!('at' in pair)) throw tooManyAttempts(pair.wait);
  const address = await takeAttempt(database, byAddress);
  if (!('at' in address)) {
    await returnAttempt(database, byPair, pair.at);
    throw tooManyAttempts(address.wait);
  }

  const giveBack = async () => {
    await returnAttempt(database, byPair, pair.at);
    await returnAttempt(database, byAddress, address.at);
  };

  // Counted as a failure before the hash is computed, so that concurrent guesses are counted too.
  const counted = await database.one(sql`
    INSERT INTO login_failures AS f (key, failures, last_at) VALUES (${account}, 1, clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.last_at < excluded.last_at - interval '1 hour' THEN 1 ELSE f.failures + 1 END,
      last_at = greatest(f.last_at, excluded.last_at)
    -- Of attempts at the same time, one that began earlier may be counted later: only a delay is compared with its time.
    WHERE ${delayAfter} = interval '0' OR f.last_at + ${delayAfter} <= excluded.last_at OR EXISTS (
      SELECT FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE u.email = ${email} AND s.ip = ${ip}::inet AND s.created_at > now() - interval '30 days')
    RETURNING 1 AS one`);
  if (!counted) {
    await giveBack();
    const pause = await database.one<{ wait: number }>(sql`
      SELECT ceil(extract(epoch FROM f.last_at + ${delayAfter} - clock_timestamp()))::integer AS wait
      FROM login_failures f WHERE f.key = ${account}`);
    throw tooManyAttempts(pause?.wait ?? 1);
  }

  return {
    succeeded: async () => {
      await forgetAttempts(database, byPair);
      await returnAttempt(database, byAddress, address.at);
      await database.query(sql`DELETE FROM login_failures WHERE key = ${account}`);
    },
    cancelled: async () => {
      await giveBack();
      await database.query(
        sql`UPDATE login_failures SET failures = greatest(0, failures - 1) WHERE key = ${account}`,
      );
    },
  };
};
