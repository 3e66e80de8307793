import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { FormDefinition } from '../net/form-definition.ts';
import type { Wait } from '../net/persistent-fetch.ts';
import type { FailureCode, Outcome } from '../net/register.ts';
import type { Texts } from '../texts/es.ts';
import { duration, fill } from '../texts/fill.ts';
import { type Answers, change, emptyAnswers, type FieldName } from './answers.ts';
import { clearDraft, type Draft, loadDraft, saveDraft } from './draft.ts';
import { type Errors, fieldOrder } from './fields.ts';
import type { RegistrationBody } from './request-body.ts';
import { stepOf } from './steps.ts';
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
  /** Where the visitor is, from 0. */
  readonly step: number;
  /** Counts the steps he went, so that the heading takes the focus at each. */
  readonly moves: number;
  /** Numbers that were doubted once: sent again, they are meant. */
  readonly trusted: readonly string[];
  readonly accepted?: Accepted;
}

type Action =
  | { type: 'changed'; answers: Answers; errors: Errors }
  | { type: 'refused'; errors: Errors; step?: number; general?: readonly string[]; failure?: Failure }
  | { type: 'moved'; step: number; errors: Errors }
  | { type: 'sending' }
  | { type: 'waiting'; wait: Wait | null }
  | { type: 'cancelled' }
  | { type: 'accepted'; accepted: Accepted }
  | { type: 'restarted'; answers: Answers };

const begin = (answers: Answers, draft?: Draft): State => ({
  answers,
  errors: {},
  phase: 'editing',
  refusals: 0,
  general: [],
  wait: null,
  restored: Boolean(draft),
  step: draft?.step ?? 0,
  moves: 0,
  trusted: [],
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
        step: action.step ?? state.step,
        trusted: [...state.trusted, state.answers.tax_id, state.answers['agency.tax_id']],
      };
    case 'moved':
      return {
        ...state,
        phase: 'editing',
        errors: action.errors,
        general: [],
        failure: undefined,
        step: action.step,
        moves: state.moves + 1,
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
      return begin(action.answers);
  }
}

export interface RegistrationOptions {
  /** Address of the form's calls. */
  readonly url: string;
  readonly definition: FormDefinition;
  readonly texts: Texts;
  readonly draft: boolean;
  /** In how many steps the form asks; 1 is all at once. */
  readonly steps: number;
  onStart(): void;
  /** The visitor came to another step, from 1. */
  onStep(from: number, to: number): void;
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
  /** The step on screen, from 0. */
  readonly step: number;
  set<Name extends FieldName>(name: Name, value: Answers[Name]): void;
  /** The visitor left a field: check it and write it as people do. */
  leave(name: FieldName): void;
  /** Goes on to the next step, or sends the registration from the last one. */
  submit(): void;
  /** The step before, whatever stands in this one. */
  back(): void;
  cancel(): void;
  /** Empty answers again, after a success or to drop a draft. */
  restart(): void;
}

function start({ definition, draft }: RegistrationOptions): State {
  const empty = emptyAnswers(definition);
  const found = draft ? loadDraft(definition.key, empty) : undefined;
  // The server may have changed its lists since.
  const usable = definition.countries.some(({ iso2 }) => iso2 === found?.answers.country);
  return found && usable ? begin(found.answers, found) : begin(empty);
}

