import { Check, ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Select as Aria,
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components/Select';
import { styled } from 'styled-components';
import { Field, type FieldProps } from './field.tsx';
import { floatingList } from './style.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps extends FieldProps {
  readonly options: readonly SelectOption[];
  /** Value of the selected option; empty if none is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  /** Offers an empty option. By default true unless the field is required. */
  readonly clearable?: boolean;
}

const Floating = styled(Popover)`${floatingList}`;
const Root = styled(Aria)`
  & button[data-box] { appearance: none; cursor: pointer; }
  & button[data-box] > span { flex: 1; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & [data-placeholder] { color: var(--pauta-color-text-muted, #595f72); }
` as typeof Aria;

const nothing = 'nothing';

/**
 * Selects one of a few options. For many options, or for records from the server, use `ComboBox`.
 *
 * @example <Select label="Moneda" options={[{ value: 'DOP', label: 'Peso' }]} value={code} onChange={setCode} />
 */
export function Select({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  clearable,
  ...field
}: SelectProps): ReactElement {
  const mayClear = clearable ?? !field.required;
  const items = [
    ...(mayClear && value !== '' ? [{ id: nothing, label: 'Ninguno', value: '' }] : []),
    ...options.map((option) => ({ ...option, id: `=${option.value}` })),
  ];
  return (
    <Field {...field}>
      {(aria) => (
        <Root
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          isDisabled={field.readOnly ?? false}
          isInvalid={aria['aria-invalid'] ?? false}
          onBlur={() => onBlur?.()}
          onChange={(key) => onChange(key === null || key === nothing ? '' : String(key).slice(1))}
          placeholder={placeholder ?? 'Elija una opción'}
          validationBehavior="aria"
          value={value === '' ? null : `=${value}`}
        >
          <Button data-box data-focus-target>
            <SelectValue />
            <ChevronDown aria-hidden size={16} />
          </Button>
          <Floating offset={4}>
            <ListBox items={items}>
              {(item) => (
                <ListBoxItem
                  data-empty={item.id === nothing || undefined}
                  id={item.id}
                  textValue={item.label}
                >
                  {({ isSelected }) => (
                    <>
                      {item.label}
                      {isSelected && <Check aria-hidden data-code size={15} />}
                    </>
                  )}
                </ListBoxItem>
              )}
            </ListBox>
          </Floating>
        </Root>
      )}
    </Field>
  );
}
