import { useApiQuery, useSettings } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { companyInstant } from '@pauta/domain/calendar/company-moment.ts';
import { dominicanHolidays } from '@pauta/domain/calendar/dominican-holidays.ts';
import { addWorkingDays, holidaysOf } from '@pauta/domain/calendar/working-time.ts';
import type { Page } from '@pauta/domain/resource/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type Input, type InputProps, inputs } from '@pauta/ui/faces/inputs.tsx';
import { useFormValue, useSetFormValue } from '@pauta/ui/form/form-values.ts';
import type { ReactElement } from 'react';

const Choose = inputs.reference;

const useResults = (): readonly AnyRecord[] =>
  useApiQuery<Page<AnyRecord>>('/contact-results?limit=100', { revalidateOnFocus: false }).data?.data ?? [];

/** The result that is chosen in the form at the moment. */
const useChosenResult = (): AnyRecord | undefined => {
  const value = useFormValue('contact_result_id') as { id?: string } | null | undefined;
  return useResults().find(({ id }) => id === value?.id);
};

const nineInTheMorning = 9 * 60;

/** The result of an attention: it says whether a next action is asked for, and proposes when. */
function ResultInput(props: InputProps): ReactElement {
  const results = useResults();
  const chosen = useChosenResult();
  const { get } = useSettings();
  const set = useSetFormValue();
  const next = useFormValue('next_at');
  const choose = (value: unknown): void => {
    props.onChange(value);
    const result = results.find(({ id }) => id === (value as { id?: string } | null)?.id);
    if (result?.closes === true) {
      for (const name of ['next_kind', 'next_subject', 'next_at']) set(name, '');
      return;
    }
    const days = result?.suggest_days;
    if (typeof days !== 'number' || next) return;
    const calendar = { holidays: holidaysOf(get<unknown>('holiday_calendar', dominicanHolidays)) };
    set('next_at', companyInstant(addWorkingDays(companyToday(), days, calendar), nineInTheMorning));
  };
  const hint =
    chosen === undefined
      ? props.hint
      : chosen.closes === true
        ? 'Cierra la gestión: no hace falta próxima acción.'
        : 'No cierra la gestión: indique la próxima acción.';
  return <Choose {...props} hint={hint} onChange={choose} />;
}

/** Part of the next action: not asked for when the result closes. */
const nextInput = (kind: 'choice' | 'text' | 'dateTime'): Input => {
  const Face = inputs[kind];
  return function NextInput(props: InputProps): ReactElement | null {
    const chosen = useChosenResult();
    if (chosen?.closes === true) return null;
    return <Face {...props} required={kind === 'dateTime' && chosen !== undefined} />;
  };
};

/** Inputs of the fields that completing an activity asks for. */
export const completionInputs: Readonly<Record<string, Input>> = {
  contact_result_id: ResultInput,
  next_kind: nextInput('choice'),
  next_subject: nextInput('text'),
  next_at: nextInput('dateTime'),
};
