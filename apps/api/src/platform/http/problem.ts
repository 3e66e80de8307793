import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { permissionLabel } from '@pauta/domain/permission-label.ts';
import { resourceIndex } from '@pauta/domain/resource-index.ts';
import type { Label } from '@pauta/domain/text/label.ts';

/** Field path (`tax_id`, `contacts.0.email`) → Spanish messages. */
export type FieldErrors = Record<string, string[]>;

interface ProblemDetails {
  errors?: FieldErrors | undefined;
  /** Further members of the problem document, for example the current record of a 412. */
  extra?: Record<string, unknown> | undefined;
  headers?: Record<string, string> | undefined;
  cause?: unknown;
}

/**
 * A refusal that the caller can act on. Thrown anywhere below a route it rolls the transaction back and becomes an RFC
 * 9457 document whose `message` is the Spanish text; no other information of the error is sent.
 *
 * @example throw conflict('quote_expired', 'La cotización venció; duplíquela para continuar.')
 */
export class Problem extends Error {
  readonly status: number;
  /** Stable English slug for programs, for example `stale`. */
  readonly code: string;
  readonly errors: FieldErrors | undefined;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, details: ProblemDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.errors = details.errors;
    this.extra = details.extra ?? {};
    this.headers = details.headers ?? {};
  }
}

/** 400: the request is malformed. */
export const malformed = (message = 'La solicitud no se puede leer.'): Problem =>
  new Problem(400, 'malformed', message);

/** 401: signs the caller out, so only for a missing, invalid or expired token. */
export const unauthorized = (): Problem =>
  new Problem(401, 'unauthorized', 'Su sesión no es válida o expiró. Inicie sesión de nuevo.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

const catalogue = (name: string): Label | undefined => resourceIndex.find((one) => one.name === name)?.label;

/** 403: `permission` names the missing permission, or several of which one is enough. */
export const forbidden = (permission: string | readonly string[], message?: string): Problem => {
  const names = typeof permission === 'string' ? [permission] : permission;
  const shown = names.map((name) => `«${permissionLabel(name, catalogue)}»`);
  const text =
    shown.length === 1
      ? `Le falta el permiso ${shown[0]}. Pídalo a un administrador.`
      : `Le falta uno de estos permisos: ${shown.join(', ')}. Pídalo a un administrador.`;
  return new Problem(403, 'forbidden', message ?? text, {
    extra: names.length === 1 ? { permission: names[0] } : { permissions: names },
  });
};

/** 404. */
export const notFound = (
  message = 'No se encontró lo que busca; es posible que se haya eliminado.',
): Problem => new Problem(404, 'not_found', message);

/** 409: the state or the capacity does not allow it; `extra` identifies the obstacle. */
export const conflict = (code: string, message: string, details: ProblemDetails = {}): Problem =>
  new Problem(409, code, message, details);

/** A change of a record since the version that the caller read. */
export interface ChangeSince {
  readonly at: string;
  readonly by: string;
  /** Columns it changed. */
  readonly fields: readonly string[];
  /**
   * For a document, its changes to lines by name and id: the changed columns, or that the line was created or deleted.
   */
  readonly lines?: Readonly<
    Record<string, Readonly<Record<string, readonly string[] | 'added' | 'dropped'>>>
  >;
}

/**
 * 412: another user changed the record; `current` is the current record.
 *
 * @param changes changes since and their authors, the latest first; empty if unknown
 */
export const stale = (current: unknown, changes: readonly ChangeSince[] = []): Problem => {
  const [last] = changes;
  const who = last
    ? `${last.by} cambió este registro el ${formatInstant(last.at)}`
    : 'Otra persona cambió este registro';
  return new Problem(
    412,
    'stale',
    `${who}, mientras usted lo editaba. Revise los cambios y guarde de nuevo.`,
    { extra: { current, changes } },
  );
};

/** 422 with the messages by field; `message` repeats the first one unless given. */
export const invalid = (errors: FieldErrors, message?: string): Problem => {
  const count = Object.keys(errors).length;
  const first = Object.values(errors)[0]?.[0] ?? 'Los datos no son válidos.';
  return new Problem(
    422,
    'invalid',
    message ?? (count > 1 ? `Revise los ${count} campos marcados.` : first),
    { errors },
  );
};

/** 423: the account is locked until an administrator unlocks it or the lock expires. */
export const locked = (message: string, details: ProblemDetails = {}): Problem =>
  new Problem(423, 'locked', message, details);

/** 428: the write has no `If-Match`. */
export const preconditionRequired = (): Problem =>
  new Problem(
    428,
    'precondition_required',
    'Falta la versión del registro (cabecera If-Match). Vuelva a abrirlo e intente de nuevo.',
  );

const inWords = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hora' : `${hours} horas`;
};

/** 429 with `Retry-After`; `seconds` is rounded up, at least 1. */
export const tooMany = (seconds: number, message?: string): Problem => {
  const wait = Math.max(1, Math.ceil(seconds));
  return new Problem(
    429,
    'too_many',
    message ?? `Demasiados intentos. Espere ${inWords(wait)} e intente de nuevo.`,
    {
      headers: { 'retry-after': String(wait) },
      extra: { retry_after: wait },
    },
  );
};

/** 503: the client should retry soon. */
export const unavailable = (cause?: unknown, seconds = 5): Problem =>
  new Problem(
    503,
    'unavailable',
    'El servicio no está disponible por el momento. Intente de nuevo en unos segundos.',
    {
      headers: { 'retry-after': String(seconds) },
      cause,
    },
  );

/** Why something was refused, in sentences: its reasons, or its message and errors. */
export const textsOf = ({ message, errors = {}, extra }: Problem): readonly string[] => {
  const { reasons } = extra as { readonly reasons?: readonly { readonly text: string }[] };
  return reasons?.map(({ text }) => text) ?? [message, ...Object.values(errors).flat()];
};
