import { useApiQuery } from '@pauta/core/react';
import type { Document, Line, PlacedLines } from '@pauta/domain/document/document.ts';
import { isFrozen } from '@pauta/domain/document/frozen.ts';
import { formatQuery, type ListQuery, type Page, type Sort } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { agree, countOf } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import { FailureBanner } from '../../controls/failure-banner.tsx';
import { IconButton } from '../../controls/icon-button.tsx';
import { Menu } from '../../controls/menu.tsx';
import { SearchField } from '../../controls/search-field.tsx';
import { notify } from '../../controls/toast.ts';
import { describeFailure } from '../../data/failure.ts';
import { useMay } from '../../data/may.ts';
import { requestIdOf } from '../../data/use-commands.ts';
import { useLabels } from '../../data/use-label.ts';
import { columnsOf, statesOf } from '../../list/columns/columns.ts';
import { EmptyList, FilteredList } from '../../list/empty-states.tsx';
import { ListFrame } from '../../list/list-style.ts';
import { ListTable, SkeletonTable } from '../../list/rows/list-table.tsx';
import { usualActionsWidth } from '../../list/state/list-layout.ts';
import { useUndo } from '../../undo/offer-undo.tsx';
import { useLineCommands } from './use-line-commands.ts';

const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }));

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${t('space-2')};
  margin-block-end: ${t('space-3')};
  & > [data-search] { flex: 1 1 14rem; margin-inline-end: auto; max-inline-size: 24rem; }
  & > p { margin: 0; color: ${t('color-text-muted')}; }
`;

const pageSize = 50;

/** A table of lines with mode `beside`, which are read in pages, and added, changed and removed one by one. */
export function BesideLines({
  document,
  record,
  kind,
}: {
  document: Document;
  record: AnyRecord;
  kind: PlacedLines;
}): ReactElement {
  const resource = useMemo(() => kind.of(), [kind]);
  const { label } = resource;
  const labels = useLabels();
  const may = useMay(document);
  const undo = useUndo();
  const write = useLineCommands(document, record, kind);
  const [q, setQ] = useState('');
  const [sort, setSort] = useState<Sort>({ field: resource.order, descending: false });
  const [before, setBefore] = useState<readonly (string | null)[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [editing, setEditing] = useState<Line | 'new' | null>(null);
  const columns = useMemo(() => columnsOf(resource, statesOf(resource.columns), labels), [resource, labels]);

  const query: ListQuery = { q, filters: [], where: null, sort, limit: pageSize, cursor, archived: false };
  const asked = formatQuery(resource, query).toString();
  const answer = useApiQuery<Page<AnyRecord>>(
    `/${document.path}/${record.id}/${kind.name}${asked && '?'}${asked}`,
    { keepPreviousData: true },
  );
  const page = answer.data;
  const goTo = (next: string | null): void => {
    setBefore([...before, cursor]);
    setCursor(next);
  };
  const anew = (): void => {
    setBefore([]);
    setCursor(null);
  };

  const verdict = may.update(record);
  const refusal = record.archived_at
    ? 'El documento está en el archivo.'
    : isFrozen(document, record)
      ? 'El documento ya no se modifica.'
      : verdict.allowed
        ? undefined
        : verdict.reason;
  const drop = async (line: AnyRecord): Promise<void> => {
    try {
      const saved = await write({ drop: [line.id] });
      undo.offer(`${label.one} ${agree(label, 'quitado')}`, requestIdOf(saved));
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };
  const menuOf = (line: AnyRecord): ReactNode => {
    const name = `Acciones de ${String(line[resource.title] ?? label.one)}`;
    return (
      <Menu
        actions={[
          {
            id: 'edit',
            label: 'Editar',
            icon: <Pencil aria-hidden size={16} />,
            disabledReason: refusal,
            onAction: () => setEditing(line as unknown as Line),
          },
          {
            id: 'drop',
            label: 'Quitar',
            icon: <Trash2 aria-hidden size={16} />,
            tone: 'danger',
            disabledReason: refusal,
            onAction: () => void drop(line),
          },
        ]}
        label={name}
      >
        <IconButton icon={<Ellipsis aria-hidden size={16} />} label={name} size="small" />
      </Menu>
    );
  };
  const isFull = page !== undefined && q === '' && page.total >= kind.max;
  const create = (
    <Button
      disabledReason={
        refusal ?? (isFull ? `Caben hasta ${countOf(label, kind.max)} en un documento.` : undefined)
      }
      icon={<Plus aria-hidden size={16} />}
      onClick={() => setEditing('new')}
      tone="primary"
    >
      Agregar {label.one.toLocaleLowerCase('es')}
    </Button>
  );
  return (
    <section aria-label={label.many}>
      <Head>
        <div data-search>
          <SearchField
            label={`Buscar en ${label.many.toLocaleLowerCase('es')}`}
            onChange={(text) => {
              setQ(text);
              anew();
            }}
            value={q}
          />
        </div>
        {page && page.total > 0 && <p>{countOf(label, page.total)}</p>}
        {create}
      </Head>
      {answer.error && !page ? (
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      ) : (
        <ListFrame aria-label={`Tabla de ${label.many.toLocaleLowerCase('es')}`}>
          <div data-scroll>
            {!page ? (
              <SkeletonTable
                actions={usualActionsWidth}
                checks={false}
                columns={columns}
                density="comfortable"
                rows={3}
              />
            ) : page.data.length === 0 ? (
              q === '' ? (
                <EmptyList archived={false} create={false} label={label} text={undefined} />
              ) : (
                <FilteredList label={label} onClear={() => setQ('')} q={q} />
              )
            ) : (
              <ListTable
                busy={answer.isPrevious}
                caption={label.many}
                columns={columns}
                density="comfortable"
                href={() => null}
                onSort={(next) => {
                  setSort(next);
                  anew();
                }}
                rowActions={menuOf}
                rows={page.data}
                sort={sort}
                titleField={resource.title}
              />
            )}
          </div>
          {page && (page.next_cursor !== null || before.length > 0) && (
            <footer>
              <Button
                disabledReason={before.length === 0 ? 'Es la primera página.' : undefined}
                onClick={() => {
                  setCursor(before.at(-1) ?? null);
                  setBefore(before.slice(0, -1));
                }}
                size="small"
              >
                Anteriores
              </Button>
              <Button
                disabledReason={page.next_cursor === null ? 'Es la última página.' : undefined}
                loading={answer.isPrevious}
                onClick={() => goTo(page.next_cursor)}
                size="small"
              >
                Siguientes
              </Button>
            </footer>
          )}
        </ListFrame>
      )}
      {editing && (
        <Suspense>
          <LineDialog
            document={document}
            kind={kind}
            line={editing === 'new' ? undefined : editing}
            onClose={() => setEditing(null)}
            record={record}
          />
        </Suspense>
      )}
    </section>
  );
}
