import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { ArrowRight, History as Clock, CloudOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { describeFailure } from '../data/failure.ts';
import { type HistoryEntry, useHistory } from '../data/use-record.ts';

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
  & dl { display: grid; grid-template-columns: minmax(7rem, auto) minmax(0, 1fr); gap: 2px ${t('space-3')}; margin: ${t('space-1')} 0 0; font-size: ${t('text-sm')}; }
  & dt { color: ${t('color-text-muted')}; }
  & dd { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-1')}; margin: 0; min-inline-size: 0; overflow-wrap: anywhere; }
  & dd svg { flex: none; color: ${t('color-text-muted')}; }
  & del { color: ${t('color-text-muted')}; text-decoration-thickness: 1px; }
  & ins { text-decoration: none; }
  & q { display: block; color: ${t('color-text-muted')}; quotes: '«' '»'; }
  @media (max-width: 40rem) { & dl { grid-template-columns: 1fr; } & dd { margin-block-end: ${t('space-1')}; } }
`;

/** What happened to a record, the latest first: what, who, when, and the fields that changed. */
export function History({ resource, id }: { resource: Resource; id: string }): ReactElement {
  const answer = useHistory(resource, id);
  const entries = answer.data?.data;
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
        <List>
          {entries.toReversed().map((entry) => (
            <li key={entry.id}>
              <p>{entry.title}</p>
              <small>
                {entry.actor.name} · <time dateTime={entry.at}>{dateTimeKind.format(entry.at, {})}</time>
              </small>
              {entry.reason && <q>{entry.reason}</q>}
              {entry.changes.length > 0 && (
                <dl>
                  {entry.changes.map((change) => (
                    <Change change={change} key={change.field} />
                  ))}
                </dl>
              )}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

function Change({ change }: { change: HistoryEntry['changes'][number] }): ReactElement {
  return (
    <>
      <dt>{change.label}</dt>
      <dd>
        {change.before !== null && (
          <>
            <del>{change.before}</del>
            <ArrowRight aria-label="cambió a" role="img" size={13} />
          </>
        )}
        <ins>{change.after ?? '—'}</ins>
      </dd>
    </>
  );
}
