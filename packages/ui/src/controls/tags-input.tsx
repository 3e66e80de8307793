import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Chips } from './chips.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface TagsInputProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string | undefined;
}

const Box = styled.div`
  &[data-box] { flex-wrap: wrap; padding-block: 3px; padding-inline: ${t('space-2')}; }
  &[data-box] > input { flex: 1 1 4rem; block-size: 28px; padding-inline: ${t('space-1')}; }
`;

/** A list of free texts: Enter, a comma or leaving the field adds one, Backspace in an empty field removes the last. */
export function TagsInput({ value, onChange, onBlur, placeholder, ...field }: TagsInputProps): ReactElement {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (typed: string): void => {
    const words = typed
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean);
    setText('');
    if (words.length > 0) onChange([...new Set([...value, ...words])]);
  };
  return (
    <Field {...field} hint={field.hint ?? 'Escriba una etiqueta y pulse Entrar.'}>
      {(aria) => (
        <Box data-box>
          <Chips
            after={input}
            chips={value.map((tag) => ({ key: tag, label: tag }))}
            label={field.label}
            onRemove={field.readOnly ? undefined : (tag) => onChange(value.filter((one) => one !== tag))}
          />
          <input
            {...aria}
            data-focus-target
            onBlur={() => {
              add(text);
              onBlur?.();
            }}
            onChange={(event) =>
              /[,;\n]/.test(event.target.value) ? add(event.target.value) : setText(event.target.value)
            }
            onKeyDown={(event) => {
              if (event.key === 'Enter' && text !== '') {
                event.preventDefault();
                add(text);
              } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
            }}
            placeholder={value.length === 0 ? placeholder : undefined}
            readOnly={field.readOnly}
            ref={input}
            value={text}
          />
        </Box>
      )}
    </Field>
  );
}
