import type { RegistrationBody } from '../form/request/request-body.ts';
import { fromJson } from './from-json.ts';
import { type Persistence, persistentFetch, retryAfter, Unreachable } from './persistent-fetch.ts';
import type { ProofOfWork } from './proof-of-work.ts';
import { toJson } from './to-json.ts';
import { uuid } from './uuid.ts';

/** Why a registration was not accepted. */
export type FailureCode = 'network' | 'origin' | 'gone' | 'large' | 'rate' | 'server' | 'refused';

export type Outcome =
  | { readonly kind: 'accepted'; readonly folio: string; readonly receivedAt: string }
  /** Messages by the field's name in the request. */
  | {
      readonly kind: 'invalid';
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly message?: string;
    }
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      /** HTTP status, 0 if the server did not respond. */
      readonly status: number;
      readonly message?: string;
      /** Seconds until a retry makes sense. */
      readonly retryAfter?: number;
    };

interface Attempt {
  readonly answers: string;
  readonly key: string;
  readonly body: string;
}

/** Sends registrations of one form, each at most once regardless of the number of attempts. */
export interface Registrar {
  send(body: RegistrationBody, persistence: Persistence): Promise<Outcome>;
}

const codes: Readonly<Record<number, FailureCode>> = {
  403: 'origin',
  404: 'gone',
  410: 'gone',
  413: 'large',
  429: 'rate',
};

/**
 * An attempt with an unknown outcome (no response, a temporary error) is repeated with the same `Idempotency-Key` and
 * the same bytes as long as the answers are the same, also when the visitor presses the button again. A definite
 * response ends the attempt.
 *
 * @param url base address of the form's requests
 */
export function registrar(url: string, proof: ProofOfWork): Registrar {
  let attempt: Attempt | undefined;

  async function post(body: RegistrationBody, persistence: Persistence): Promise<Outcome> {
    const answers = toJson(body);
    if (attempt?.answers !== answers) {
      const altcha = await proof.payload(persistence);
      attempt = { answers, key: uuid(), body: toJson({ ...body, altcha }) };
    }
    const response = await persistentFetch(
      `${url}/registrations`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': attempt.key },
        body: attempt.body,
      },
      { ...persistence, refusal: url },
    );
    let answer: Record<string, unknown> = {};
    try {
      answer = fromJson(await response.text()) as typeof answer;
    } catch {
      // The status is sufficient.
    }
    const { status } = response;
    const message = typeof answer.message === 'string' ? answer.message : undefined;
    if (response.ok) {
      attempt = undefined;
      return {
        kind: 'accepted',
        folio: String(answer.folio ?? ''),
        receivedAt: String(answer.received_at ?? ''),
      };
    }
    const uncertain = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
    if (!uncertain) attempt = undefined;
    if (status === 422) {
      return { kind: 'invalid', errors: (answer.errors ?? {}) as Record<string, string[]>, message };
    }
    return {
      kind: 'failed',
      code: codes[status] ?? (uncertain ? 'server' : 'refused'),
      status,
      message,
      retryAfter: retryAfter(response),
    };
  }

  return {
    async send(body, persistence) {
      try {
        const first = await post(body, persistence);
        if (first.kind !== 'invalid' || !first.errors.altcha) {
          if (first.kind === 'accepted') proof.renew();
          return first;
        }
        // The proof was expired, too young or already used: compute another one without a message.
        proof.renew();
        return await post(body, persistence);
      } catch (error) {
        if (error instanceof Unreachable) return { kind: 'failed', code: 'network', status: 0 };
        throw error;
      }
    },
  };
}
