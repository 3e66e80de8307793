import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { FormDefinition } from '../net/form-definition.ts';
import type { Wait } from '../net/persistent-fetch.ts';
import type { FailureCode, Outcome } from '../net/register.ts';
import type { Texts } from '../texts/es.ts';
import { type Answers, change, emptyAnswers, type FieldName } from './answers.ts';
import { clearDraft, loadDraft, saveDraft } from './draft.ts';
import { type Errors, fieldOrder } from './fields.ts';
import type { RegistrationBody } from './request-body.ts';
import { useEngine } from './use-engine.ts';

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

export interface State {
  readonly answers: Answers;
  readonly errors: Errors;
  readonly phase: 'editing' | 'sending' | 'done';
  /** Counts the tries that were held back, so that the summary takes the focus at each. */
  readonly refusals: number;
  readonly failure?: Failure;
  /** What the server said that belongs to no field. */
  readonly general: readonly string[];
  readonly wait: Wait | null;
  readonly restored: boolean;
  readonly accepted?: Accepted;
}

type Action =
  | { type: 'changed'; answers: Answers; errors: Errors }
  | { type: 'refused'; errors: Errors; general?: readonly string[]; failure?: Failure }
  | { type: 'sending' }
  | { type: 'waiting'; wait: Wait | null }
  | { type: 'cancelled' }
  | { type: 'accepted'; accepted: Accepted }
  | { type: 'restarted'; answers: Answers };

const begin = (answers: Answers, restored: boolean): State => ({
  answers,
  errors: {},
  phase: 'editing',
  refusals: 0,
  general: [],
  wait: null,
  restored,
});

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'changed':
      return { ...state, answers: action.answers, errors: action.errors };
    case 'refused':
      return {
        ...state,
        phase: 'editing',
        wait: null,
        errors: action.errors,
        general: action.general ?? [],
        failure: action.failure,
        refusals: state.refusals + 1,
      };
    case 'sending':
      return { ...state, phase: 'sending', errors: {}, general: [], failure: undefined };
    case 'waiting':
      return state.phase === 'sending' ? { ...state, wait: action.wait } : state;
    case 'cancelled':
      return { ...state, phase: 'editing', wait: null };
    case 'accepted':
      return { ...state, phase: 'done', wait: null, accepted: action.accepted };
    case 'restarted':
      return begin(action.answers, false);
  }
}

export interface RegistrationOptions {
  /** Address of the form's calls. */
  readonly url: string;
  readonly definition: FormDefinition;
  readonly texts: Texts;
  readonly draft: boolean;
  onStart(): void;
  onInvalid(fields: readonly string[]): void;
  /** False: do not send. */
  onSubmit(body: RegistrationBody): boolean;
  onSuccess(accepted: Accepted): void;
  onError(failure: Failure): void;
}

export interface Registration {
  readonly state: State;
  /** The visitor is at the form: fetch what checks and sends it. */
  prepare(): void;
  /** What is odd about an answer without being wrong. */
  doubtOf(name: FieldName): string | undefined;
  set<Name extends FieldName>(name: Name, value: Answers[Name]): void;
  /** The visitor left a field: check it and write it as people do. */
  leave(name: FieldName): void;
  submit(): void;
  cancel(): void;
  /** Empty answers again, after a success or to drop a draft. */
  restart(): void;
}

function start({ definition, draft }: RegistrationOptions): State {
  const empty = emptyAnswers(definition);
  const found = draft ? loadDraft(definition.key, empty) : undefined;
  // The server may have changed its lists since.
  const usable = found && definition.countries.some(({ iso2 }) => iso2 === found.country);
  return begin(usable ? found : empty, Boolean(usable));
}

/**
 * State that is current the moment an action is through. A browser that fills a form in fires all its events
 * before the next rendering, and a handler that reads the rendered state would lose all but the last.
 */
function useCurrent(init: () => State): [{ readonly current: State }, (action: Action) => void] {
  const [store] = useState(() => ({ current: init() }));
  const [, render] = useReducer((count: number) => count + 1, 0);
  const dispatch = useCallback(
    (action: Action) => {
      store.current = reduce(store.current, action);
      render();
    },
    [store],
  );
  return [store, dispatch];
}

