import { useApi, useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Undo2, Upload } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Badge } from '../../controls/badge.tsx';
import { Banner } from '../../controls/banner.tsx';
import { Button } from '../../controls/button.tsx';
import { Card } from '../../controls/card.tsx';
import { EmptyState } from '../../controls/empty-state.tsx';
import { LinkButton } from '../../controls/link-button.tsx';
import { NoAccess } from '../../controls/no-access.tsx';
import { Page } from '../../controls/page.tsx';
import { PageHeader } from '../../controls/page-header.tsx';
import { Skeleton } from '../../controls/skeleton.tsx';
import { describeFailure } from '../../data/failure.ts';
import { paths } from '../../data/paths.ts';
import { Link } from '../../router.ts';
import { UndoDialog } from '../../undo/undo-dialog.tsx';
import { importStates, type PastImport } from '../import-job.ts';
import { HistoryList } from '../import-style.ts';
import { useImportVerdict } from '../use-import-verdict.ts';

interface Answer {
  readonly data: readonly PastImport[];
  readonly next_cursor: string | null;
}

/**
 * Past imports into a resource: author, time, file, number of rows by outcome, and undo. Users see their own imports,
 * administrators those of all users. Mount it at `<screen>/importaciones`.
 *
 * @example <Route path="importaciones" element={<ImportHistory resource={clients} />} />
 */
export function ImportHistory({ resource }: { resource: Resource }): ReactElement {
  const verdict = useImportVerdict(resource);
  const many = resource.label.many.toLocaleLowerCase('es');
  const list = { to: paths.list(resource), label: resource.label.many };
  return (
    <Page data-width="form">
      <PageHeader
        actions={
          verdict.allowed && (
            <LinkButton icon={<Upload aria-hidden size={16} />} to={paths.import(resource)} tone="primary">
              Importar {many}
            </LinkButton>
          )
        }
        back={list}
        title={`Importaciones de ${many}`}
      />
      {verdict.allowed ? (
        <Past resource={resource} />
      ) : (
        <NoAccess actions={<LinkButton to={list.to}>Volver</LinkButton>} title="No puede importar aquí">
          {verdict.reason}
        </NoAccess>
      )}
    </Page>
  );
}

function Past({ resource }: { resource: Resource }): ReactElement {
  const api = useApi();
  const path = `/imports?resource=${resource.name}`;
  const first = useApiQuery<Answer>(path);
  const [further, setFurther] = useState<readonly Answer[]>([]);
  const [failure, setFailure] = useState<string>();
  const [undoing, setUndoing] = useState<PastImport>();
  if (first.error && !first.data) {
    return <Banner tone="danger">{describeFailure(first.error).message}</Banner>;
  }
  if (!first.data) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  const pages = [first.data, ...further];
  const all = pages.flatMap(({ data }) => data);
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const more = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const page = await api.get<Answer>(path, { query: { cursor } });
      setFurther([...further, page]);
    } catch (error) {
      setFailure(describeFailure(error).message);
    }
  };
  if (all.length === 0) {
    return (
      <Card>
        <EmptyState icon={<Upload aria-hidden size={24} />} title="Todavía no hay importaciones">
          Lo que se importe desde un archivo queda aquí un año, con su resultado y la forma de deshacerlo.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <HistoryList aria-label="Importaciones">
        {all.map((one) => (
          <li key={one.id}>
            <Line one={one} onUndo={() => setUndoing(one)} resource={resource} />
          </li>
        ))}
      </HistoryList>
      {failure && <Banner tone="danger">{failure}</Banner>}
      {cursor !== null && <Button onClick={() => void more()}>Mostrar más importaciones</Button>}
      {undoing && (
        <UndoDialog
          onClose={() => {
            setUndoing(undefined);
            setFurther([]);
            void first.mutate();
          }}
          requestId={undoing.request_id}
          what={`Importación de ${undoing.file_name}`}
        />
      )}
    </>
  );
}

function Line({
  one,
  resource,
  onUndo,
}: {
  one: PastImport;
  resource: Resource;
  onUndo: () => void;
}): ReactElement {
  const { created = 0, updated = 0, unchanged = 0, skipped = 0, failed = 0 } = one.outcomes;
  const state = one.undone_at ? importStates.undone : importStates[one.status];
  const isOver = one.finished_at !== null;
  const parts = [
    created > 0 && `${formatCount(created)} ${agree(resource.label, 'creado', created)}`,
    updated > 0 && `${formatCount(updated)} ${agree(resource.label, 'actualizado', updated)}`,
    unchanged > 0 && `${formatCount(unchanged)} sin cambios`,
    skipped + failed > 0 && `${formatCount(skipped + failed)} sin importar`,
  ].filter((part) => part !== false);
  return (
    <>
      <div>
        <Link to={`${paths.import(resource)}?importacion=${one.id}`}>{one.file_name}</Link>
        <span>
          <Badge tone={state.tone}>{state.label}</Badge>
        </span>
        <p>
          {one.user.label} · {formatInstant(one.created_at)} · {formatCount(one.rows)}{' '}
          {one.rows === 1 ? 'fila' : 'filas'}
        </p>
        <p>
          {one.undone_at
            ? `Se deshizo el ${formatInstant(one.undone_at)}.`
            : isOver
              ? parts.join(', ') || 'No se guardó nada.'
              : 'Todavía no se ha guardado nada.'}
        </p>
      </div>
      {isOver && !one.undone_at && created + updated > 0 && (
        <Button
          aria-label={`Deshacer la importación de ${one.file_name}`}
          icon={<Undo2 aria-hidden size={16} />}
          onClick={onUndo}
          size="small"
        >
          Deshacer
        </Button>
      )}
      {!isOver && (
        <LinkButton
          aria-label={`Continuar con ${one.file_name}`}
          size="small"
          to={`${paths.import(resource)}?importacion=${one.id}`}
        >
          Continuar
        </LinkButton>
      )}
    </>
  );
}
