import type { Wait } from '../net/persistent-fetch.ts';
import { type Answers, emptyAnswers, withGiven } from './answers.ts';
import { loadDraft } from './draft.ts';
import type { Errors } from './fields.ts';
import type { Accepted, Failure, RegistrationOptions } from './registration.ts';

/** All that a form shows. */
export interface State {
  readonly answers: Answers;
  readonly errors: Errors;
  readonly phase: 'editing' | 'sending' | 'done';
  /** Something was answered since it was last empty. */
  readonly touched: boolean;
  /** Counts failed attempts to send, after each of which the summary gets the focus. */
  readonly refusals: number;
  readonly failure: Failure | undefined;
  /** Messages of the server that belong to no field. */
  readonly general: readonly string[];
  readonly wait: Wait | null;
  readonly restored: boolean;
  /** Where the visitor is, from 0. */
  readonly step: number;
  /** Counts changes of step and restarts, after which the focus has to move. */
  readonly moves: number;
  /** Numbers with a warning that was shown once: when sent again, they are accepted. */
  readonly trusted: readonly string[];
  readonly accepted: Accepted | undefined;
}

/** An empty form. */
export const emptyState = (answers: Answers): State => ({
  answers,
  errors: {},
  phase: 'editing',
  touched: false,
  refusals: 0,
  failure: undefined,
  general: [],
  wait: null,
  restored: false,
  step: 0,
  moves: 0,
  trusted: [],
  accepted: undefined,
});

/** A form as its visitor finds it. */
export function firstState({ definition, draft, values, hidden }: RegistrationOptions): State {
  const empty = emptyAnswers(definition, { ...values, ...hidden });
  const found = draft ? loadDraft(definition, empty) : undefined;
  const left = found && { ...found, answers: withGiven(found.answers, hidden, definition), restored: true };
  return { ...emptyState(empty), ...left };
}

/** The step on screen: a draft may be of a form that had more. */
export const stepNow = ({ step }: State, { steps }: Pick<RegistrationOptions, 'steps'>): number =>
  Math.min(step, steps - 1);