/** The form as a state machine: editing → sending → done, with checks, draft, proof of work and retries. */
export function useRegistration(options: RegistrationOptions): Registration {
  const { definition, texts, draft } = options;
  const [store, dispatch] = useCurrent(() => start(options));
  const state = store.current;
  const callbacks = useRef(options);
  useEffect(() => {
    callbacks.current = options;
  });

  const engine = useEngine(options.url);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const touched = useRef(false);
  const started = useRef(false);
  const keep = useCallback(
    (answers: Answers): void => {
      // At once and not in an effect: the page may be left in the middle of a word.
      if (draft && touched.current) saveDraft(definition.key, answers);
    },
    [draft, definition.key],
  );

  const prepare = useCallback((): void => engine.with(() => undefined), [engine]);

  const set = useCallback(
    <Name extends FieldName>(name: Name, value: Answers[Name]): void => {
      if (store.current.phase !== 'editing') return;
      touched.current = true;
      if (!started.current) callbacks.current.onStart();
      started.current = true;
      // When it cannot be had, sending will say so.
      engine.with(({ typed }) => typed());
      const answers = change(store.current.answers, name, value, definition);
      // An error shown goes as soon as it is mended; a new one waits until the visitor leaves the field.
      const errors = Object.keys(store.current.errors).flatMap((one) => {
        const error = engine.current?.checkField(one as FieldName, answers, definition, texts).error;
        return error ? [[one, error]] : [];
      });
      dispatch({ type: 'changed', answers, errors: Object.fromEntries(errors) });
      keep(answers);
    },
    [store, dispatch, definition, texts, engine, keep],
  );

  const leave = useCallback(
    (name: FieldName): void =>
      engine.with(({ checkField }) => {
        const { answers, errors, phase } = store.current;
        const value = answers[name];
        // Whoever only passes through a field has done nothing wrong yet.
        if (phase !== 'editing' || typeof value !== 'string' || (value.trim() === '' && !errors[name]))
          return;
        const { error, shown } = checkField(name, answers, definition, texts);
        const { [name]: _old, ...others } = errors;
        dispatch({
          type: 'changed',
          answers: shown && !error ? { ...answers, [name]: shown } : answers,
          errors: error ? { ...others, [name]: error } : others,
        });
        keep(store.current.answers);
      }),
    [store, dispatch, definition, texts, engine, keep],
  );

  const refuse = useCallback(
    (outcome: Exclude<Outcome, { kind: 'accepted' }>): void => {
      if (outcome.kind === 'failed') {
        const failure = { code: outcome.code, status: outcome.status, message: failureText(outcome, texts) };
        dispatch({ type: 'refused', errors: {}, failure });
        callbacks.current.onError(failure);
        return;
      }
      const errors: Partial<Record<FieldName, string>> = {};
      const general: string[] = [];
      for (const [path, messages] of Object.entries(outcome.errors)) {
        // `platform_ids.2` is about one of several.
        const name = fieldOrder.find((one) => path === one || path.startsWith(`${one}.`));
        const text = [messages].flat().join(' ');
        if (name) errors[name] ??= text;
        else general.push(text);
      }
      if (Object.keys(errors).length === 0 && general.length === 0) {
        general.push(outcome.message ?? texts.failures.refused);
      }
      dispatch({ type: 'refused', errors, general });
    },
    [dispatch, texts],
  );

  const submit = useCallback((): void => {
    if (store.current.phase !== 'editing') return;
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    const lost = (): void => {
      if (!signal.aborted) refuse({ kind: 'failed', code: 'network', status: 0 });
    };
    if (!engine.current) dispatch({ type: 'sending' });
    engine.with(({ checkAll, requestBody, attribution, send }) => {
      if (signal.aborted) return;
      const { answers } = store.current;
      const errors = checkAll(answers, definition, texts);
      if (Object.keys(errors).length > 0) {
        dispatch({ type: 'refused', errors });
        callbacks.current.onInvalid(Object.keys(errors));
        return;
      }
      const body = requestBody(answers, definition, texts, attribution());
      if (!callbacks.current.onSubmit(body)) {
        dispatch({ type: 'cancelled' });
        return;
      }
      dispatch({ type: 'sending' });
      const onWait = (wait: Wait | null) => dispatch({ type: 'waiting', wait });
      send(body, { signal, onWait }).then((outcome) => {
        if (signal.aborted) return;
        if (outcome.kind !== 'accepted') return refuse(outcome);
        clearDraft(definition.key);
        touched.current = false;
        const accepted = {
          folio: outcome.folio,
          receivedAt: outcome.receivedAt,
          email: answers['contact.email'].trim(),
        };
        dispatch({ type: 'accepted', accepted });
        callbacks.current.onSuccess(accepted);
      }, lost);
    }, lost);
  }, [store, dispatch, definition, texts, engine, refuse]);

  const cancel = useCallback((): void => {
    sending.current?.abort();
    dispatch({ type: 'cancelled' });
  }, [dispatch]);

  const restart = useCallback((): void => {
    clearDraft(definition.key);
    touched.current = false;
    dispatch({ type: 'restarted', answers: emptyAnswers(definition) });
  }, [dispatch, definition]);

  const doubtOf = (name: FieldName) =>
    engine.current?.checkField(name, state.answers, definition, texts).warning;
  return { state, prepare, doubtOf, set, leave, submit, cancel, restart };
}

function failureText(outcome: Extract<Outcome, { kind: 'failed' }>, { failures }: Texts): string {
  if (outcome.code === 'rate') return failures.rate(Math.max(1, Math.ceil((outcome.retryAfter ?? 60) / 60)));
  // What the server says of an unforeseen refusal is nearer to the cause than anything known here.
  if (outcome.code === 'refused' && outcome.message) return outcome.message;
  return failures[outcome.code];
}
