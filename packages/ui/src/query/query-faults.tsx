import type { TextError } from '@pauta/domain/resource/query/condition-text.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { recordsOf, writeRecord } from './query-text.ts';
import type { Names } from './use-names.ts';

const Faults = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${t('space-1')};
  margin: ${t('space-2')} 0 0;
  padding: 0;
  list-style: none;
  color: ${t('color-danger-text')};
  font-size: ${t('text-sm')};
  & mark { padding: 0 2px; border-radius: 2px; background: ${t('color-danger-soft')}; color: inherit; }
  & button {
    min-block-size: ${t('target-size')};
    padding: 0 ${t('space-1')};
    border: 0;
    background: none;
    color: ${t('color-accent-text')};
    text-decoration: underline;
    cursor: pointer;
  }
`;

/** Errors of typed filters, each with its text and a suggestion. */
export function QueryFaults({
  id,
  resource,
  text,
  errors,
  names,
  onReplace,
}: {
  readonly id: string;
  readonly resource: Resource;
  readonly text: string;
  readonly errors: readonly TextError[];
  readonly names: Names;
  readonly onReplace: (from: number, to: number, text: string) => void;
}): ReactElement | null {
  if (errors.length === 0) return null;
  const candidatesOf = ({ pending }: TextError) =>
    pending && names.candidates.find((one) => one.field === pending.field && one.written === pending.written);
  return (
    <Faults aria-live="polite" id={id}>
      {errors.slice(0, 5).map((error) => {
        const found = candidatesOf(error);
        return (
          <li key={`${error.from} ${error.message}`}>
            <mark>{text.slice(error.from, error.to) || '…'}</mark>{' '}
            {error.pending && !found ? 'Buscando…' : error.message}{' '}
            {error.suggestion !== undefined && (
              <button onClick={() => onReplace(error.from, error.to, error.suggestion ?? '')} type="button">
                Escribir {error.suggestion}
              </button>
            )}
            {found?.records.slice(0, 5).map((record) => (
              <button
                key={record.id}
                onClick={() => {
                  names.learn(recordsOf(fieldOf(resource, found.field)), found.records);
                  onReplace(error.from, error.to, writeRecord(record, found.records));
                }}
                type="button"
              >
                {record.label}
                {record.code != null && ` (${record.code})`}
              </button>
            ))}
          </li>
        );
      })}
    </Faults>
  );
}
