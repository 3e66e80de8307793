import { toJson } from '../net/to-json.ts';
import type { Answers } from './answers.ts';

const lifetime = 24 * 60 * 60 * 1000;
const nameOf = (key: string): string => `crw:draft:${key}`;

/** Neither numbers that identify a taxpayer nor the consent, which must be given each time. */
const unsaved = ['tax_id', 'agency.tax_id', 'consent', 'fax'] as const;

/** What a visitor left behind. */
export interface Draft {
  readonly answers: Answers;
  /** Where he was, from 0. */
  readonly step: number;
}

/** Keeps the answers in this tab until it is closed, at most for 24 hours. */
export function saveDraft(key: string, { answers, step }: Draft): void {
  const saved: Record<string, unknown> = { ...answers };
  for (const name of unsaved) delete saved[name];
  try {
    sessionStorage.setItem(nameOf(key), toJson({ at: Date.now(), step, answers: saved }));
  } catch {
    // Storage that is full or blocked costs only the draft.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // See above.
  }
}

/** The draft of an earlier visit of this tab, its answers laid over empty ones, or nothing. */
export function loadDraft(key: string, empty: Answers): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null') as {
      at: number;
      step?: unknown;
      answers: object;
    } | null;
    if (!draft || !(Date.now() - draft.at < lifetime)) return undefined;
    const known = Object.entries(draft.answers).filter(
      ([name, value]) =>
        Object.hasOwn(empty, name) &&
        !(unsaved as readonly string[]).includes(name) &&
        typeof value === typeof empty[name as keyof Answers] &&
        Array.isArray(value) === Array.isArray(empty[name as keyof Answers]),
    );
    return {
      answers: { ...empty, ...Object.fromEntries(known) },
      step: Math.max(0, Math.trunc(Number(draft.step)) || 0),
    };
  } catch {
    return undefined;
  }
}
