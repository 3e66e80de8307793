import type { FormTexts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import { proofOfWork } from '../../net/proof-of-work.ts';
import { type Outcome, registrar } from '../../net/register.ts';
import { duration, fill } from '../../texts/fill.ts';
import type { Answers, FieldName } from '../answers.ts';
import { type Checked, checkAll, checkField, errorsFrom } from '../check.ts';
import { type Errors, fieldOrder } from '../fields.ts';
import type { Registration } from '../registration.ts';
import { attribution } from '../request/attribution.ts';
import { requestBody } from '../request/request-body.ts';
import { currentStep } from '../state.ts';
import { stepOf } from '../steps.ts';

/**
 * The part of the form that is needed from the first answer on: the tax id rules, the proof of work and the sending. It
 * is a third of the form's bytes, which visitors who do not use the form never download.
 */
export interface Engine {
  /** @see Registration.doubtOf */
  doubtOf(form: Registration, name: FieldName): string | undefined;
  /** The visitor changed an answer. @param before the answers before the change */
  changed(form: Registration, name: FieldName, before: Answers): void;
  /** @see Registration.leave */
  leave(form: Registration, name: FieldName): void;
  /** @see Registration.hold */
  hold(view: EventTarget): void;
  /** @see Registration.submit */
  submit(form: Registration, signal: AbortSignal): void;
  /** @see Registration.back */
  back(form: Registration): void;
  /** Aborts the current work. */
  stop(): void;
}

const check = ({ options, state }: Registration, name: FieldName, answers = state.answers): Checked =>
  checkField(name, answers, { ...options, trusted: state.trusted });

function go(form: Registration, by: 1 | -1): void {
  const { options, state } = form;
  const from = currentStep(state, options);
  const errors = Object.entries(state.errors).filter(
    ([name]) => stepOf(name as FieldName, options.steps) !== from,
  );
  form.update({
    phase: 'editing',
    errors: errorsFrom(errors),
    general: [],
    failure: undefined,
    step: from + by,
    moves: state.moves + 1,
  });
  form.keep();
  options.emit('step', { from: from + 1, to: from + by + 1 });
}

/** Moves the focus to the errors. */
function hold(
  form: Registration,
  errors: Errors,
  { general = [], failure }: Partial<Pick<Registration['state'], 'general' | 'failure'>> = {},
): void {
  const { options, state } = form;
  const { answers, refusals, trusted } = state;
  const first = fieldOrder.find((name) => errors[name]);
  const from = currentStep(state, options);
  const step = first ? stepOf(first, options.steps) : from;
  form.update({
    phase: 'editing',
    wait: null,
    errors,
    general,
    failure,
    refusals: refusals + 1,
    step,
    trusted: [...trusted, answers.tax_id, answers['agency.tax_id']],
  });
  if (step !== from) options.emit('step', { from: from + 1, to: step + 1 });
}

function failureText(
  { code, message, retryAfter = 60 }: Extract<Outcome, { kind: 'failed' }>,
  { failures, unavailable, lang, wrong }: FormTexts,
): string {
  // For an unexpected status, the server's Spanish message is more specific than the form's texts.
  if (code === 'refused' && message && !wrong.refused) return message;
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return fill({ ...unavailable, ...failures }[code], { time: duration(minutes, 'minute', lang) });
}

function refuse(form: Registration, outcome: Exclude<Outcome, { kind: 'accepted' }>): void {
  const { texts, emit: tell } = form.options;
  if (outcome.kind === 'failed') {
    const { code, status } = outcome;
    hold(form, {}, { failure: { code, status, message: failureText(outcome, texts) } });
    tell('error', { code, status });
    return;
  }
  const errors: Partial<Record<FieldName, string>> = {};
  const general: string[] = [];
  for (const [path, messages] of Object.entries(outcome.errors)) {
    // `platform_ids.2` refers to one item of a list.
    const name = fieldOrder.find((one) => path === one || path.startsWith(`${one}.`));
    const text = texts.wrong.refused || [messages].flat().join(' ');
    if (name) errors[name] ??= text;
    else general.push(text);
  }
  if (Object.keys(errors).length === 0 && general.length === 0) {
    general.push((!texts.wrong.refused && outcome.message) || texts.failures.refused);
  }
  hold(form, errors, { general });
}

/**
 * Checks of fields that lose the focus wait while a pointer is down. Otherwise pressing the button would blur the
 * field, its error message would move the button away, and the release would miss it.
 */
function steady(): {
  readonly hold: (view: EventTarget) => void;
  run(check: () => void): void;
  drop(): void;
} {
  let held: (() => void)[] | undefined;
  const release = ({ currentTarget: view }: Event): void => {
    for (const type of ['pointerup', 'pointercancel']) view?.removeEventListener(type, release, true);
    // The click event follows immediately.
    setTimeout(() => {
      const checks = held ?? [];
      held = undefined;
      for (const check of checks) check();
    }, 30);
  };
  return {
    hold(view) {
      held = [];
      for (const type of ['pointerup', 'pointercancel']) view.addEventListener(type, release, true);
    },
    run(check) {
      if (held) held.push(check);
      else check();
    },
    drop() {
      held = undefined;
    },
  };
}

function leave(form: Registration, name: FieldName): void {
  const { answers, errors, phase, trusted } = form.state;
  const value = answers[name];
  if (phase !== 'editing' || typeof value !== 'string') return;
  // Leaving an empty field is no error, and a warning that was just shown is not removed.
  if (errors[name] ? trusted.includes(value) : value.trim() === '') return;
  const { error, shown } = check(form, name);
  const { [name]: _old, ...others } = errors;
  form.update({
    answers: shown && !error ? { ...answers, [name]: shown } : answers,
    errors: { ...others, ...(error && { [name]: error }) },
  });
  form.keep();
}

/** Also used for loading the definition if the first attempt failed. */
export { persistentFetch } from '../../net/persistent-fetch.ts';

/** @param url base address of the form's requests */
export function startEngine(url: string): Engine {
  const proof = proofOfWork(url);
  const pointer = steady();
  const { send } = registrar(url, proof);
  return {
    doubtOf: (form, name) => check(form, name).warning,
    changed(form, name, before) {
      proof.typed();
      const { errors: shown } = form.state;
      // A displayed error disappears as soon as it is corrected, an error of the server with the next change of its
      // field; a new error appears only when the field loses the focus.
      const errors = fieldOrder.flatMap((one) => {
        const theirs = one !== name && shown[one] && !check(form, one, before).error;
        const error = theirs ? shown[one] : shown[one] && check(form, one).error;
        return error ? [[one, error] as const] : [];
      });
      if (Object.keys(shown).length > 0) form.update({ errors: errorsFrom(errors) });
    },
    leave: (form, name) => pointer.run(() => leave(form, name)),
    hold: pointer.hold,
    submit(form, signal) {
      const { state, options } = form;
      const { definition, texts, steps } = options;
      const { answers, trusted } = state;
      const step = currentStep(state, options);
      const isLast = step === steps - 1;
      const all = checkAll(answers, { definition, texts, trusted });
      const wrong = fieldOrder.filter((name) => all[name] && (isLast || stepOf(name, steps) === step));
      if (wrong.length > 0) {
        hold(form, errorsFrom(wrong.map((name) => [name, all[name] ?? ''])));
        options.emit('invalid', { fields: wrong });
        return;
      }
      if (!isLast) {
        go(form, 1);
        return;
      }
      const body = requestBody(answers, definition, texts, attribution(options.hidden));
      if (!options.emit('submit', { values: Object({ ...body }) })) {
        form.update({ phase: 'editing' });
        return;
      }
      form.update({ phase: 'sending', errors: {}, general: [], failure: undefined });
      send(body, { signal, onWait: (wait) => !signal.aborted && form.update({ wait }) }).then(
        (outcome) => {
          if (signal.aborted) return;
          if (outcome.kind !== 'accepted') return refuse(form, outcome);
          form.forget();
          const { folio, receivedAt } = outcome;
          const accepted = { folio, receivedAt, email: answers['contact.email'].trim() };
          form.update({ phase: 'done', touched: false, wait: null, accepted });
          const mayLead = form.options.emit('success', { folio, receivedAt });
          const { url: thanks = '' } = definition.thanks ?? {};
          if (mayLead && /^https?:/.test(thanks)) window.location.assign(thanks);
        },
        () => !signal.aborted && refuse(form, { kind: 'failed', code: 'network', status: 0 }),
      );
    },
    back: (form) => go(form, -1),
    stop() {
      pointer.drop();
      proof.stop();
    },
  };
}
