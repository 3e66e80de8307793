import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Field, KindName } from '@pauta/domain/kinds/kind.ts';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { readAmount, storedAmount } from '@pauta/domain/money/amount-filter.ts';
import { companyCurrency } from '@pauta/domain/money/company-currency.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import { token as t } from '@pauta/layout/theme';
import { type ComponentType, lazy, type ReactElement, Suspense, useCallback, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { CheckList } from '../controls/check-list.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import type { OptionsState } from '../controls/combo-box.tsx';
import { MultiComboBox } from '../controls/multi-combo-box.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { Select } from '../controls/select.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { TagsInput } from '../controls/tags-input.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useOptionLabels, useOptions } from '../data/use-options.ts';
import { datePresets } from './date-presets.ts';

/** Props of an input for one condition of a list. Undefined is "no condition". */
export interface FilterInputProps {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly filter: Filter | undefined;
  readonly onChange: (filter: Filter | undefined) => void;
}

export type FilterInput = ComponentType<FilterInputProps>;

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  & > [data-presets] { display: flex; flex-wrap: wrap; gap: ${t('space-1')}; }
`;

/** A check box for the condition that the field is empty, if the field may be empty. */
function EmptyChoice({ name, field, filter, onChange }: FilterInputProps): ReactElement | null {
  if (field.options.required) return null;
  return (
    <Checkbox
      checked={filter?.operator === 'empty'}
      label="Sin dato"
      onChange={(checked) => onChange(checked ? { field: name, operator: 'empty' } : undefined)}
    />
  );
}

const valuesOf = (filter: Filter | undefined): readonly string[] =>
  filter && 'values' in filter ? filter.values : [];

const among = (name: string, values: readonly string[]): Filter | undefined =>
  values.length === 0 ? undefined : { field: name, operator: 'in', values };

const listOf = (optionsOf: (field: Field) => readonly { value: string; label: string }[]) =>
  function ChoiceFilter(props: FilterInputProps): ReactElement {
    return (
      <Stack>
        <CheckList
          label={props.label}
          onChange={(values) => props.onChange(among(props.name, values))}
          options={optionsOf(props.field)}
          value={valuesOf(props.filter)}
        />
        <EmptyChoice {...props} />
      </Stack>
    );
  };

const ChoiceFilter = listOf((field) => (field.options as ChoiceOptions).choices);
const YesNoFilter = listOf(() => [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]);

function ReferenceFilter(props: FilterInputProps): ReactElement {
  const { to } = props.field.options as ReferenceOptions;
  const ids = valuesOf(props.filter);
  const value = useOptionLabels(to(), ids);
  const useAsked = useCallback(
    (text: string, open: boolean): OptionsState => useOptions(to(), text, { asking: open }),
    [to],
  );
  return (
    <Stack>
      <MultiComboBox
        label={props.label}
        onChange={(chosen) =>
          props.onChange(
            among(
              props.name,
              chosen.map((one) => one.id),
            ),
          )
        }
        useOptions={useAsked}
        value={value}
      />
      <EmptyChoice {...props} />
    </Stack>
  );
}

function TagsFilter(props: FilterInputProps): ReactElement {
  return (
    <TagsInput
      label={props.label}
      onChange={(values) => props.onChange(among(props.name, values))}
      value={valuesOf(props.filter)}
    />
  );
}

const textOperators = [
  { value: 'contains', label: 'Contiene' },
  { value: 'starts', label: 'Empieza con' },
  { value: 'is', label: 'Es exactamente' },
];

function TextFilter({ name, label, filter, onChange }: FilterInputProps): ReactElement {
  const value = filter && 'value' in filter ? filter.value : '';
  const operator = filter && 'value' in filter ? filter.operator : 'contains';
  const change = (next: { value?: string; operator?: string }): void =>
    onChange({ field: name, operator, value, ...next } as Filter);
  return (
    <Stack>
      <Select
        clearable={false}
        label="Condición"
        onChange={(chosen) => change({ operator: chosen })}
        options={textOperators}
        value={operator}
      />
      <TextField label={label} maxLength={200} onChange={(typed) => change({ value: typed })} value={value} />
    </Stack>
  );
}

const ends = (filter: Filter | undefined) =>
  filter?.operator === 'between' ? { from: filter.from ?? '', to: filter.to ?? '' } : { from: '', to: '' };

/** @param open the single end is exclusive; a range with both ends is inclusive */
const between = (name: string, from: string, to: string, open = false): Filter | undefined => {
  if (from === '' && to === '') return undefined;
  const range = { field: name, operator: 'between', from: from || null, to: to || null } as const;
  return open && (from === '' || to === '') ? { ...range, open } : range;
};

const DatePicker = lazy(async () => ({ default: (await import('../controls/date-picker.tsx')).DatePicker }));
const TimeField = lazy(async () => ({
  default: (await import('../controls/time-field.tsx')).TimeField,
}));

interface EndProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Creates a filter with an input for each end of a range. */
const rangeOf = (End: ComponentType<EndProps>) =>
  function RangeFilter({ name, label, filter, onChange }: FilterInputProps): ReactElement {
    const { from, to } = ends(filter);
    const open = filter?.operator === 'between' && filter.open === true;
    return (
      <>
        <End
          label={`${label}: desde`}
          onChange={(value) => onChange(between(name, value, to, open))}
          value={from}
        />
        <End
          label={`${label}: hasta`}
          onChange={(value) => onChange(between(name, from, value, open))}
          value={to}
        />
        {(from === '') !== (to === '') && (
          <Checkbox
            checked={open}
            label="Sin contar ese valor"
            onChange={(checked) => onChange(between(name, from, to, checked))}
          />
        )}
      </>
    );
  };

const NumberEnds = rangeOf(NumberField);
const DayEnds = rangeOf(DatePicker);
const TimeEnds = rangeOf((end) => <TimeField {...end} hours={24} />);

function NumberFilter(props: FilterInputProps): ReactElement {
  return (
    <Stack>
      <NumberEnds {...props} />
      <EmptyChoice {...props} />
    </Stack>
  );
}

const currencyOptions = Object.entries(currencies).map(([value, label]) => ({ value, label }));

/** A filter for a range of amounts, in a currency that is selected first. */
function MoneyFilter(props: FilterInputProps): ReactElement {
  const { filter, onChange } = props;
  const [from, to] = Object.values(ends(filter)).map((end) => readAmount(end));
  const given = (from ?? to)?.currency;
  const [chosen, setChosen] = useState(companyCurrency);
  const currency = given ?? chosen;
  const amounts: Filter | undefined =
    filter?.operator === 'between'
      ? { ...filter, from: from?.amount ?? null, to: to?.amount ?? null }
      : filter;
  const put = (code: string, next: Filter | undefined): void => {
    const stored = (amount: string | null): string | null =>
      amount === null ? null : storedAmount({ currency: code, amount });
    onChange(next?.operator === 'between' ? { ...next, from: stored(next.from), to: stored(next.to) } : next);
  };
  return (
    <Stack>
      <Select
        clearable={false}
        label="Moneda"
        onChange={(code) => {
          setChosen(code);
          if (given !== undefined) put(code, amounts);
        }}
        options={currencyOptions}
        value={currency}
      />
      <NumberEnds {...props} filter={amounts} onChange={(next) => put(currency, next)} />
      <EmptyChoice {...props} />
    </Stack>
  );
}

function DateFilter(props: FilterInputProps): ReactElement {
  const { from, to } = ends(props.filter);
  return (
    <Stack>
      <div data-presets>
        {datePresets(companyToday()).map((preset) => (
          <Button
            aria-pressed={preset.from === from && preset.to === to}
            key={preset.label}
            onClick={() => props.onChange(between(props.name, preset.from, preset.to))}
            size="small"
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <Suspense fallback={<Skeleton lines={4} />}>
        <DayEnds {...props} />
      </Suspense>
      <EmptyChoice {...props} />
    </Stack>
  );
}

function TimeFilter(props: FilterInputProps): ReactElement {
  return (
    <Stack>
      <Suspense fallback={<Skeleton lines={4} />}>
        <TimeEnds {...props} />
      </Suspense>
      <EmptyChoice {...props} />
    </Stack>
  );
}

const LocationAreas = lazy(async () => ({
  default: (await import('./location-filter.tsx')).LocationFilter,
}));

function LocationFilter(props: FilterInputProps): ReactElement {
  return (
    <Stack>
      <Suspense fallback={<Skeleton lines={4} />}>
        <LocationAreas {...props} filter={props.filter?.operator === 'empty' ? undefined : props.filter} />
      </Suspense>
      <EmptyChoice {...props} />
    </Stack>
  );
}

/** The filter of each kind; null if it cannot be filtered. */
export const filters: Readonly<Record<KindName, FilterInput | null>> = {
  text: TextFilter,
  longText: TextFilter,
  integer: NumberFilter,
  decimal: NumberFilter,
  percent: NumberFilter,
  money: MoneyFilter,
  yesNo: YesNoFilter,
  date: DateFilter,
  dateTime: DateFilter,
  dateRange: DateFilter,
  time: TimeFilter,
  choice: ChoiceFilter,
  choices: ChoiceFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  email: TextFilter,
  phone: TextFilter,
  url: TextFilter,
  taxId: TextFilter,
  tags: TagsFilter,
  file: null,
  location: LocationFilter,
  json: null,
};
