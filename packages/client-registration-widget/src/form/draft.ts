import { fromJson } from '../net/from-json.ts';
import { toJson } from '../net/to-json.ts';
import { type Answers, withPresetAnswers } from './answers.ts';
import type { FormDefinition } from './form-definition.ts';

const lifetime = 24 * 60 * 60 * 1000;
const nameOf = (key: string): string => `crw:draft:${key}`;

/** Not stored: numbers that identify a taxpayer, and the consent, which must be given each time. */
const unsaved = ['tax_id', 'agency.tax_id', 'consent', 'fax'] as const;

/** The stored unfinished answers of a visitor. */
export interface Draft {
  readonly answers: Answers;
  /** The current step, from 0. */
  readonly step: number;
}

/** Stores the answers in this tab until it is closed, at most for 24 hours. */
export function saveDraft(key: string, { answers, step }: Draft): void {
  const saved: Record<string, unknown> = { ...answers };
  for (const name of unsaved) delete saved[name];
  try {
    sessionStorage.setItem(nameOf(key), toJson({ at: Date.now(), step, answers: saved }));
  } catch {
    // If storage is full or blocked, there is no draft.
  }
}

export function clearDraft(key: string): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // See above.
  }
}

/** The draft of an earlier visit in this tab, limited to the current questions and merged into empty answers. */
export function loadDraft(definition: FormDefinition, empty: Answers): Draft | undefined {
  try {
    const { at, step, answers } = fromJson(sessionStorage.getItem(nameOf(definition.key)) ?? '') as {
      at: number;
      step: unknown;
      answers: Record<string, string>;
    };
    if (!(Date.now() - at < lifetime)) return undefined;
    for (const name of unsaved) delete answers[name];
    return {
      answers: withPresetAnswers(empty, answers, definition),
      step: typeof step === 'number' && step > 0 ? Math.trunc(step) : 0,
    };
  } catch {
    return undefined;
  }
}
