import type { EcfState } from '../ecf-states.ts';

/** What the authority says of a document, or that it could not be asked. */
export type EcfAnswer =
  /** It was received and is validated behind; `trackId` asks for the result. */
  | {
      readonly kind: 'received';
      readonly trackId: string;
      /** It was received before, as a query found out. */
      readonly isKnown?: boolean;
    }
  | {
      readonly kind: 'accepted' | 'conditional' | 'rejected';
      readonly messages: readonly string[];
      /** Of a rejected one: whether its number cannot be used again. */
      readonly isNumberUsed?: boolean;
    }
  | { readonly kind: 'in_process' }
  /** It knows nothing of the document: it was never received. */
  | { readonly kind: 'not_found' }
  /** The service did not answer, or not as is documented; whether the request had an effect is unknown. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** The service answered that it does not take the request. */
  | { readonly kind: 'refused'; readonly message: string };

/** A document before an attempt. */
export interface AttemptedEcf {
  readonly status: EcfState;
  /** Attempts since the last one that brought it further. */
  readonly attempts: number;
  /** ISO instant at which it was signed. */
  readonly signedAt: string;
  /** The authority received it before. */
  readonly wasSent: boolean;
}

/** What an attempt changes of a document. */
export interface EcfChanges {
  readonly status: EcfState;
  readonly attempts: number;
  /** ISO instant; null once nothing is left to do. */
  readonly next_attempt_at: string | null;
  readonly message: string | null;
  readonly track_id?: string | null;
  /** Of a rejected one: whether its number may be used again; null if the authority did not say. */
  readonly number_reusable?: boolean;
  readonly sent_at?: string;
  readonly answered_at?: string;
}

const minutes = [1, 2, 5, 15, 30, 60] as const;

/**
 * When a document is attempted again after a failure: after 1, 2, 5, 15, 30 and 60 minutes, then every hour.
 *
 * @param attempts failures so far, this one included
 * @param jitter from 0 to 1, so that many documents do not all come at once
 */
export const nextAttempt = (attempts: number, now: number, jitter: number): string => {
  const pause = minutes[Math.min(attempts, minutes.length) - 1] ?? 1;
  return new Date(now + pause * 60_000 * (1 + jitter / 4)).toISOString();
};

const later = (now: number, seconds: number): string => new Date(now + seconds * 1000).toISOString();

const said = (messages: readonly string[]): string | null => {
  const text = messages.filter((one) => one.trim() !== '').join(' ');
  return text === '' ? null : text.slice(0, 2000);
};

/**
 * What follows from an answer. A document is attempted until the authority accepts or rejects it; while it cannot be
 * reached the pauses grow, and after `contingencyMinutes` it is in contingency, which its printed face says. What was received and
 * has no result is not new progress: its pauses keep growing.
 */
export const afterAnswer = (
  { status, attempts, signedAt, wasSent }: AttemptedEcf,
  answer: EcfAnswer,
  {
    now,
    jitter,
    contingencyMinutes,
  }: { readonly now: number; readonly jitter: number; readonly contingencyMinutes: number },
): EcfChanges => {
  const at = new Date(now).toISOString();
  const failed = attempts + 1;
  if (answer.kind === 'received')
    return {
      status: 'sent',
      attempts: answer.isKnown || wasSent ? failed : 0,
      next_attempt_at:
        (answer.isKnown || wasSent) && failed > 2 ? nextAttempt(failed, now, jitter) : later(now, 10),
      message:
        (answer.isKnown || wasSent) && failed > 2
          ? 'La administración tributaria lo recibió y no encuentra su resultado. Consúltelo en su Oficina Virtual si sigue así.'
          : null,
      track_id: answer.trackId,
      sent_at: at,
    };
  if ('messages' in answer)
    return {
      status: answer.kind,
      attempts: 0,
      next_attempt_at: null,
      message: said([
        ...answer.messages,
        ...(answer.kind === 'rejected' && answer.isNumberUsed === false
          ? ['Su número se puede usar otra vez: corrija la causa y use «Firmar y enviar de nuevo».']
          : []),
      ]),
      ...(answer.kind === 'rejected' && {
        number_reusable: answer.isNumberUsed === false,
      }),
      answered_at: at,
      ...(status !== 'sent' && { sent_at: at }),
    };
  if (answer.kind === 'in_process')
    return {
      status: 'sent',
      attempts: failed,
      // Validation takes seconds; asking more often than that helps nobody.
      next_attempt_at: failed < 6 ? later(now, 10 * failed) : nextAttempt(failed - 5, now, jitter),
      message: 'En proceso de validación.',
    };
  if (answer.kind === 'not_found')
    return {
      status: 'signed',
      attempts: failed,
      next_attempt_at: nextAttempt(failed, now, jitter),
      message: 'La administración tributaria no lo encuentra: se envía de nuevo.',
      track_id: null,
    };
  const isLong = now - Date.parse(signedAt) >= contingencyMinutes * 60_000;
  return {
    status: status === 'signed' && answer.kind === 'unavailable' && isLong ? 'contingency' : status,
    attempts: failed,
    next_attempt_at: nextAttempt(failed, now, jitter),
    message: said([answer.message]),
  };
};
