import { sqlState } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';

/** SQLSTATE of a statement cancelled by the statement timeout. */
const cancelled = '57014';

/**
 * Turns a statement timeout into a refusal: the caller has to narrow the query.
 *
 * @throws Problem 422 when the statement timed out
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
