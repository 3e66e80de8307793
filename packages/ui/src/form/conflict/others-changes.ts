import type { ApiError } from '@pauta/core';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';

/** A change that another user saved meanwhile, from the body of a 412. */
export interface OthersChange {
  readonly at: string;
  readonly by: string;
  readonly fields: readonly string[];
  /**
   * Changes of the lines of a document, by kind of lines and id: the names of the changed fields, `added` or `dropped`.
   */
  readonly lines?: Readonly<
    Record<string, Readonly<Record<string, readonly string[] | 'added' | 'dropped'>>>
  >;
}

/** The changes in the body of a 412, latest first. */
export function othersChanges(error: ApiError): readonly OthersChange[] {
  const { changes } = (typeof error.body === 'object' && error.body !== null ? error.body : {}) as {
    changes?: unknown;
  };
  return Array.isArray(changes) ? (changes as readonly OthersChange[]) : [];
}

/**
 * Who last changed one of these fields, and when; "another person" if that is unknown.
 *
 * @example whoChanged(changes, ['status']) // 'Ana Pérez (09/03/2026, 2:30 p. m.)'
 */
export function whoChanged(changes: readonly OthersChange[], fields: readonly string[]): string {
  return whoDid(changes.find((one) => one.fields.some((name) => fields.includes(name))) ?? changes[0]);
}

/** Who made a change, and when. */
export const whoDid = (change: OthersChange | undefined): string =>
  change ? `${change.by} (${formatInstant(change.at)})` : 'Otra persona';
