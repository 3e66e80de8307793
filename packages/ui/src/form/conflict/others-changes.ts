import type { ApiError } from '@pauta/core';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';

/** Changes saved by others meanwhile, from the body of a 412. */
export interface OthersChange {
  readonly at: string;
  readonly by: string;
  readonly fields: readonly string[];
  /** Of a document, what was done to its lines: by their name and id, what changed, or that they came or went. */
  readonly lines?: Readonly<
    Record<string, Readonly<Record<string, readonly string[] | 'added' | 'dropped'>>>
  >;
}

/** The changes that a 412 brings along, the latest first. */
export function othersChanges(error: ApiError): readonly OthersChange[] {
  const { changes } = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as {
    changes?: unknown;
  };
  return Array.isArray(changes) ? (changes as readonly OthersChange[]) : [];
}

/**
 * Who last changed one of these fields, and when; without an answer, "another person".
 *
 * @example whoChanged(changes, ['status']) // 'Ana Pérez (09/03/2026, 2:30 p. m.)'
 */
export function whoChanged(changes: readonly OthersChange[], fields: readonly string[]): string {
  return whoDid(changes.find((one) => one.fields.some((name) => fields.includes(name))) ?? changes[0]);
}

/** Who made a change, and when. */
export const whoDid = (change: OthersChange | undefined): string =>
  change ? `${change.by} (${formatInstant(change.at)})` : 'Otra persona';