/** A draft may be of a form that had more steps. */
const stepNow = ({ step }: State, steps: number): number => Math.min(step, steps - 1);

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
  const { definition, texts, draft, steps } = options;
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
  const keep = useCallback((): void => {
    // At once and not in an effect: the page may be left in the middle of a word.
    if (draft && touched.current) saveDraft(definition.key, store.current);
  }, [draft, store, definition.key]);
  const check = useCallback(
    (name: FieldName, answers: Answers) =>
      engine.current?.checkField(name, answers, { definition, texts, trusted: store.current.trusted }) ?? {},
    [engine, store, definition, texts],
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
      const { answers: before, errors: shown } = store.current;
      const answers = change(before, name, value, definition);
      // An error shown goes as soon as it is mended, one that only the server knows of with the next change of its
      // field; a new one waits until the visitor leaves the field.
      const errors = fieldOrder.flatMap((one) => {
        const theirs = one !== name && shown[one] && !check(one, before).error;
        const error = theirs || (shown[one] && check(one, answers).error);
        return error ? [[one, theirs ? shown[one] : error]] : [];
      });
      dispatch({ type: 'changed', answers, errors: Object.fromEntries(errors) });
      keep();
    },
    [store, dispatch, definition, engine, keep, check],
  );

  const leave = useCallback(
    (name: FieldName): void =>
      engine.with(() => {
        const { answers, errors, phase, trusted } = store.current;
        const value = answers[name];
        if (phase !== 'editing' || typeof value !== 'string') return;
        // Whoever only passes through a field has done nothing wrong yet, and a doubt just told is not taken back.
        if (errors[name] ? trusted.includes(value) : value.trim() === '') return;
        const { error, shown } = check(name, answers);
        const { [name]: _old, ...others } = errors;
        dispatch({
          type: 'changed',
          answers: shown && !error ? { ...answers, [name]: shown } : answers,
          errors: error ? { ...others, [name]: error } : others,
        });
        keep();
      }),
    [store, dispatch, engine, keep, check],
  );

  const hold = useCallback(
    (errors: Errors, general: readonly string[] = []): void => {
      const first = fieldOrder.find((name) => errors[name]);
      const from = stepNow(store.current, steps);
      const step = first ? stepOf(first, steps) : from;
      dispatch({ type: 'refused', errors, general, step });
      if (step !== from) callbacks.current.onStep(from + 1, step + 1);
    },
    [store, dispatch, steps],
  );

  const go = useCallback(
    (step: number): void => {
      const { current } = store;
      const from = stepNow(current, steps);
      const errors = Object.entries(current.errors).filter(
        ([name]) => stepOf(name as FieldName, steps) !== from,
      );
      dispatch({ type: 'moved', step, errors: Object.fromEntries(errors) });
      keep();
      callbacks.current.onStep(from + 1, step + 1);
    },
    [store, dispatch, steps, keep],
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
        const text = texts.wrong.refused || [messages].flat().join(' ');
        if (name) errors[name] ??= text;
        else general.push(text);
      }
      if (Object.keys(errors).length === 0 && general.length === 0) {
        general.push((!texts.wrong.refused && outcome.message) || texts.failures.refused);
      }
      hold(errors, general);
    },
    [dispatch, texts, hold],
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
      const { answers, trusted } = store.current;
      const step = stepNow(store.current, steps);
      const isLast = step === steps - 1;
      const all = checkAll(answers, { definition, texts, trusted });
      const wrong = fieldOrder.filter((name) => all[name] && (isLast || stepOf(name, steps) === step));
      if (wrong.length > 0) {
        hold(Object.fromEntries(wrong.map((name) => [name, all[name]])));
        callbacks.current.onInvalid(wrong);
        return;
      }
      if (!isLast) {
        go(step + 1);
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
  }, [store, dispatch, definition, texts, steps, engine, refuse, hold, go]);

  const cancel = useCallback((): void => {
    sending.current?.abort();
    dispatch({ type: 'cancelled' });
  }, [dispatch]);

  const restart = useCallback((): void => {
    clearDraft(definition.key);
    touched.current = false;
    dispatch({ type: 'restarted', answers: emptyAnswers(definition) });
  }, [dispatch, definition]);

  const step = stepNow(state, steps);
  const back = useCallback((): void => go(stepNow(store.current, steps) - 1), [store, steps, go]);
  const doubtOf = (name: FieldName) => check(name, state.answers).warning;

  return { state, step, prepare, doubtOf, set, leave, submit, back, cancel, restart };
}

function failureText(
  { code, message, retryAfter = 60 }: Extract<Outcome, { kind: 'failed' }>,
  { failures, lang, wrong }: Texts,
): string {
  // What the server says of an unforeseen refusal is nearer to the cause than anything known here, if in Spanish.
  if (code === 'refused' && message && !wrong.refused) return message;
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return fill(failures[code], { time: duration(minutes, 'minute', lang) });
}
