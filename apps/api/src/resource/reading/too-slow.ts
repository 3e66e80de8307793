import { sqlState } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';

/** The database gave up a statement that took longer than it may. */
const cancelled = '57014';

/**
 * A question that nobody can answer in time is the caller's to narrow, not a fault of the server.
 *
 * @throws Problem 422 when the statement was given up
 */
export const orTooSlow = async <T>(statement: Promise<T>): Promise<T> => {
  try {
    return await statement;
  } catch (error) {
    if (sqlState(error) !== cancelled) throw error;
    throw new Problem(
      422,
      'too_slow',
      'Son demasiados registros para responder a tiempo. Agregue un filtro e intente de nuevo.',
      { cause: error },
    );
  }
};
