import type { JsonOptions, JsonRow } from '@pauta/domain/kinds/json.ts';
import type { KindName } from '@pauta/domain/kinds/kind.ts';
import { token as t } from '@pauta/layout/theme';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { Field as Frame } from '../controls/field.tsx';
import { focusFirst } from '../controls/focus.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { inputValues } from './input-values.ts';
import type { Input, InputProps } from './inputs.tsx';

const Rows = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${t('space-2')};
  & > ol { display: flex; flex-direction: column; gap: ${t('space-2')}; inline-size: 100%; margin: 0; padding: 0; list-style: none; }
  & > ol > li {
    display: flex;
    align-items: flex-end;
    gap: ${t('space-2')};
    padding: ${t('space-2')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
  }
  & > ol > li > div:first-child {
    display: grid;
    flex: 1;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: ${t('space-2')};
    min-inline-size: 0;
  }
`;

export interface JsonInputProps extends InputProps {
  /** The input of a kind, for the fields of a row. */
  readonly inputOf: (kind: KindName) => Input;
}

/** Rows of a structured value, each with the inputs of its fields; rows can be added and removed. */
export function JsonInput({ inputOf, ...props }: JsonInputProps): ReactElement {
  const { fields, row: called, max = 50 } = props.field.options as JsonOptions;
  const rows = Array.isArray(props.value) ? (props.value as readonly JsonRow[]) : [];
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [moved, setMoved] = useState<'added' | 'removed' | null>(null);
  const name = called.toLocaleLowerCase('es');

  useEffect(() => {
    if (moved === 'added') focusFirst(list.current?.lastElementChild ?? null);
    if (moved === 'removed') add.current?.focus();
    setMoved(null);
  }, [moved]);

  const { main } = props.field.options as JsonOptions;
  /** Exactly one of several rows is the main one: choosing one unsets the others. */
  const lead = (next: readonly JsonRow[], chosen?: number): readonly JsonRow[] => {
    if (main === undefined) return next;
    const first =
      chosen ??
      Math.max(
        0,
        next.findIndex((row) => row[main] === true),
      );
    return next.map((row, place) => ({ ...row, [main]: place === first }));
  };
  const change = (index: number, key: string, value: unknown): void =>
    props.onChange(
      lead(
        rows.map((row, place) => (place === index ? { ...row, [key]: value } : row)),
        key === main && value === true ? index : undefined,
      ),
    );

  return (
    <Frame
      error={props.error}
      hint={props.hint}
      label={props.label}
      name={props.name}
      readOnly={props.readOnly}
      required={props.required}
    >
      {(aria) => (
        <Rows
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur();
          }}
          role="group"
        >
          {rows.length > 0 && (
            <ol ref={list}>
              {rows.map((row, index) => (
                <li aria-label={`${called} ${index + 1}`} key={index}>
                  <div>
                    {Object.entries(fields).map(([key, field]) => {
                      const One = inputOf(field.kind.name);
                      return (
                        <One
                          field={field}
                          key={key}
                          label={field.label}
                          name={`${props.name}.${index}.${key}`}
                          onBlur={() => undefined}
                          onChange={(value) => change(index, key, value)}
                          readOnly={props.readOnly}
                          required={field.options.required}
                          value={row[key]}
                          values={row}
                        />
                      );
                    })}
                  </div>
                  {!props.readOnly && (
                    <IconButton
                      icon={<Trash2 aria-hidden size={16} />}
                      label={`Quitar ${name} ${index + 1}`}
                      onClick={() => {
                        props.onChange(lead(rows.filter((_, place) => place !== index)));
                        setMoved('removed');
                      }}
                    />
                  )}
                </li>
              ))}
            </ol>
          )}
          {!props.readOnly && rows.length < max && (
            <Button
              icon={<Plus aria-hidden size={16} />}
              onClick={() => {
                props.onChange(lead([...rows, inputValues(fields, {})]));
                setMoved('added');
              }}
              ref={add}
              size="small"
            >
              Agregar {name}
            </Button>
          )}
        </Rows>
      )}
    </Frame>
  );
}
