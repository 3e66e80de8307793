import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { isActive } from '@pauta/domain/resource/record.ts';
import type { Section, Values } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { styled } from 'styled-components';
import { Card } from '../controls/card.tsx';

const Folded = styled.details`
  & > summary { padding-block: ${t('space-2')}; color: ${t('color-text-muted')}; font-weight: ${t('weight-medium')}; cursor: pointer; }
`;

export interface FormSectionProps {
  readonly section: Section;
  readonly fields: Fields;
  /** Names of its fields that are in the form. */
  readonly names: readonly string[];
  /** The values of the record, for fields that are not in the form. */
  readonly record: Values;
  readonly children: ReactNode;
}

/** A titled part of a form; nothing while none of its fields applies, such as the place of a face for a radio break. */
export function FormSection({
  section: { label, folded },
  fields,
  names,
  record,
  children,
}: FormSectionProps): ReactElement | null {
  const { control } = useFormContext();
  const conditions = [...new Set(names.flatMap((name) => fields[name]?.options.when?.field ?? []))];
  const values: readonly unknown[] = useWatch({
    control,
    name: conditions,
    disabled: conditions.length === 0,
  });
  const typed = conditions.flatMap((name, place) =>
    values[place] === undefined ? [] : [[name, values[place]] as const],
  );
  const known = { ...record, ...Object.fromEntries(typed) };
  const applies = names.some((name) => {
    const field = fields[name];
    return field && isActive(field, known);
  });
  if (!applies) return null;
  if (!folded) return <Card title={label}>{children}</Card>;
  return (
    <Folded>
      <summary>{label}</summary>
      {children}
    </Folded>
  );
}
