import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { Link } from '@pauta/ui/router.ts';
import { Merge } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { timesUsed, useUsages } from './catalogue-api.ts';

const Places = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  & th, & td { padding: var(--pauta-space-2) var(--pauta-space-1); border-block-end: 1px solid var(--pauta-color-border); text-align: start; vertical-align: baseline; }
  & th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
  & :is(th, td):last-child { text-align: end; font-variant-numeric: tabular-nums; }
  & a { color: var(--pauta-color-accent-text); }
`;

/** The places where a value is used, each with its count and a link to the list. */
export function UsagesTable({ catalogue, id }: { catalogue: Catalogue; id: string }): ReactElement {
  const { data, error, isValidating, mutate } = useUsages(catalogue, id);
  if (error && !data) {
    const failure = describeFailure(error);
    return (
      <EmptyState
        actions={
          failure.retry && (
            <Button loading={isValidating} onClick={() => void mutate()}>
              Reintentar
            </Button>
          )
        }
        title={failure.title}
      >
        {failure.message}
      </EmptyState>
    );
  }
  if (!data) return <Skeleton lines={3} />;
  const usages = data.data;
  if (usages.total === 0) return <p>Ningún registro lo usa.</p>;
  return (
    <Places>
      <caption hidden>Dónde se usa</caption>
      <thead>
        <tr>
          <th scope="col">Registros</th>
          <th scope="col">Dato</th>
          <th scope="col">{timesUsed(usages)}</th>
        </tr>
      </thead>
      <tbody>
        {usages.by.map((one) => (
          <tr key={`${one.resource} ${one.field}`}>
            <td>{one.path ? <Link to={one.path}>{one.label}</Link> : one.label}</td>
            <td>{one.field ?? '—'}</td>
            <td>{formatCount(one.count)}</td>
          </tr>
        ))}
      </tbody>
    </Places>
  );
}

/** Why a value cannot be merged; undefined when it can. */
function useNoMerge(catalogue: Catalogue, record: AnyRecord): string | undefined {
  const verdict = useMay(catalogue).update(record);
  if (!verdict.allowed) return verdict.reason;
  if (record.archived_at) return `Está ${agree(catalogue.label, 'archivado')}.`;
  return record.is_system === true ? 'Es un valor del sistema: fusione el otro con este.' : undefined;
}

export interface UsagesDialogProps {
  readonly catalogue: Catalogue;
  readonly record: AnyRecord;
  readonly onClose: () => void;
  /** Called when the user wants to replace the value by another one. */
  readonly onMerge: () => void;
}

/** A dialog with the places where one value is used, and a button that replaces it by another value. */
export function UsagesDialog({ catalogue, record, onClose, onMerge }: UsagesDialogProps): ReactElement {
  const noMerge = useNoMerge(catalogue, record);
  return (
    <Dialog onClose={onClose} open title={`Usos de «${String(record.name)}»`}>
      <UsagesTable catalogue={catalogue} id={record.id} />
      {catalogue.operations.includes('archive') && (
        <DialogActions>
          <Button disabledReason={noMerge} icon={<Merge aria-hidden size={16} />} onClick={onMerge}>
            Fusionar con otro valor
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
