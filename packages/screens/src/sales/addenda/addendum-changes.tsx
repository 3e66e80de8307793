import { useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addendumOps } from '@pauta/domain/sales/addenda/addendum-line.ts';
import type {
  AddendumComparison,
  ChangedLine,
  ComparedValue,
} from '@pauta/domain/sales/addenda/line-changes.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
  & table { border-collapse: collapse; inline-size: 100%; table-layout: fixed; }
  & caption { padding-block-end: ${t('space-2')}; font-weight: ${t('weight-bold')}; text-align: start; }
  & :is(th, td) { padding: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; text-align: start; vertical-align: top; font-weight: inherit; overflow-wrap: anywhere; }
  & :is(thead th, tbody th) { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & tr > :first-child { inline-size: 7rem; padding-inline-start: 0; }
  & tr[data-changed] > td { font-weight: ${t('weight-medium')}; }
  & tr[data-changed] > td:last-child { background: ${t('color-hover')}; }
`;

const Change = ({
  title,
  op,
  values,
}: {
  title: string;
  op: ChangedLine['op'];
  values: readonly ComparedValue[];
}): ReactElement => {
  const [text, tone] = addendumOps[op];
  return (
    <Card>
      <table>
        <caption>
          {title} <Badge tone={tone}>{text}</Badge>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Qué</VisuallyHidden>
            </th>
            <th scope="col">Antes</th>
            <th scope="col">Después</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ label, before, after }) => (
            <tr data-changed={before !== after || undefined} key={label}>
              <th scope="row">{label}</th>
              <td>{before ?? '—'}</td>
              <td>
                {after ?? '—'}
                {op === 'change' && before !== after && <VisuallyHidden> (cambia)</VisuallyHidden>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};

/** The lines that an addendum adds, changes or removes, and who is invoiced, as they are before it and after it. */
export function AddendumChanges({ addendum }: { readonly addendum: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: AddendumComparison }>(
    `/addenda/${addendum.id}/changes`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  const { lines, payers } = data.data;
  return lines.length === 0 && payers === null ? (
    <EmptyState title="Nada cambia">
      Edite la adenda para agregar, cambiar o quitar renglones, o para cambiar a quién se factura.
    </EmptyState>
  ) : (
    <Root>
      {payers && <Change op="change" title="Facturación" values={[payers]} />}
      {lines.map(({ id, ...line }) => (
        <Change key={id} {...line} />
      ))}
    </Root>
  );
}
