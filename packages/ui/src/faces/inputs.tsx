import { useApi } from '@pauta/core/react';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { DateOptions } from '@pauta/domain/kinds/date.ts';
import type { FileOptions, StoredFile } from '@pauta/domain/kinds/file.ts';
import { type Field, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import type { DecimalOptions, MoneyOptions } from '@pauta/domain/kinds/number.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { TaxIdOptions } from '@pauta/domain/kinds/tax-id.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { type TaxIdType, taxIdRules } from '@pauta/domain/tax-id/tax-id.ts';
import { type ComponentType, lazy, type ReactElement, Suspense, useCallback } from 'react';
import { CheckList } from '../controls/check-list.tsx';
import { ComboBox, type Option, type OptionsState } from '../controls/combo-box.tsx';
import { Field as Frame } from '../controls/field.tsx';
import { FileInput } from '../controls/file-input.tsx';
import { MultiComboBox } from '../controls/multi-combo-box.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { Select } from '../controls/select.tsx';
import { Switch } from '../controls/switch.tsx';
import { TagsInput } from '../controls/tags-input.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useOptions } from '../data/use-options.ts';

/** What takes a value. The value is what `Kind.parse` accepts: text as typed, a reference, a list. */
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
  /** Present values of the fields that `neighbours` names. */
  readonly values: Values;
}

export type Input = ComponentType<InputProps>;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const frame = ({ label, hint, error, required, name, readOnly }: InputProps) => ({
  label,
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

function DateInput(props: InputProps): ReactElement {
  const { min, max } = props.field.options as DateOptions;
  return (
    <Suspense
      fallback={
        <Frame {...frame(props)}>
          {(aria) => (
            <div data-box>
              <input {...aria} disabled value="" />
            </div>
          )}
        </Frame>
      }
    >
      <DatePicker
        {...frame(props)}
        max={max}
        min={min}
        onBlur={props.onBlur}
        onChange={props.onChange}
        value={text(props.value)}
      />
    </Suspense>
  );
}

/** `2026-03-09T14:30:00.000Z` → what a local date-time input takes. */
function toLocal(value: string): string {
  const date = new Date(value);
  if (value === '' || Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function DateTimeInput(props: InputProps): ReactElement {
  return (
    <TextField
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={(typed) => props.onChange(typed === '' ? '' : new Date(typed).toISOString())}
      type="datetime-local"
      value={toLocal(text(props.value))}
    />
  );
}

function ChoiceInput(props: InputProps): ReactElement {
  const { choices } = props.field.options as ChoiceOptions;
  return (
    <Select
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      options={choices}
      placeholder={props.placeholder ?? 'Elija una opción'}
      value={text(props.value)}
    />
  );
}

function ChoicesInput(props: InputProps): ReactElement {
  const { choices } = props.field.options as ChoiceOptions;
  return (
    <CheckList
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      options={choices}
      value={(props.value ?? []) as readonly string[]}
    />
  );
}

/** Asks for the options of a reference field, narrowed by the other fields of the form. */
function useReferenceOptions({ field, values }: InputProps): (asked: string, open: boolean) => OptionsState {
  const { to, filter = {} } = field.options as ReferenceOptions;
  const narrowed: Record<string, string> = {};
  for (const [theirs, ours] of Object.entries(filter)) {
    const value = values[ours];
    if (!isEmpty(value)) narrowed[theirs] = (value as Partial<Reference>).id ?? String(value);
  }
  const key = JSON.stringify(narrowed);
  return useCallback(
    function useAsked(asked: string, open: boolean): OptionsState {
      return useOptions(to(), asked, { asking: open, filter: JSON.parse(key) });
    },
    [to, key],
  );
}

function ReferenceInput(props: InputProps): ReactElement {
  return (
    <ComboBox
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      placeholder={props.placeholder}
      useOptions={useReferenceOptions(props)}
      value={(props.value as Option | null | undefined) ?? null}
    />
  );
}

function ReferencesInput(props: InputProps): ReactElement {
  return (
    <MultiComboBox
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      placeholder={props.placeholder}
      useOptions={useReferenceOptions(props)}
      value={(props.value ?? []) as readonly Option[]}
    />
  );
}

function TagsFieldInput(props: InputProps): ReactElement {
  return (
    <TagsInput
      {...frame(props)}
      onBlur={props.onBlur}
      onChange={props.onChange}
      placeholder={props.placeholder}
      value={(props.value ?? []) as readonly string[]}
    />
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
    <FileInput
      {...frame(props)}
      accept={accept}
      maxBytes={maxBytes}
      onChange={props.onChange}
      upload={async (file, signal) => {
        const body = new FormData();
        body.append('file', file);
        return (await api.request<{ data: StoredFile }>('POST', '/files', { body, signal })).data;
      }}
      value={(props.value as StoredFile | null | undefined) ?? null}
    />
  );
}

/** How each kind is taken. */
export const inputs: Readonly<Record<KindName, Input>> = {
  text: Line,
  longText: LongTextInput,
  integer: NumberInput,
  decimal: NumberInput,
  percent: NumberInput,
  money: NumberInput,
  yesNo: YesNoInput,
  date: DateInput,
  dateTime: DateTimeInput,
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
};

/** Fields of the same form that the input of this one looks at. */
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
      return [];
  }
}
