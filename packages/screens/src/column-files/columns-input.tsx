import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { JsonOptions, JsonRow } from '@pauta/domain/kinds/json.ts';
import { token as t } from '@pauta/layout/theme';
import { Field } from '@pauta/ui/controls/field.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import type { InputProps } from '@pauta/ui/field-components/inputs.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${t('space-2')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(10rem, 16rem);
    gap: ${t('space-3')};
    align-items: start;
    padding-block-end: ${t('space-2')};
    border-block-end: 1px solid ${t('color-border')};
  }
  & p { margin: 0; overflow-wrap: anywhere; }
  & p + p { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  @media (max-width: 40rem) { & > li { grid-template-columns: 1fr; } }
`;

const orders = [
  { value: 'day', label: 'Día/mes/año' },
  { value: 'month', label: 'Mes/día/año' },
];
const signs = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
];

/** Meanings whose values are dates, and amounts. */
const dates = ['moment', 'date'];
const amounts = ['amount', 'credit', 'debit'];

/**
 * What each column of an uploaded file means; headers and samples are those of the file. The field has rows of `header`,
 * `samples`, `meaning`, `day_first` and, if it reads amounts, `decimal`.
 */
export function ColumnsInput({ field, value, onChange, label, error, name }: InputProps): ReactElement {
  const { meaning: meanings, decimal: hasDecimals } = (field.options as JsonOptions).fields;
  const { choices = [] } = (meanings?.options ?? {}) as Partial<ChoiceOptions>;
  const columns = (value ?? []) as readonly JsonRow[];
  const change = (index: number, values: JsonRow): void =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...values } : column)));
  return (
    <Field error={error} label={label} name={name}>
      {(aria) => (
        <List aria-describedby={aria['aria-describedby']} aria-labelledby={aria['aria-labelledby']}>
          {columns.map(({ header, samples, meaning, day_first, decimal }, index) => {
            const title = String(header ?? '') || `Columna ${index + 1}`;
            return (
              <li key={index}>
                <div>
                  <p>{title}</p>
                  <p>{String(samples ?? 'Sin datos')}</p>
                </div>
                <div>
                  <Select
                    clearable={false}
                    label={`Qué es «${title}»`}
                    onChange={(next) => change(index, { meaning: next })}
                    options={choices}
                    value={String(meaning)}
                  />
                  {dates.includes(String(meaning)) && (
                    <Select
                      clearable={false}
                      label="Orden de la fecha"
                      onChange={(next) => change(index, { day_first: next === 'day' })}
                      options={orders}
                      value={day_first === false ? 'month' : 'day'}
                    />
                  )}
                  {hasDecimals && amounts.includes(String(meaning)) && (
                    <Select
                      clearable={false}
                      label={`Cómo escribe los decimales «${title}»`}
                      onChange={(next) => change(index, { decimal: next })}
                      options={signs}
                      value={String(decimal ?? '.')}
                    />
                  )}
                </div>
              </li>
            );
          })}
        </List>
      )}
    </Field>
  );
}
