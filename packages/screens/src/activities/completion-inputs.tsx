import { useApiQuery, useSettings } from '@pauta/core/react';
import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { companyInstant, companyMinutes } from '@pauta/domain/calendar/company-moment.ts';
import { dominicanHolidays } from '@pauta/domain/calendar/dominican-holidays.ts';
import { type NextDay, nextDays } from '@pauta/domain/calendar/next-days.ts';
import { addWorkingDays, holidaysOf } from '@pauta/domain/calendar/working-time.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { ChipChoice } from '@pauta/ui/controls/chip-choice.tsx';
import { type Input, type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const useResults = (): readonly AnyRecord[] =>
  useApiQuery<Page<AnyRecord>>(
    '/contact-results?f.is_active=true&fields=code,channel,closes,suggest_days&limit=100',
    { revalidateOnFocus: false },
  ).data?.data ?? [];

const idOf = (value: unknown): string => (value as { id?: string } | null | undefined)?.id ?? '';

/** The result that is currently chosen in the form. */
const useChosenResult = (): AnyRecord | undefined => {
  const [value] = useFormValues(['contact_result_id']);
  return useResults().find(({ id }) => id === idOf(value));
};

const nineInTheMorning = 9 * 60;

const useCalendar = () => {
  const { get } = useSettings();
  return { holidays: holidaysOf(get<unknown>('holiday_calendar', dominicanHolidays)) };
};

const frameOf = ({ label, hint, error, required, name, readOnly }: InputProps) => ({
  label,
  hint,
  error,
  required,
  name,
  readOnly,
});

/** The channel of each kind of activity; only results of the same channel are offered. */
const channels: Readonly<Record<string, string>> = {
  call: 'call',
  visit: 'visit',
  meeting: 'meeting',
  email: 'email',
  whatsapp: 'chat',
};

/** The result of an activity, which determines whether a next activity is required, and proposes its date. */
function ResultInput(props: InputProps): ReactElement {
  const results = useResults();
  const chosen = useChosenResult();
  const calendar = useCalendar();
  const setValue = useSetFormValue();
  const [kind, next] = useFormValues(['kind', 'next_at']);
  const channel = channels[String(kind)];
  const offered = results.filter(
    (one) =>
      kind === undefined || one.channel === 'any' || one.channel === channel || one.id === idOf(props.value),
  );
  const choose = (id: string): void => {
    const result = results.find((one) => one.id === id);
    if (!result) return;
    props.onChange({ id, label: String(result.name), code: String(result.code) });
    if (result.closes === true) {
      for (const name of ['next_kind', 'next_subject', 'next_at']) setValue(name, '');
      return;
    }
    const days = result.suggest_days;
    if (typeof days !== 'number' || next) return;
    setValue('next_at', companyInstant(addWorkingDays(companyToday(), days, calendar), nineInTheMorning));
  };
  const hint =
    chosen === undefined
      ? props.hint
      : chosen.closes === true
        ? 'Cierra la gestión: no hace falta próxima acción.'
        : 'No cierra la gestión: indique la próxima acción.';
  return (
    <ChipChoice
      {...frameOf(props)}
      hint={hint}
      onBlur={props.onBlur}
      onChange={choose}
      options={offered.map(({ id, name }) => ({ value: id, label: String(name) }))}
      value={idOf(props.value)}
    />
  );
}

/** A choice among few values, all visible. */
function ChipsInput(props: InputProps): ReactElement {
  const { choices } = props.field.options as ChoiceOptions;
  return (
    <ChipChoice
      {...frameOf(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      options={choices}
      value={String(props.value ?? '')}
    />
  );
}

const weekday = new Intl.DateTimeFormat('es', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const said = ({ day }: NextDay): string => weekday.format(new Date(`${day}T00:00:00Z`));

const Both = styled.div`
  display: grid;
  gap: var(--pauta-space-2);
`;

const Moment = inputs.dateTime;

/**
 * The date of the next activity: buttons for usual days, or any date and time. Without a time it is 9:00, or the
 * previous time.
 */
function WhenInput(props: InputProps & { suggested?: number | undefined }): ReactElement {
  const calendar = useCalendar();
  const { scheduled_at: before } = props.values;
  const minutes = typeof before === 'string' ? companyMinutes(before) : nineInTheMorning;
  const options = nextDays(companyToday(), calendar, props.suggested).map((one) => ({
    value: companyInstant(one.day, minutes),
    label: one.label,
    detail: said(one),
  }));
  return (
    <Both>
      <ChipChoice
        label={props.label}
        name={props.name}
        onChange={props.onChange}
        options={options}
        value={String(props.value ?? '')}
      />
      <Moment
        {...props}
        hideLabel
        onChange={(value) =>
          props.onChange(isCivilDate(String(value)) ? companyInstant(String(value), minutes) : value)
        }
      />
    </Both>
  );
}

/** A field of the next activity, hidden when the result closes the matter. */
const nextInput = (kind: 'choice' | 'text'): Input => {
  const Face = inputs[kind];
  return function NextInput(props: InputProps): ReactElement | null {
    return useChosenResult()?.closes === true ? null : <Face {...props} />;
  };
};

function NextMoment(props: InputProps): ReactElement | null {
  const chosen = useChosenResult();
  if (chosen?.closes === true) return null;
  const days = chosen?.suggest_days;
  return (
    <WhenInput
      {...props}
      required={chosen !== undefined}
      suggested={typeof days === 'number' ? days : undefined}
    />
  );
}

const LongText = inputs.longText;

/** A note in which Enter submits the form. */
function NoteInput(props: InputProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles key events of the text field inside.
    <div
      onKeyDown={(event) => {
        const { target } = event;
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        if (!(target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        target.form?.requestSubmit();
      }}
    >
      <LongText {...props} hint={props.hint ?? 'Enter guarda; Mayús + Enter empieza otra línea.'} />
    </div>
  );
}

/** Inputs of the fields for completing and rescheduling an activity. */
export const completionInputs: Readonly<Record<string, Input>> = {
  contact_result_id: ResultInput,
  result_notes: NoteInput,
  next_kind: nextInput('choice'),
  next_subject: nextInput('text'),
  next_at: NextMoment,
  new_at: WhenInput,
};

/** Inputs for recording an activity that already took place. */
export const attentionInputs: Readonly<Record<string, Input>> = { ...completionInputs, kind: ChipsInput };
