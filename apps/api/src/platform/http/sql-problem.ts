import pg from 'pg';
import type { ExplainedError } from '../database/database.ts';
import { conflict, Problem, unavailable } from './problem.ts';

// Node's errors for a connection that could not be opened or broke.
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);
const connectionTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const fromState = (error: ExplainedError): Problem | undefined => {
  const state = error.code ?? '';
  const { meaning } = error;
  const field = meaning?.field ?? error.column;
  const errorsOf = (message: string) => (field ? { [field]: [message] } : undefined);
  const unprocessable = (message: string) => {
    const text = meaning?.message ?? message;
    return new Problem(422, 'invalid', text, { errors: errorsOf(text), cause: error });
  };

  if (state === '23505' || state === '23P01') {
    const text = meaning?.message ?? 'Ya existe un registro con esos datos.';
    return conflict('duplicate', text, { errors: errorsOf(text), cause: error });
  }
  if (state === '23503' || state === '23001') {
    // The message names both tables only when the referenced row was to be deleted; its wording depends on the server's
    // language.
    const names = error.message.match(/["«“][^"»”]+["»”]/g) ?? [];
    return state === '23001' || names.length > 2
      ? conflict('in_use', meaning?.message ?? 'No se puede eliminar: otros registros lo usan.', {
          cause: error,
        })
      : unprocessable('El registro indicado no existe.');
  }
  if (state === '42501' && meaning) {
    return new Problem(403, 'beyond_own', meaning.message, { cause: error });
  }
  if (state === '23502') return unprocessable('Este campo es obligatorio.');
  if (state === '23514') return unprocessable('El valor no cumple una regla de este registro.');
  if (state.startsWith('22')) return unprocessable('Un valor no tiene el formato o el tamaño correcto.');
  if (['40001', '40P01', '55P03'].includes(state)) {
    return conflict('busy', 'Otra persona está cambiando estos datos en este momento. Intente de nuevo.', {
      cause: error,
    });
  }
  if (/^(53|57|58|08)/.test(state)) return unavailable(error);
  return undefined;
};

/** The refusal for a database error; undefined when it is a programming error. */
export const problemOfSql = (error: unknown): Problem | undefined => {
  if (error instanceof pg.DatabaseError) return fromState(error);
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  const { syscall } = error as NodeJS.ErrnoException;
  const isConnection =
    connectionTexts.test(error.message) ||
    (code !== undefined &&
      connectionCodes.has(code) &&
      /^(connect|read|write|getaddrinfo)$/.test(syscall ?? ''));
  return isConnection ? unavailable(error) : undefined;
};
