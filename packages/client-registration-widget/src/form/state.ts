import type { Wait } from '../net/persistent-fetch.ts';
import { type Answers, emptyAnswers, withPresetAnswers } from './answers.ts';
import { loadDraft } from './draft.ts';
import type { Errors } from './fields.ts';
import type { Accepted, Failure, RegistrationOptions } from './registration.ts';

/** The state that a form renders. */
export interface State {
  readonly answers: Answers;
  readonly errors: Errors;
  readonly phase: 'editing' | 'sending' | 'done';
  /** Whether an answer was given since the form was last empty. */
  readonly touched: boolean;
  /** Counts failed attempts to send; after each the summary gets the focus. */
  readonly refusals: number;
  readonly failure: Failure | undefined;
  /** Messages of the server that belong to no field. */
  readonly general: readonly string[];
  readonly wait: Wait | null;
  readonly restored: boolean;
  /** The current step, from 0. */
  readonly step: number;
  /** Counts changes of step and restarts; after each the focus is moved. */
  readonly moves: number;
  /** Numbers whose warning was shown once; they are accepted when sent again. */
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

/** The initial state of a form. */
export function firstState({ definition, draft, values, hidden }: RegistrationOptions): State {
  const empty = emptyAnswers(definition, { ...values, ...hidden });
  const found = draft ? loadDraft(definition, empty) : undefined;
  const left = found && {
    ...found,
    answers: withPresetAnswers(found.answers, hidden, definition),
    restored: true,
  };
  return { ...emptyState(empty), ...left };
}

/** The current step, limited because a draft may come from a form with more steps. */
export const currentStep = ({ step }: State, { steps }: Pick<RegistrationOptions, 'steps'>): number =>
  Math.min(step, steps - 1);
