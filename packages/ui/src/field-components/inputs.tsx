import { useApi } from '@pauta/core/react';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { DateOptions } from '@pauta/domain/kinds/date.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import type { FileOptions, StoredFile } from '@pauta/domain/kinds/file.ts';
import type { JsonOptions } from '@pauta/domain/kinds/json.ts';
import { type Field, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import type { DecimalOptions, IntegerOptions, MoneyOptions } from '@pauta/domain/kinds/number.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { TaxIdOptions } from '@pauta/domain/kinds/tax-id.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { type TaxIdType, taxIdRules } from '@pauta/domain/tax-id/tax-id.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { type ComponentType, lazy, type ReactElement, Suspense, useCallback } from 'react';
import { styled } from 'styled-components';
import type { Option, OptionsState } from '../controls/combo-box.tsx';
import { Field as Frame } from '../controls/field.tsx';
import { leavingGroup } from '../controls/focus.ts';
import { NumberField } from '../controls/number-field.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { Switch } from '../controls/switch.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { TextField } from '../controls/text-field.tsx';
import { uploadFile } from '../data/upload-file.ts';
import { useOptions } from '../data/use-options.ts';
import { LazyInput } from './lazy-input.tsx';
import { useCreateInPlace } from './use-create-in-place.tsx';

/** Props of an input. The value is what `Kind.parse` accepts: text as typed, a reference, a list. */
export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** The label is for screen readers only: a visible one is beside the input. */
  readonly hideLabel?: boolean | undefined;
  /** Current values of the fields named by `neighbours`. */
  readonly values: Values;
}

export type Input = ComponentType<InputProps>;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const frame = ({ label, hint, error, required, name, readOnly, hideLabel }: InputProps) => ({
  label,
  hideLabel,
  hint,
  error,
  required,
  name,
  readOnly,
});

interface Native {
  readonly type?: 'email' | 'tel' | 'url' | 'text';
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url';
  readonly autoComplete?: string;
}

const line = (native: Native = {}) =>
  function LineInput(props: InputProps): ReactElement {
    const { upperCase } = props.field.options as Partial<TextOptions>;
    return (
      <TextField
        {...native}
        {...frame(props)}
        autoCapitalize={upperCase ? 'characters' : undefined}
        onBlur={props.onBlur}
        onChange={(value) => props.onChange(upperCase ? value.toLocaleUpperCase('es') : value)}
        placeholder={props.placeholder}
        value={text(props.value)}
      />
    );
  };

function LongTextInput(props: InputProps): ReactElement {
  const { max = 0 } = props.field.options as Partial<TextOptions>;
  const left = max - text(props.value).length;
  return (
    <TextArea
      {...frame(props)}
      hint={
        max > 0 && left < max * 0.1 ? `${props.hint ?? ''} Quedan ${left} caracteres.`.trim() : props.hint
      }
      onBlur={props.onBlur}
      onChange={props.onChange}
      placeholder={props.placeholder}
      value={text(props.value)}
    />
  );
}

function NumberInput(props: InputProps): ReactElement {
  const { options, kind } = props.field;
  const { scale } = options as Partial<DecimalOptions>;
  const { currency } = options as Partial<MoneyOptions>;
  const code = currency ? props.values[currency] : undefined;
  return (
    <NumberField
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      placeholder={props.placeholder}
      prefix={typeof code === 'string' && code !== '' && <span data-affix>{code}</span>}
      isGrouped={(options as IntegerOptions).isGrouped ?? true}
      {...(kind.name === 'money' && scale !== undefined && { scale })}
      suffix={kind.name === 'percent' && <span data-affix>%</span>}
      value={text(props.value)}
    />
  );
}

function YesNoInput(props: InputProps): ReactElement {
  const { label, hint, error, name, readOnly, value, onChange, onBlur } = props;
  return (
    <Switch
      checked={value === true}
      error={error}
      hint={hint}
      label={label}
      name={name}
      onBlur={onBlur}
      onChange={onChange}
      readOnly={readOnly ?? false}
    />
  );
}

const DatePicker = lazy(async () => ({ default: (await import('../controls/date-picker.tsx')).DatePicker }));
const DateTimePicker = lazy(async () => ({
  default: (await import('../controls/date-time-picker.tsx')).DateTimePicker,
}));
const TimeField = lazy(async () => ({ default: (await import('../controls/time-field.tsx')).TimeField }));

const ComboBox = lazy(async () => ({ default: (await import('../controls/combo-box.tsx')).ComboBox }));
const Select = lazy(async () => ({ default: (await import('../controls/select.tsx')).Select }));

