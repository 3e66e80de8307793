import { type ReactElement, useRef } from 'react';
import { styled } from 'styled-components';
import { Chips } from './chips.tsx';
import { ComboBox, type ComboBoxProps, type Option } from './combo-box.tsx';

export interface MultiComboBoxProps extends Omit<ComboBoxProps, 'value' | 'onChange' | 'adding' | 'exclude'> {
  readonly value: readonly Option[];
  readonly onChange: (value: readonly Option[]) => void;
}

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-2, 0.5rem);
  min-inline-size: 0;
`;

/** Selects several of many records: a `ComboBox` that adds one, and below it the selected ones. */
export function MultiComboBox({ value, onChange, ...rest }: MultiComboBoxProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  return (
    <Stack ref={root}>
      <ComboBox
        {...rest}
        adding
        exclude={value.map((one) => one.id)}
        onChange={(option) => option && onChange([...value, option])}
        placeholder={rest.placeholder ?? 'Escriba para agregar'}
        value={null}
      />
      <Chips
        chips={value.map((one) => ({ key: one.id, label: one.label }))}
        label={`${rest.label}: elegidos`}
        onRemove={
          rest.readOnly
            ? undefined
            : (id) => {
                onChange(value.filter((one) => one.id !== id));
                root.current?.querySelector('input')?.focus();
              }
        }
      />
    </Stack>
  );
}
