import type { LimitsGiven } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import { materialKinds } from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import type { AskedData } from '@pauta/domain/postsales/tech-sheets/requirement-field.ts';
import { token as t } from '@pauta/layout/theme';
import { Upload } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { Answer } from './answer-input.tsx';
import { LimitList } from './limit-list.tsx';

/** A file that is asked for. */
export interface AskedFile extends LimitsGiven {
  readonly id: string;
  readonly name: string;
  readonly kind: keyof typeof materialKinds;
  readonly instructions?: string | null;
}

/** A piece of data that is asked for. */
export interface AskedAnswer extends AskedData {
  readonly id: string;
  readonly is_required?: boolean;
  readonly hint?: string | null;
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & > p { margin: 0; color: ${t('color-text-muted')}; }
  & > section {
    display: flex;
    flex-direction: column;
    gap: ${t('space-2')};
    padding: ${t('space-3')};
    border: 1px dashed ${t('color-border-strong')};
    border-radius: ${t('radius-md')};
  }
  & > section > h3 { display: flex; align-items: center; gap: ${t('space-2')}; font-size: ${t('text-md')}; overflow-wrap: anywhere; }
  & > section > h3 > svg { flex: none; color: ${t('color-text-muted')}; }
  & > section > p { margin: 0; font-size: ${t('text-sm')}; white-space: pre-line; }
`;

/**
 * The form of a technical sheet as whoever delivers the material sees it: the data with their inputs, then the files
 * with their limits. Answers can be tried out and are not kept.
 */
export function SheetForm({
  data,
  materials,
}: {
  readonly data: readonly AskedAnswer[];
  readonly materials: readonly AskedFile[];
}): ReactElement {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  if (data.length + materials.length === 0)
    return (
      <Root>
        <p>Todavía no pide nada. Agregue un dato o un material.</p>
      </Root>
    );
  return (
    <Root>
      {data.map((asked, place) => (
        <Answer
          answer={answers[asked.id] ?? ''}
          asked={{ ...asked, label: asked.label || `Dato ${place + 1}` }}
          hint={asked.hint || undefined}
          // A choice of other options, or another type, is another input.
          key={`${asked.id} ${asked.type}`}
          name={`preview.${asked.id}`}
          onChange={(answer) => setAnswers({ ...answers, [asked.id]: answer })}
          required={asked.is_required}
        />
      ))}
      {materials.map((asked, place) => (
        <section aria-label={asked.name || `Material ${place + 1}`} key={asked.id}>
          <h3>
            <Upload aria-hidden size={16} />
            {asked.name || `Material ${place + 1}`} ({materialKinds[asked.kind]?.toLocaleLowerCase('es')})
          </h3>
          <LimitList limits={asked} />
          {asked.instructions && <p>{asked.instructions}</p>}
        </section>
      ))}
    </Root>
  );
}