/** Creates an input for a day or an instant. */
const dated = (Picker: typeof DatePicker | typeof DateTimePicker): Input =>
  function DateInput(props: InputProps): ReactElement {
    const { min, max } = props.field.options as DateOptions;
    return (
      <LazyInput frame={frame(props)}>
        <Picker
          {...frame(props)}
          max={max}
          min={min}
          onBlur={props.onBlur}
          onChange={props.onChange}
          value={text(props.value)}
        />
      </LazyInput>
    );
  };

const Ends = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  gap: ${t('space-2')};
`;

function DateRangeInput(props: InputProps): ReactElement {
  const { from, to } = (props.value || { from: null, to: null }) as DateRange;
  const change = (ends: Partial<DateRange>): void => {
    const next = { from: from || null, to: to || null, ...ends };
    props.onChange(next.from || next.to ? next : '');
  };
  const empty = (label: string): ReactElement => (
    <TextField disabled label={label} onChange={() => undefined} value="" />
  );
  return (
    <Frame {...frame(props)}>
      {(aria) => (
        <Ends
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          role="group"
        >
          <Suspense
            fallback={
              <>
                {empty('Desde')}
                {empty('Hasta')}
              </>
            }
          >
            <DatePicker
              label="Desde"
              onBlur={leavingGroup(props.onBlur)}
              onChange={(day) => change({ from: day || null })}
              readOnly={props.readOnly}
              value={from ?? ''}
            />
            <DatePicker
              label="Hasta"
              min={from ?? undefined}
              onBlur={leavingGroup(props.onBlur)}
              onChange={(day) => change({ to: day || null })}
              readOnly={props.readOnly}
              value={to ?? ''}
            />
          </Suspense>
        </Ends>
      )}
    </Frame>
  );
}

function TimeInput(props: InputProps): ReactElement {
  return (
    <LazyInput frame={frame(props)}>
      <TimeField
        {...frame(props)}
        hours={24}
        onBlur={props.onBlur}
        onChange={props.onChange}
        value={text(props.value)}
      />
    </LazyInput>
  );
}

// Loaded lazily, because few forms have it.
const PhonesInput = lazy(async () => ({ default: (await import('./phones/phones-input.tsx')).PhonesInput }));
const JsonInput = lazy(async () => ({ default: (await import('./json-input.tsx')).JsonInput }));
const CheckList = lazy(async () => ({ default: (await import('../controls/check-list.tsx')).CheckList }));
const MultiComboBox = lazy(async () => ({
  default: (await import('../controls/multi-combo-box.tsx')).MultiComboBox,
}));
const TagsInput = lazy(async () => ({ default: (await import('../controls/tags-input.tsx')).TagsInput }));
const FileInput = lazy(async () => ({ default: (await import('../controls/file-input.tsx')).FileInput }));

/** Placeholder of an input that is loading. */
const Awaited = ({ input, children }: { input: InputProps; children: ReactElement }): ReactElement => (
  <Suspense fallback={<Frame {...frame(input)}>{() => <Skeleton lines={2} />}</Frame>}>{children}</Suspense>
);

function RowsInput(props: InputProps): ReactElement {
  const isPhones = (props.field.options as Partial<JsonOptions>).face === 'phones';
  return (
    <Awaited input={props}>
      {isPhones ? <PhonesInput {...props} /> : <JsonInput {...props} inputOf={(kind) => inputs[kind]} />}
    </Awaited>
  );
}

function ChoiceInput(props: InputProps): ReactElement {
  const { choices } = props.field.options as ChoiceOptions;
  return (
    <LazyInput frame={frame(props)} shown={choices.find(({ value }) => value === props.value)?.label}>
      <Select
        {...frame(props)}
        onBlur={props.onBlur}
        onChange={props.onChange}
        options={choices}
        placeholder={props.placeholder ?? 'Elija una opción'}
        value={text(props.value)}
      />
    </LazyInput>
  );
}

function ChoicesInput(props: InputProps): ReactElement {
  const { choices } = props.field.options as ChoiceOptions;
  return (
    <Awaited input={props}>
      <CheckList
        {...frame(props)}
        onBlur={props.onBlur}
        onChange={props.onChange}
        options={choices}
        value={(props.value ?? []) as readonly string[]}
      />
    </Awaited>
  );
}

/** Returns a hook that loads the options of a reference field, restricted by other fields of the form. */
function useReferenceOptions({ field, values }: InputProps): (asked: string, open: boolean) => OptionsState {
  const { to, filter = {}, only, offeredBy } = field.options as ReferenceOptions;
  const narrowed: Record<string, string> = { ...only };
  for (const [theirs, ours] of Object.entries(filter)) {
    const value = values[ours];
    if (!isEmpty(value)) narrowed[theirs] = (value as Partial<Reference>).id ?? String(value);
  }
  const key = JSON.stringify(narrowed);
  return useCallback(
    function useAsked(asked: string, open: boolean): OptionsState {
      return useOptions(to(), asked, { asking: open, filter: JSON.parse(key), path: offeredBy });
    },
    [to, key, offeredBy],
  );
}

function ReferenceInput(props: InputProps): ReactElement {
  const { offer, dialog } = useCreateInPlace(props.field, props.values, props.onChange);
  const { to } = props.field.options as ReferenceOptions;
  const value = (props.value as Option | null | undefined) ?? null;
  return (
    <>
      <LazyInput frame={frame(props)} shown={value?.label}>
        <ComboBox
          {...frame(props)}
          inactiveMark={agree(to().label, 'inactivo')}
          onBlur={props.onBlur}
          onChange={props.onChange}
          onCreate={offer}
          placeholder={props.placeholder}
          useOptions={useReferenceOptions(props)}
          value={value}
        />
      </LazyInput>
      {dialog}
    </>
  );
}

function ReferencesInput(props: InputProps): ReactElement {
  const value = (props.value ?? []) as readonly Option[];
  const { offer, dialog } = useCreateInPlace(props.field, props.values, (made) =>
    props.onChange([...value, made]),
  );
  return (
    <>
      <Awaited input={props}>
        <MultiComboBox
          {...frame(props)}
          onBlur={props.onBlur}
          onChange={props.onChange}
          onCreate={offer}
          placeholder={props.placeholder}
          useOptions={useReferenceOptions(props)}
          value={value}
        />
      </Awaited>
      {dialog}
    </>
  );
}

function TagsFieldInput(props: InputProps): ReactElement {
  return (
    <Awaited input={props}>
      <TagsInput
        {...frame(props)}
        onBlur={props.onBlur}
        onChange={props.onChange}
        placeholder={props.placeholder}
        value={(props.value ?? []) as readonly string[]}
      />
    </Awaited>
  );
}

const Line = line();

function TaxIdInput(props: InputProps): ReactElement {
  const { country, type } = props.field.options as TaxIdOptions;
  const nation = props.values[country] as Reference | null | undefined;
  const rule = taxIdRules(nation?.code ?? '').find((one) => one.name === (props.values[type] as TaxIdType));
  return <Line {...props} placeholder={rule?.example ? `Ej: ${rule.example}` : props.placeholder} />;
}

function FileFieldInput(props: InputProps): ReactElement {
  const api = useApi();
  const { accept, maxBytes } = props.field.options as FileOptions;
  return (
    <Awaited input={props}>
      <FileInput
        {...frame(props)}
        accept={accept}
        maxBytes={maxBytes}
        onChange={props.onChange}
        upload={(file, signal, onProgress) => uploadFile(api, file, signal, onProgress)}
        value={(props.value as StoredFile | null | undefined) ?? null}
      />
    </Awaited>
  );
}

/** The input of each kind. */
export const inputs: Readonly<Record<KindName, Input>> = {
  text: Line,
  longText: LongTextInput,
  integer: NumberInput,
  decimal: NumberInput,
  percent: NumberInput,
  money: NumberInput,
  yesNo: YesNoInput,
  date: dated(DatePicker),
  dateTime: dated(DateTimePicker),
  dateRange: DateRangeInput,
  time: TimeInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  email: line({ type: 'email', inputMode: 'email', autoComplete: 'off' }),
  phone: line({ type: 'tel', inputMode: 'tel' }),
  url: line({ type: 'text', inputMode: 'url' }),
  taxId: TaxIdInput,
  tags: TagsFieldInput,
  file: FileFieldInput,
  location: Line,
  json: RowsInput,
};

/** Fields of the same form that this field's input reads. */
export function neighbours(field: Field): readonly string[] {
  const options = field.options as Partial<MoneyOptions & TaxIdOptions & ReferenceOptions>;
  switch (field.kind.name) {
    case 'money':
      return options.currency ? [options.currency] : [];
    case 'taxId':
      return [options.country, options.type].filter((name) => name !== undefined);
    case 'reference':
    case 'references':
      return Object.values(options.filter ?? {});
    default:
      return field.options.besides ?? [];
  }
}
