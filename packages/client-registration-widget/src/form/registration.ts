import type { FormTexts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { ClientRegistrationHandle, ClientRegistrationValues } from '../client-registration-props.ts';
import type { FailureCode } from '../net/register.ts';
import { type Answers, change, emptyAnswers, type FieldName, withPresetAnswers } from './answers.ts';
import { clearDraft, saveDraft } from './draft.ts';
import { lazyEngine } from './engine/lazy-engine.ts';
import { fieldOrder } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import type { Emit } from './request/emit.ts';
import { emptyState, firstState, type State } from './state.ts';

export interface Accepted {
  readonly folio: string;
  readonly receivedAt: string;
  readonly email: string;
}

export interface Failure {
  readonly code: FailureCode;
  readonly status: number;
  readonly message: string;
}

export interface RegistrationOptions {
  /** Base address of the form's requests. */
  readonly url: string;
  readonly definition: FormDefinition;
  readonly texts: FormTexts;
  readonly draft: boolean;
  /** Preset answers of the page. */
  readonly values: ClientRegistrationValues;
  /** Preset answers to questions that are not asked. */
  readonly hidden: ClientRegistrationValues;
  /** Number of steps; 1 shows all questions at once. */
  readonly steps: number;
  readonly emit: Emit;
}

/** The state and actions of one form from the first answer until it is sent, independent of rendering. */
export interface Registration {
  /**
   * Updated synchronously. A browser that autofills a form fires all its events before the next rendering, and a
   * handler that used the rendered state would lose all changes but the last.
   */
  readonly state: State;
  /** The options of the last rendering. */
  options: RegistrationOptions;
  update(change: Partial<State>): void;
  /** Calls `listener` after each change. @returns the function that unsubscribes */
  watch(listener: () => void): () => void;
  /** The visitor interacts with the form: loads the engine. */
  prepare(): void;
  /** A warning about a valid but unusual answer. */
  doubtOf(name: FieldName): string | undefined;
  set<Name extends FieldName>(name: Name, value: Answers[Name]): void;
  /** A field lost the focus: check and format its value, once no pointer is down. */
  leave(name: FieldName): void;
  /** Called on pointer down. @param view target of the pointer-up event */
  hold(view: EventTarget): void;
  /** Continues to the next step, or sends the registration from the last one. */
  submit(): void;
  /** Goes back to the previous step, whatever the state of the current one. */
  back(): void;
  cancel(): void;
  /** Clears the answers, after a success or to drop a draft. */
  restart(): void;
  /** Stores the draft at once, even without the engine, because the page may be left at any moment. */
  keep(): void;
  /** Deletes the draft. */
  forget(): void;
  /** Marks the form as on screen. @returns the function that ends this */
  stay(): () => void;
}

/** The form as a state machine: editing → sending → done. Checks, formatting and sending are in the engine. */
export function openRegistration(first: RegistrationOptions): Registration {
  let state = firstState(first);
  let last: FieldName | undefined;
  let sending: AbortController | undefined;
  const listeners = new Set<() => void>();
  const engine = lazyEngine(first.url);
  const form: Registration = {
    get state() {
      return state;
    },
    options: first,
    update(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepare: () => engine.with(() => undefined),
    doubtOf: (name) => engine.current?.doubtOf(form, name),
    set(name, value) {
      const { answers, phase } = state;
      if (phase !== 'editing') return;
      form.update({ answers: change(answers, name, value, form.options.definition), touched: true });
      form.keep();
      const { emit: tell } = form.options;
      if (!last) tell('start', null);
      last = name;
      tell('change', { name });
      // If the engine cannot be loaded, the error is shown when sending.
      engine.with(({ changed }) => changed(form, name, answers));
    },
    leave: (name) => engine.with(({ leave }) => leave(form, name)),
    hold: (view) => engine.current?.hold(view),
    submit() {
      if (state.phase !== 'editing') return;
      sending = new AbortController();
      const { signal } = sending;
      if (!engine.current) form.update({ phase: 'sending', errors: {}, general: [], failure: undefined });
      engine.with(
        ({ submit }) => !signal.aborted && submit(form, signal),
        () => {
          if (signal.aborted) return;
          const { texts, emit: tell } = form.options;
          const failure = { code: 'network', status: 0 } as const;
          form.update({
            phase: 'editing',
            failure: { ...failure, message: texts.failures.network },
            refusals: state.refusals + 1,
          });
          tell('error', failure);
        },
      );
    },
    back: () => engine.with(({ back }) => back(form)),
    cancel() {
      sending?.abort();
      form.update({ phase: 'editing', wait: null });
    },
    restart() {
      form.forget();
      last = undefined;
      const { definition, values, hidden } = form.options;
      const empty = emptyState(emptyAnswers(definition, { ...values, ...hidden }));
      form.update({ ...empty, moves: state.moves + 1 });
    },
    keep() {
      const { draft, definition } = form.options;
      if (draft && state.touched) saveDraft(definition.key, state);
    },
    forget: () => clearDraft(form.options.definition.key),
    stay() {
      const leave = engine.retain();
      const abandon = (): void => {
        if (last && state.phase !== 'done') form.options.emit('abandon', { lastField: last });
      };
      window.addEventListener('pagehide', abandon);
      return () => {
        window.removeEventListener('pagehide', abandon);
        leave();
        sending?.abort();
      };
    },
  };
  return form;
}

/** The public methods of a form. */
export const handleOf = (form: Registration): ClientRegistrationHandle => ({
  getValues() {
    const { fax: _trap, ...values } = form.state.answers;
    return values;
  },
  setValues(values) {
    const { state, options } = form;
    const answers = withPresetAnswers(state.answers, values, options.definition);
    for (const name of fieldOrder)
      if (answers[name] !== form.state.answers[name]) form.set(name, answers[name]);
  },
  reset: form.restart,
  submit: form.submit,
});
