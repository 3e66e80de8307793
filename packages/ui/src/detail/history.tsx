import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { History as Clock, CloudOff, RotateCcw, Undo2 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { ChangeList } from '../controls/change-list.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { requestIdOf, useCommands } from '../data/use-commands.ts';
import { useLabels } from '../data/use-label.ts';
import { type HistoryEntry, useHistory, useRecord } from '../data/use-record.ts';
import { useUndo } from '../undo/offer-undo.tsx';
import { useForecast, whyNotUndone } from '../undo/use-forecast.ts';

const DayBefore = lazy(async () => ({ default: (await import('./day-before.tsx')).DayBefore }));
const UndoDialog = lazy(async () => ({ default: (await import('../undo/undo-dialog.tsx')).UndoDialog }));

const List = styled.ol`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  list-style: none;
  ${badgeStyle}
  & > li { position: relative; padding: 0 0 ${t('space-5')} ${t('space-5')}; }
  & > li::before {
    content: '';
    position: absolute;
    inset-block: 8px 0;
    inset-inline-start: 5px;
    inline-size: 1px;
    background: ${t('color-border')};
  }
  & > li:last-child { padding-block-end: 0; }
  & > li:last-child::before { display: none; }
  & > li::after {
    content: '';
    position: absolute;
    inset-block-start: 6px;
    inset-inline-start: 1px;
    inline-size: 9px;
    block-size: 9px;
    border: 2px solid ${t('color-surface')};
    border-radius: ${t('radius-full')};
    background: ${t('color-accent')};
  }
  & small { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-change] { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: ${t('space-1')} ${t('space-3')}; }
  & q { display: block; color: ${t('color-text-muted')}; quotes: '«' '»'; }
`;

/** As high as a date with its label and its hint, so that nothing below moves once `DayBefore` is loaded. */
const Before = styled.div`
  min-block-size: calc(${t('control-height')} + 2 * ${t('space-1')} + 2 * 1.35 * ${t('text-sm')});
  margin-block-end: ${t('space-5')};
`;

/**
 * The history of a record, latest first: action, author, time, and changed fields. With permission, each former value
 * can be restored separately, and each change can be undone as a whole.
 */
export function History({ resource, id }: { resource: Resource; id: string }): ReactElement {
  const answer = useHistory(resource, id);
  const entries = answer.data?.data;
  const [undoing, setUndoing] = useState<{ request: string; what: string } | null>(null);
  const restorer = useRestorer(resource, id);
  const found = useRecord(resource, id);
  const record = found.data?.data;
  if (answer.error && !entries) {
    const { title, message } = describeFailure(answer.error);
    return (
      <Card>
        <EmptyState
          actions={<Button onClick={() => void answer.mutate()}>Reintentar</Button>}
          icon={<CloudOff aria-hidden size={24} />}
          title={title}
        >
          {message}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Historial">
      {!entries ? (
        <Skeleton lines={6} />
      ) : entries.length === 0 ? (
        <EmptyState icon={<Clock aria-hidden size={24} />} title="Sin cambios registrados" />
      ) : (
        <>
          {(record || !found.error) && (
            <Before>
              <Suspense fallback={<Skeleton lines={3} />}>
                {record ? (
                  <DayBefore entries={entries} record={record} resource={resource} />
                ) : (
                  <Skeleton lines={3} />
                )}
              </Suspense>
            </Before>
          )}
          <List>
            {entries.toReversed().map((entry) => (
              <li key={entry.id}>
                <div data-change>
                  <p>{entry.title}</p>
                  {entry.undo && (
                    <UndoButton
                      entry={entry}
                      onUndo={(request) => setUndoing({ request, what: entry.title })}
                      request={entry.undo}
                    />
                  )}
                </div>
                <small>
                  {entry.actor.name} · <time dateTime={entry.at}>{dateTimeKind.format(entry.at, {})}</time>
                </small>
                {entry.reason && <q>{entry.reason}</q>}
                {entry.changes.length > 0 && (
                  <ChangeList
                    action={(change) => <RestoreButton change={change} restorer={restorer} />}
                    changes={entry.changes}
                  />
                )}
              </li>
            ))}
          </List>
        </>
      )}
      {undoing && (
        <Suspense>
          <UndoDialog onClose={() => setUndoing(null)} requestId={undoing.request} what={undoing.what} />
        </Suspense>
      )}
    </Card>
  );
}

/**
 * A button that undoes a change. For a change that can only be undone as a whole, it shows beforehand why that is
 * impossible.
 */
function UndoButton({
  entry,
  request,
  onUndo,
}: {
  entry: HistoryEntry;
  request: string;
  onUndo: (request: string) => void;
}): ReactElement {
  const reason = whyNotUndone(useForecast(entry.act === 'whole' ? request : null));
  return (
    <Button
      aria-label={`Deshacer «${entry.title}», ${dateTimeKind.format(entry.at, {})}`}
      disabledReason={reason}
      icon={<Undo2 aria-hidden size={14} />}
      onClick={() => onUndo(request)}
      size="small"
      tone="quiet"
    >
      Deshacer
    </Button>
  );
}

type HistoryChange = HistoryEntry['changes'][number];

interface Restorer {
  /** The field whose value is being restored. */
  readonly pending: string | null;
  offers(change: HistoryChange): boolean;
  restore(change: HistoryChange): Promise<void>;
}

/** Restores former values, one field at a time: a normal change, on the displayed version. */
function useRestorer(resource: Resource, id: string): Restorer {
  const record: AnyRecord | undefined = useRecord(resource, id).data?.data;
  const may = useMay(resource);
  const labels = useLabels();
  const commands = useCommands(resource);
  const undo = useUndo();
  const [pending, setPending] = useState<string | null>(null);
  const mayUpdate = record !== undefined && !record.archived_at && may.update(record).allowed;
  return {
    pending,
    offers: ({ field: name, restores }) => {
      const field = resource.fields[name];
      return (
        mayUpdate &&
        restores !== undefined &&
        field !== undefined &&
        may.write(field) &&
        labels.visible(field) &&
        !isSame(toWire(field, record[name]), restores)
      );
    },
    restore: async ({ field, label, restores }) => {
      if (!record || pending !== null) return;
      setPending(field);
      try {
        const changed = await commands.update(record, { [field]: restores });
        undo.offer(`Valor anterior de «${label}» restaurado`, requestIdOf(changed));
      } catch (error) {
        notify(describeFailure(error).message, { tone: 'danger' });
      } finally {
        setPending(null);
      }
    },
  };
}

/** Compares two values of a request body; the order of lists is ignored, because references have none. */
const isSame = (a: unknown, b: unknown): boolean => {
  const text = (value: unknown): string =>
    JSON.stringify(Array.isArray(value) ? (value.length > 0 ? value.map(String).sort() : null) : value);
  return text(a) === text(b);
};

function RestoreButton({
  change,
  restorer,
}: {
  change: HistoryChange;
  restorer: Restorer;
}): ReactElement | null {
  if (!restorer.offers(change)) return null;
  return (
    <Button
      aria-label={`Restaurar este valor de «${change.label}»: ${change.before ?? 'vacío'}`}
      icon={<RotateCcw aria-hidden size={13} />}
      loading={restorer.pending === change.field}
      onClick={() => void restorer.restore(change)}
      size="small"
      tone="quiet"
    >
      Restaurar este valor
    </Button>
  );
}
