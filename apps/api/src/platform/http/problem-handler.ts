import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { malformed, notFound, Problem } from './problem.ts';
import { problemOfSql } from './sql-problem.ts';
import { fieldErrorsOf } from './validation-messages.ts';

const titles: Record<number, string> = {
  400: 'Solicitud ilegible',
  401: 'Sesión requerida',
  403: 'Permiso requerido',
  404: 'No encontrado',
  405: 'Método no permitido',
  406: 'Formato no disponible',
  408: 'Tiempo agotado',
  409: 'Conflicto',
  412: 'Versión anterior',
  413: 'Demasiado grande',
  415: 'Tipo de contenido no admitido',
  422: 'Datos inválidos',
  423: 'Cuenta bloqueada',
  428: 'Versión requerida',
  429: 'Demasiadas solicitudes',
  431: 'Solicitud demasiado larga',
  500: 'Error interno',
  503: 'Servicio no disponible',
};

const tooLarge = () => new Problem(413, 'too_large', 'Lo que envía es demasiado grande.');
const unsupported = () =>
  new Problem(415, 'unsupported_type', 'El tipo de contenido no se admite; envíe application/json.');
const unexpected = (cause: unknown) =>
  new Problem(
    500,
    'internal',
    'Ocurrió un error inesperado. Intente de nuevo; si continúa, comunique el código de la solicitud.',
    { cause },
  );

/** The multipart parser reports a broken body only by its message; its errors have neither code nor status. */
const brokenForm = /^Multipart: |unexpected end of multipart data$|^The needle /i;

/** Converts any error to the refusal that its caller sees. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  const { validation, validationContext, statusCode } = error as Partial<FastifyError>;
  if (validation) {
    if (validationContext === 'params') return notFound();
    const errors = fieldErrorsOf(validation as never);
    const count = Object.keys(errors).length;
    const first = Object.values(errors)[0]?.[0] ?? '';
    return new Problem(422, 'invalid', count > 1 ? `Revise los ${count} campos marcados.` : first, {
      errors,
    });
  }
  const sqlProblem = problemOfSql(error);
  if (sqlProblem) return sqlProblem;
  if (statusCode === 413) return tooLarge();
  if (statusCode === 415) return unsupported();
  if (statusCode === 404) return notFound();
  // Fastify's own refusals of a request it cannot read: bad JSON, bad length, bad %-encoding, multipart errors.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return malformed();
  if (error instanceof Error && brokenForm.test(error.message)) return malformed();
  return unexpected(error);
};

/** The RFC 9457 document of a refusal. */
export const documentOf = (problem: Problem, requestId: string) => ({
  ...problem.extra,
  type: `urn:pauta:problem:${problem.code}`,
  title: titles[problem.status] ?? 'Error',
  status: problem.status,
  detail: problem.message,
  message: problem.message,
  code: problem.code,
  ...(problem.errors ? { errors: problem.errors } : {}),
  request_id: requestId,
});

/** Sends an error as an RFC 9457 document. Its cause is logged, never sent. */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = problemOf(error);
  if (problem.status === 500) request.log.error({ err: problem.cause ?? problem }, 'unexpected error');
  else if (problem.status > 500) request.log.warn({ err: problem.cause }, 'unavailable');
  else if (problem.cause) request.log.info({ err: problem.cause }, 'refused by the database');
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .serializer((body: unknown) => JSON.stringify(body))
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(documentOf(problem, request.id));
};

/** Makes a server answer every error with a problem document. */
export const installProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
};
