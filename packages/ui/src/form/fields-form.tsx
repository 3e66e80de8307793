import { ApiError } from '@pauta/core';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Errors, Rule, Section, Values } from '@pauta/domain/resource/resource.ts';
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { FormProvider, type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { ErrorSummary, type FieldMessage } from '../controls/error-summary.tsx';
import { focusField, focusFirst } from '../controls/focus.ts';
import { describeFailure } from '../data/failure.ts';
import { type Labels, useLabels } from '../data/use-label.ts';
import { inputValues, sameInput } from '../field-components/input-values.ts';
import type { Input } from '../field-components/inputs.tsx';
import { checkAll, checkOne, refused } from './check.ts';
import { dropDraft, readDraft } from './draft/draft.ts';
import { DraftKeeper } from './draft/draft-keeper.tsx';
import { DraftNotice } from './draft/draft-notice.tsx';
import { FormField } from './form-field.tsx';
import { type FormPart, partStore } from './form-part.ts';
import { FormSection } from './form-section.tsx';
import { FormRoot } from './form-style.ts';

/** Methods of a form for the component that contains it. */
export interface FormHandle {
  readonly form: UseFormReturn<Record<string, unknown>>;
  submit(): void;
}

export interface FieldsFormProps {
  readonly fields: Fields;
  readonly rules?: readonly Rule[];
  /** Initial values; a field without one has its option `initial`. */
  readonly initial?: Values;
  /**
   * The record being changed: only changed fields are then validated and passed to `onSubmit`. Without it all fields
   * are.
   */
  readonly current?: Values | undefined;
  /** Groups of fields, each in a card. Without them the fields are in one grid. */
  readonly sections?: readonly Section[];
  /** Custom inputs, by field. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** The reason for each field that is shown but cannot be edited; undefined if no reason is displayed. */
  readonly locked?: Readonly<Record<string, string | undefined>>;
  /**
   * Saves the validated values. If it rejects, the error is shown: the `errors` of a response at their fields, any
   * other error above the form. The input is kept.
   */
  readonly onSubmit: (values: Values) => Promise<void> | void;
  /** Text of the button; "Guardar" by default. */
  readonly submitLabel?: string;
  readonly submitTone?: 'primary' | 'danger';
  /** Why the form cannot be submitted now. */
  readonly submitReason?: string | undefined;
  readonly onCancel?: () => void;
  readonly cancelLabel?: string;
  /** Position of the buttons: at the end of the form, in a sticky bar, or at the end of a dialog. */
  readonly bar?: 'plain' | 'sticky' | 'dialog';
  /** Shown beside the buttons. */
  readonly state?: ReactNode;
  /** Shown before the fields, such as notices. */
  readonly above?: ReactNode;
  /** Shown after the fields. */
  readonly below?: ReactNode;
  readonly autoFocus?: boolean;
  /** Accessible name of the form. */
  readonly label?: string;
  readonly handle?: Ref<FormHandle>;
  /**
   * Key (`draftKey`) under which unsaved input is stored in this browser until it is saved or discarded. For forms in
   * dialogs; `ResourceForm` has its own draft.
   */
  readonly draft?: string;
  /**
   * Data that is edited in the form besides its fields, by a component in `below`. It is validated with the fields, and
   * its errors are in the same summary.
   */
  readonly part?: FormPart | undefined;
}

const pick = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/**
 * A form of fields. Validates with the kinds and rules of the domain, shows errors of the server at their fields, and
 * moves the focus to a summary if there are errors.
 *
 * @example
 * <FieldsForm fields={{ email: email('Correo', { required: true }) }} onSubmit={(values) => session.login(values)} />
 */
export function FieldsForm({
  fields,
  rules = [],
  initial = {},
  current,
  sections,
  inputs = {},
  locked = {},
  onSubmit,
  submitLabel = 'Guardar',
  submitTone = 'primary',
  submitReason,
  onCancel,
  cancelLabel = 'Cancelar',
  bar = 'plain',
  state,
  above,
  below,
  autoFocus = false,
  label,
  handle,
  draft,
  part,
}: FieldsFormProps): ReactElement {
  const labels = useLabels();
  const names = Object.keys(fields).filter((name) => fields[name] && labels.visible(fields[name]));
  const editable = names.filter((name) => !(name in locked));
  const form = useForm<Record<string, unknown>>({
    defaultValues: inputValues(fields, current ?? initial),
    shouldFocusError: false,
  });
  const [failure, setFailure] = useState<ReturnType<typeof describeFailure> | null>(null);
  const [loose, setLoose] = useState<readonly FieldMessage[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [saving, setSaving] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState(() => (draft === undefined ? null : readDraft(draft)));
  const [kept, setKept] = useState(false);
  const keep = useRef(() => {});
  const isOver = useRef(false);
  const typedSince = (): Record<string, unknown> => {
    const start = inputValues(fields, current ?? initial);
    return isOver.current
      ? {}
      : Object.fromEntries(
          Object.entries(form.getValues()).filter(([name, value]) => !sameInput(value, start[name])),
        );
  };
  /** The current input was saved or discarded. */
  const settle = (): void => {
    if (draft === undefined) return;
    isOver.current = true;
    dropDraft(draft);
  };
  useEffect(() => {
    for (const [name, value] of Object.entries(found?.inputs ?? {}))
      if (editable.includes(name)) form.setValue(name, value, { shouldDirty: true });
    // Runs only when the form opens.
  }, []);
  const running = useRef(false);
  const isOfPart = useRef(false);

  useEffect(() => {
    if (autoFocus) focusFirst(root.current?.querySelector('[data-field]'));
  }, [autoFocus]);
  useEffect(() => {
    if (attempts === 0) return;
    // If all errors are in the part, its first invalid input gets the focus instead of the summary.
    const first = isOfPart.current ? part?.messages().find(({ name }) => name !== undefined) : undefined;
    if (first?.name && focusField(first.name, root.current ?? document)) return;
    root.current?.querySelector<HTMLElement>('[data-error-summary]')?.focus();
  }, [attempts]);

  const editableFields = (): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => editable.includes(name)));

  const latest = useRef({ check: (_name: string): void => {} });
  latest.current.check = (name) => {
    const message = checkOne(editableFields(), name, form.getValues(), current ?? initial, rules);
    if (message) form.setError(name, { type: 'check', message });
    else if (form.getFieldState(name).error?.type !== refused) form.clearErrors(name);
  };
  const check = useCallback((name: string) => latest.current.check(name), []);

  const show = (errors: Errors): void => {
    const free: FieldMessage[] = [];
    const own = part ? part.show(errors) : errors;
    isOfPart.current = Object.keys(own).length === 0;
    for (const [name, messages] of Object.entries(own)) {
      const message = messages.join(' ');
      const known = fields[name];
      if (known && editable.includes(name)) form.setError(name, { type: 'check', message });
      else free.push({ message: known ? `${labels.label(known)}: ${message}` : message });
    }
    for (const name of Object.keys(errors)) {
      const folded = root.current?.querySelector(`details:has([data-field="${CSS.escape(name)}"])`);
      if (folded instanceof HTMLDetailsElement) folded.open = true;
    }
    setLoose(free);
    setAttempts((count) => count + 1);
  };

  const submit = async (): Promise<void> => {
    if (running.current || submitReason !== undefined) return;
    form.clearErrors();
    part?.show({});
    setLoose([]);
    setFailure(null);
    isOfPart.current = false;
    // Some controls report their text only when they lose the focus, so the focused one is blurred before its value is
    // read.
    if (document.activeElement instanceof HTMLElement && root.current?.contains(document.activeElement)) {
      const active = document.activeElement;
      if (active.matches('input[role="combobox"], [data-tags]')) active.blur();
    }
    const typed = form.getValues();
    const start = inputValues(fields, current ?? {});
    const wanted = current ? editable.filter((name) => !sameInput(typed[name], start[name])) : editable;
    const checked = checkAll(editableFields(), pick(typed, wanted), current, rules, initial);
    const errors = { ...(checked.ok ? {} : checked.errors), ...part?.check() };
    if (!checked.ok || Object.keys(errors).length > 0) return show(errors);
    running.current = true;
    setSaving(true);
    try {
      // The draft is stored before the request, so that the input is kept whatever the response is.
      keep.current();
      await onSubmit(checked.values);
      settle();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) {
        show(Object.fromEntries(Object.entries(error.errors).map(([name, list]) => [name, [...list]])));
      } else if (!(error instanceof Handled)) {
        setFailure(describeFailure(error));
        setAttempts((count) => count + 1);
      }
    } finally {
      running.current = false;
      setSaving(false);
    }
  };
  useImperativeHandle(handle, () => ({ form, submit: () => void submit() }));

  const render = (list: readonly string[]): ReactNode => (
    <div data-grid>
      <div>
        {list.map((name) => {
          const field = fields[name];
          return (
            field && (
              <FormField
                check={check}
                field={field}
                hint={locked[name]}
                input={inputs[name]}
                key={name}
                labels={labels}
                name={name}
                readOnly={name in locked}
                record={current ?? initial}
              />
            )
          );
        })}
      </div>
    </div>
  );

  return (
    <FormProvider {...form}>
      <FormRoot
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
        ref={root}
      >
        {above}
        {found && draft !== undefined && (
          <DraftNotice
            at={found.at}
            onDiscard={() => {
              dropDraft(draft);
              setFound(null);
              form.reset(inputValues(fields, current ?? initial));
            }}
          />
        )}
        {failure && (
          <div data-error-summary tabIndex={-1}>
            <Banner live tone="danger">
              <strong>{failure.title}.</strong> {failure.message}
              {failure.requestId && <small> Referencia para soporte: {failure.requestId}</small>}
            </Banner>
          </div>
        )}
        <Summary
          fields={fields}
          form={form}
          labels={labels}
          loose={loose}
          names={editable}
          part={part}
          shown={attempts > 0}
        />
        {sections
          ? sections
              .map((section) => ({ section, own: section.fields.filter((name) => names.includes(name)) }))
              .filter(({ own }) => own.length > 0)
              .map(({ section, own }) => (
                <FormSection
                  fields={fields}
                  key={section.label}
                  names={own}
                  record={current ?? initial}
                  section={section}
                >
                  {render(own)}
                </FormSection>
              ))
          : render(names)}
        {below}
        <div data-bar={bar}>
          <span data-state>
            {state}
            {draft !== undefined && (
              <DraftKeeper
                base={null}
                changes={typedSince}
                draft={draft}
                flush={keep}
                kept={kept}
                onKept={setKept}
              />
            )}
          </span>
          {onCancel && (
            <Button
              onClick={() => {
                settle();
                onCancel();
              }}
            >
              {cancelLabel}
            </Button>
          )}
          <Button disabledReason={submitReason} loading={saving} tone={submitTone} type="submit">
            {submitLabel}
          </Button>
        </div>
      </FormRoot>
    </FormProvider>
  );
}

/** Thrown by `onSubmit` when it has already informed the user. */
export class Handled extends Error {}

function Summary({
  form,
  names,
  fields,
  labels,
  loose,
  part,
  shown,
}: {
  form: UseFormReturn<Record<string, unknown>>;
  names: readonly string[];
  fields: Fields;
  labels: Labels;
  loose: readonly FieldMessage[];
  part: FormPart | undefined;
  shown: boolean;
}): ReactElement | null {
  const { errors } = useFormState({ control: form.control });
  useSyncExternalStore(...partStore(part));
  if (!shown) return null;
  const messages = names.flatMap((name): FieldMessage[] => {
    const message = errors[name]?.message;
    const field = fields[name];
    return typeof message === 'string' && field ? [{ name, label: labels.label(field), message }] : [];
  });
  return <ErrorSummary messages={[...messages, ...(part?.messages() ?? []), ...loose]} />;
}

export { focusField };
