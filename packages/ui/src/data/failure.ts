import { ApiError } from '@pauta/core';

/** A failure as described to the user. */
export interface Failure {
  readonly title: string;
  readonly message: string;
  /** Whether a retry may succeed. */
  readonly retry: boolean;
  /** Name of the missing permission, if the server sent it. */
  readonly permission?: string;
  /** Id of the request on the server, for support. */
  readonly requestId?: string;
}

/**
 * Describes a failed call to the user: what happened and what to do next.
 *
 * @example describeFailure(error).message // 'Revise su conexión e intente de nuevo.'
 */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return { title: 'Algo salió mal', message: 'Recargue la página e intente de nuevo.', retry: true };
  }
  const base = { message: error.message, ...(error.requestId && { requestId: error.requestId }) };
  switch (error.status) {
    case 0:
      return { ...base, title: 'Sin conexión con el servidor', retry: true };
    case 401:
      return { ...base, title: 'Su sesión terminó', retry: false };
    case 403: {
      const permission = permissionOf(error.body);
      return { ...base, title: 'No tiene permiso', retry: false, ...(permission && { permission }) };
    }
    case 404:
      return { ...base, title: 'No se encontró', retry: false };
    case 409:
      return { ...base, title: 'No se puede hacer en este momento', retry: false };
    case 412:
      return { ...base, title: 'Otra persona lo modificó', retry: false };
    case 422:
      return { ...base, title: 'Hay datos por corregir', retry: false };
    case 429: {
      const wait = error.retryAfter;
      return {
        ...base,
        title: 'Demasiados intentos',
        message: wait ? `Espere ${inWords(wait)} e intente de nuevo.` : error.message,
        retry: true,
      };
    }
    default:
      return { ...base, title: 'El servidor no pudo responder', retry: error.status >= 500 };
  }
}

const inWords = (seconds: number): string =>
  seconds < 90
    ? `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`
    : `${Math.ceil(seconds / 60)} minutos`;

function permissionOf(body: unknown): string | undefined {
  const { permission } = (typeof body === 'object' && body !== null ? body : {}) as { permission?: unknown };
  return typeof permission === 'string' ? permission : undefined;
}
