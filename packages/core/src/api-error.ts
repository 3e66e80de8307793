/** Details of an `ApiError`; see the fields of that class. */
export interface ApiErrorDetails {
  status: number;
  code?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
  body?: unknown;
  retryAfter?: number | null;
  requestId?: string | null;
  cause?: unknown;
}

/**
 * A failed request: refused by the server, or without a response. `message` can be shown to users: the server's own
 * message if it sent any, otherwise a Spanish sentence for the status.
 *
 * Parses `{ message, errors }` (the format of Laravel and of Pauta) and RFC 9457 problem documents; any other body,
 * such as a proxy's HTML page, gets the message for its status.
 *
 * @example
 * try {
 *   await api.patch('/clients/7', changes, { ifMatch: client.row_version });
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error;
 *   if (error.status === 422) showFieldErrors(error.errors); // { tax_id: ['El RNC no es válido.'] }
 *   else if (error.status === 412) mergeWith(error.body);
 *   else notify(error.message);
 * }
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 without a response (no connection, time-out). */
  readonly status: number;
  /**
   * Stable code for programs: the server's `code`, otherwise the last part of its problem `type`, otherwise `http_404`
   * and the like. Set by this client: `network`, `timeout`, and `invalid_response` for a successful response with an
   * unexpected body.
   */
  readonly code: string;
  /** Messages by field name; empty if the server named no fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The parsed response body; its text if it is not JSON; undefined without a response. */
  readonly body: unknown;
  /** Seconds to wait before a retry, from `Retry-After`; null if the server sent none. */
  readonly retryAfter: number | null;
  /** The server's id of this request, for support; null if the server sent none. */
  readonly requestId: string | null;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.code = details.code ?? `http_${details.status}`;
    this.errors = details.errors ?? {};
    this.body = details.body;
    this.retryAfter = details.retryAfter ?? null;
    this.requestId = details.requestId ?? null;
  }
}

/** The error of a response whose status is not a success. `text` is its whole body. */
export function errorOfAnswer(response: Response, text: string): ApiError {
  const body = parseJson(text);
  const problem = isRecord(body) ? body : {};
  const { status } = response;
  return new ApiError(sentence(problem.message) ?? sentence(problem.detail) ?? messageOf(status), {
    status,
    code: codeOf(problem),
    errors: fieldErrors(problem.errors),
    body,
    retryAfter: seconds(response.headers.get('Retry-After')),
    requestId: requestIdOf(response) ?? sentence(problem.request_id) ?? null,
  });
}

/** The error of a request without a response. */
export function unreachable(code: 'network' | 'timeout', cause: unknown): ApiError {
  const message =
    code === 'timeout'
      ? 'El servidor tardó demasiado en responder. Intente de nuevo.'
      : 'No se pudo conectar con el servidor. Revise su conexión e intente de nuevo.';
  return new ApiError(message, { status: 0, code, cause });
}

/** The error of a successful response that lacks expected content. */
export function invalidResponse(status: number, body: unknown, requestId: string | null = null): ApiError {
  return new ApiError('El servidor respondió en un formato inesperado. Intente de nuevo más tarde.', {
    status,
    code: 'invalid_response',
    body,
    requestId,
  });
}

/** The value of a JSON text, the text itself if it is not JSON, undefined if it is empty. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function requestIdOf(response: Response): string | null {
  return response.headers.get('X-Request-Id');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const messages: Readonly<Record<number, string>> = {
  400: 'La solicitud no es válida. Revise los datos e intente de nuevo.',
  401: 'Su sesión expiró o no es válida. Inicie sesión de nuevo.',
  403: 'No tiene permiso para realizar esta acción.',
  404: 'No se encontró lo que buscaba. Es posible que se haya eliminado.',
  408: 'El servidor tardó demasiado en responder. Intente de nuevo.',
  409: 'Los datos cambiaron y la acción ya no es posible. Actualice e intente de nuevo.',
  412: 'Otra persona modificó este registro. Actualice y aplique sus cambios de nuevo.',
  413: 'El archivo o los datos enviados son demasiado grandes.',
  415: 'El servidor no acepta ese tipo de archivo o de datos.',
  422: 'Algunos datos no son válidos. Revise los campos indicados.',
  423: 'El acceso está bloqueado en este momento.',
  428: 'Falta la versión del registro. Actualice e intente de nuevo.',
  429: 'Hizo demasiados intentos. Espere un momento e intente de nuevo.',
  502: 'El servicio no está disponible en este momento. Intente de nuevo más tarde.',
  503: 'El servicio no está disponible en este momento. Intente de nuevo más tarde.',
  504: 'El servicio no está disponible en este momento. Intente de nuevo más tarde.',
};

function messageOf(status: number): string {
  const known = messages[status];
  if (known) return known;
  if (status >= 500) return 'El servidor no pudo completar la acción. Intente de nuevo más tarde.';
  return `El servidor rechazó la solicitud (código ${status}).`;
}

function codeOf(problem: Record<string, unknown>): string | undefined {
  const code = sentence(problem.code);
  if (code) return code;
  const type = sentence(problem.type);
  if (!type || type === 'about:blank') return undefined;
  return /[^/:#]+$/.exec(type)?.[0];
}

/** Accepts `{ field: [message] }`, `{ field: message }` and the list `[{ pointer | field, detail | message }]`. */
function fieldErrors(errors: unknown): Record<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (field: string, message: unknown): void => {
    const words = sentence(message);
    if (words) found.set(field, [...(found.get(field) ?? []), words]);
  };
  if (isRecord(errors)) {
    for (const [field, given] of Object.entries(errors))
      for (const message of [given].flat()) add(field, message);
  } else if (Array.isArray(errors)) {
    for (const entry of errors.filter(isRecord)) {
      const pointer = sentence(entry.pointer)?.replace(/^#?\//, '').replaceAll('/', '.');
      const field = pointer ?? sentence(entry.field);
      if (field) add(field, entry.detail ?? entry.message);
    }
  }
  return Object.fromEntries(found);
}

function sentence(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function seconds(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const wait = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
