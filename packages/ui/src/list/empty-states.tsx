import type { ApiError } from '@pauta/core';
import { agree, type Label } from '@pauta/domain/text/label.ts';
import { CloudOff, Inbox, Lock, SearchX } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { describeFailure } from '../data/failure.ts';
import { missing } from '../data/may.ts';

const lower = (text: string): string => text.toLocaleLowerCase('es');

/** The state of a list without records. */
export function EmptyList({
  label,
  archived,
  create,
  text,
}: {
  label: Label;
  archived: boolean;
  create: ReactNode;
  text?: ReactNode;
}): ReactElement {
  return archived ? (
    <EmptyState
      icon={<Inbox aria-hidden size={24} />}
      title={`No hay ${lower(label.many)} ${agree(label, 'archivado', 2)}`}
    >
      Lo que se archive aparecerá aquí y podrá restaurarse.
    </EmptyState>
  ) : (
    <EmptyState
      actions={create}
      icon={<Inbox aria-hidden size={24} />}
      title={`Aún no hay ${lower(label.many)}`}
    >
      {text ??
        (create
          ? `Cree ${label.gender === 'f' ? 'la primera' : 'el primero'} para empezar.`
          : 'Aparecerán aquí en cuanto existan.')}
    </EmptyState>
  );
}

/** The state of a list in which no record matches the filters. */
export function FilteredList({
  label,
  q,
  onClear,
  past = false,
}: {
  label: Label;
  q: string;
  onClear: () => void;
  past?: boolean;
}): ReactElement {
  return (
    <EmptyState
      actions={<Button onClick={onClear}>{past ? 'Volver al principio' : 'Limpiar filtros'}</Button>}
      icon={<SearchX aria-hidden size={24} />}
      title={
        past
          ? 'No hay más registros'
          : `${label.gender === 'f' ? 'Ninguna' : 'Ningún'} ${lower(label.one)} coincide`
      }
    >
      {past
        ? 'La lista cambió y esta página ya no existe.'
        : q
          ? `Nada contiene «${q}» con los filtros aplicados. Pruebe con menos palabras.`
          : 'Quite algún filtro para ver más.'}
    </EmptyState>
  );
}

/** The state of a list that the user may not see; it names the missing permission. */
export function ForbiddenList({
  label,
  reason,
  permission,
  error,
}: {
  label: Label;
  reason?: string;
  permission?: string;
  error?: ApiError;
}): ReactElement {
  const named = permission ?? (error && describeFailure(error).permission);
  const access = named ? missing(named) : null;
  const why = reason ?? (access && !access.allowed ? access.reason : error?.message);
  return (
    <EmptyState
      icon={<Lock aria-hidden size={24} />}
      title={`No puede ver ${label.gender === 'f' ? 'las' : 'los'} ${lower(label.many)}`}
    >
      {why} Pídalo a quien administra los usuarios
      {named && (
        <>
          {' '}
          e indique el permiso <code>{named}</code>
        </>
      )}
      .
    </EmptyState>
  );
}

/** The state of a list that could not be loaded. */
export function FailedList({
  error,
  onRetry,
  retrying,
}: {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}): ReactElement {
  const { title, message, requestId } = describeFailure(error);
  return (
    <EmptyState
      actions={
        <Button loading={retrying} onClick={onRetry}>
          Reintentar
        </Button>
      }
      icon={<CloudOff aria-hidden size={24} />}
      title={title}
    >
      {message}
      {requestId && <small> Referencia para soporte: {requestId}</small>}
    </EmptyState>
  );
}
