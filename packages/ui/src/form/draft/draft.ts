import type { AnyRecord } from '@pauta/domain/resource/resource.ts';

/** Unsaved input of a form. */
export interface Draft {
  /** Inputs that differ from the record, by field. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The record before the changes; null for a new record. */
  readonly base: AnyRecord | null;
  /** Time of the last change, in milliseconds since 1970. */
  readonly at: number;
}

const prefix = 'pauta.draft.';
/** Older drafts are deleted. */
const life = 30 * 24 * 3600 * 1000;

/** @example draftKey('7', 'clients', null) // 'pauta.draft.7.clients.new' */
export const draftKey = (user: string, resource: string, id: string | null): string =>
  `${prefix}${user}.${resource}.${id ?? 'new'}`;

export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    if (!draft || typeof draft.inputs !== 'object' || typeof draft.at !== 'number') return null;
    if (Date.now() - draft.at < life) return draft;
    localStorage.removeItem(key);
  } catch {
    // A draft that cannot be parsed is ignored.
  }
  return null;
}

/** @returns whether the draft could be stored */
export function writeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft to delete.
  }
}
