import { useApiMutation, useApiQuery } from '@pauta/core/react';
import { dateTime } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

interface OpenSession {
  readonly id: string;
  readonly device: string;
  readonly ip: string | null;
  readonly last_used_at: string;
  readonly current: boolean;
}

const path = '/profile/sessions';
const when = dateTime('Último uso');

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--pauta-space-1) var(--pauta-space-3);
    padding-block: var(--pauta-space-3);
    border-block-start: 1px solid var(--pauta-color-border);
  }
  & > li:first-child { border-block-start: 0; padding-block-start: 0; }
  & > li > div { flex: 1 1 14rem; min-inline-size: 0; }
  & strong { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); font-weight: var(--pauta-weight-medium); }
  & p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

/** The open sessions of the user, and signing out of the others. */
export function SessionsCard(): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: readonly OpenSession[] }>(path);
  const close = useApiMutation((api, id: string | null) => api.delete(id ? `${path}/${id}` : path), {
    invalidates: [path],
  });
  const end = (id: string | null, done: string): void => {
    close.run(id).then(
      () => notify(done),
      (failure) => notify(describeFailure(failure).message, { tone: 'danger' }),
    );
  };
  const sessions = data?.data;
  const others = sessions?.some((session) => !session.current) ?? false;

  return (
    <Card
      actions={
        others && (
          <Button
            loading={close.pending}
            onClick={() => end(null, 'Se cerraron las demás sesiones')}
            size="small"
          >
            Cerrar las demás
          </Button>
        )
      }
      title="Sesiones abiertas"
    >
      {error && !sessions && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !sessions && <Skeleton lines={2} />}
      {sessions && (
        <List>
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <strong>
                  {session.device}
                  {session.current && <Badge tone="success">Esta sesión</Badge>}
                </strong>
                <p>
                  {session.ip && `${session.ip} · `}Último uso: {formatField(when, session.last_used_at)}
                </p>
              </div>
              {!session.current && (
                <Button
                  aria-label={`Cerrar la sesión de ${session.device}`}
                  onClick={() => end(session.id, 'Sesión cerrada')}
                  size="small"
                  tone="quiet"
                >
                  Cerrar
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}
