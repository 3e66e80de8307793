import type { Command } from '@pauta/domain/resource/command.ts';
import { commandsFrom } from '@pauta/domain/resource/command.ts';
import type { ListQuery, Sort } from '@pauta/domain/resource/query/query.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { agree, newOne, thisOne } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Archive, ArrowRight, Ellipsis, Pencil, Plus } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { FailureBanner } from '../controls/failure-banner.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Menu, type MenuAction } from '../controls/menu.tsx';
import { NoAccess } from '../controls/no-access.tsx';
import { SearchField } from '../controls/search-field.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { requestIdOf, useCommands } from '../data/use-commands.ts';
import { useLabels } from '../data/use-label.ts';
import { useResourceList } from '../data/use-resource-list.ts';
import { columnsOf, statesOf } from '../list/columns/columns.ts';
import { EmptyList, FilteredList } from '../list/empty-states.tsx';
import { ListFrame } from '../list/list-style.ts';
import { ListTable, SkeletonTable } from '../list/rows/list-table.tsx';
import { usualActionsWidth } from '../list/state/list-layout.ts';
import { useUndo } from '../undo/offer-undo.tsx';
import type { RelatedListProps } from './related-list.tsx';

const CommandDialog = lazy(async () => ({
  default: (await import('../command/command-dialog.tsx')).CommandDialog,
}));
const RelatedForm = lazy(async () => ({ default: (await import('./related-form.tsx')).RelatedForm }));

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: var(--pauta-space-2);
  margin-block-end: var(--pauta-space-3);
  & > :first-child:is([data-search]) { flex: 1 1 14rem; margin-inline-end: auto; max-inline-size: 24rem; }
  & > p { margin: 0; margin-inline-end: auto; color: var(--pauta-color-text-muted); }
`;

/** The search box is shown if there are more records than this. */
const many = 8;

/** The content of `RelatedList`, loaded when it is first shown. */
export function RelatedListView({
  resource,
  by,
  of,
  title,
  columns: names,
  cells,
  inputs,
  sections,
  initial,
  actions,
  rowActions,
  needs = [],
  pages = false,
  empty,
}: RelatedListProps): ReactElement {
  const may = useMay(resource);
  const labels = useLabels();
  const commands = useCommands(resource);
  const undo = useUndo();
  const [q, setQ] = useState('');
  const [sort, setSort] = useState<Sort>(() => ({
    field: resource.order.replace(/^-/, ''),
    descending: resource.order.startsWith('-'),
  }));
  const [limit, setLimit] = useState(25);
  const [editing, setEditing] = useState<AnyRecord | 'new' | null>(null);
  const [moving, setMoving] = useState<readonly [AnyRecord, string, Command] | null>(null);

  const query: ListQuery = {
    q,
    filters: [{ field: by, operator: 'in', values: [of.id] }],
    where: null,
    sort,
    limit,
    cursor: null,
    archived: false,
  };
  const answer = useResourceList(resource, may.view.allowed ? query : null, [
    ...(names ?? resource.columns),
    ...needs,
  ]);
  const page = answer.data;
  const columns = useMemo(
    () => columnsOf(resource, statesOf((names ?? resource.columns).filter((name) => name !== by)), labels),
    [resource, names, by, labels],
  );
  const edit = useCallback((record: AnyRecord) => setEditing(record), []);

  const archive = async (record: AnyRecord): Promise<void> => {
    try {
      const archived = await commands.archive(record);
      undo.offer(`${resource.label.one} ${agree(resource.label, 'archivado')}`, requestIdOf(archived));
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };
  const menuOf = (record: AnyRecord): ReactNode => {
    const verdict = may.update(record);
    const name = String(record[resource.title] ?? resource.label.one);
    const entries: MenuAction[] = [
      ...(rowActions?.(record) ?? []),
      ...(resource.operations.includes('update')
        ? [
            {
              id: 'edit',
              label: 'Editar',
              icon: <Pencil aria-hidden size={16} />,
              disabledReason: verdict.allowed ? undefined : verdict.reason,
              onAction: () => edit(record),
            },
          ]
        : []),
      ...(resource.state ? commandsFrom(resource, String(record[resource.state] ?? '')) : []).map(
        ([id, command]) => {
          const allowed = may.command(record, command);
          return {
            id,
            label: command.label,
            icon: <ArrowRight aria-hidden size={16} />,
            ...(command.tone === 'danger' && { tone: 'danger' as const }),
            disabledReason: allowed.allowed ? undefined : allowed.reason,
            onAction: () => setMoving([record, id, command]),
          };
        },
      ),
      ...(resource.operations.includes('archive')
        ? [
            {
              id: 'archive',
              label: 'Archivar',
              icon: <Archive aria-hidden size={16} />,
              tone: 'danger' as const,
              disabledReason: may.archive.allowed ? undefined : may.archive.reason,
              onAction: () => void archive(record),
            },
          ]
        : []),
    ];
    return entries.length > 0 ? (
      <Menu actions={entries} label={`Acciones de ${name}`}>
        <IconButton icon={<Ellipsis aria-hidden size={16} />} label={`Acciones de ${name}`} size="small" />
      </Menu>
    ) : null;
  };

  if (!may.view.allowed)
    return (
      <NoAccess title={`No puede ver ${resource.label.many.toLocaleLowerCase('es')}`}>
        {may.view.reason}
      </NoAccess>
    );
  // A new record cannot be given a parent that only a command sets.
  const isOpen = !of.archived_at && !fieldOf(resource, by).options.readOnly;
  const create = resource.operations.includes('create') && isOpen && (
    <Button
      disabledReason={may.create.allowed ? undefined : may.create.reason}
      icon={<Plus aria-hidden size={16} />}
      onClick={() => setEditing('new')}
      tone="primary"
    >
      {newOne(resource.label)}
    </Button>
  );
  const searched = q !== '' || (page !== undefined && page.total > many);
  const rest = page && page.next_cursor !== null;
  return (
    <section aria-label={resource.label.many}>
      <Head>
        {searched && (
          <div data-search>
            <SearchField
              label={`Buscar en ${resource.label.many.toLocaleLowerCase('es')}`}
              onChange={setQ}
              value={q}
            />
          </div>
        )}
        {!searched && page && page.total > 0 && (
          <p>{`${formatCount(page.total)} ${(page.total === 1 ? resource.label.one : resource.label.many).toLocaleLowerCase('es')}`}</p>
        )}
        {actions}
        {page && page.total + Number(q !== '') > 0 && create}
      </Head>
      {answer.error && !page ? (
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      ) : (
        <ListFrame aria-label={`Tabla de ${resource.label.many.toLocaleLowerCase('es')}`}>
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
                <EmptyList archived={false} create={create} label={resource.label} text={empty} />
              ) : (
                <FilteredList label={resource.label} onClear={() => setQ('')} q={q} />
              )
            ) : (
              <ListTable
                busy={answer.isPrevious}
                caption={resource.label.many}
                cells={cells}
                columns={columns}
                density="comfortable"
                href={(record) => (pages ? paths.record(resource, record.id) : null)}
                onSort={setSort}
                rowActions={menuOf}
                rows={page.data}
                sort={sort}
                titleField={resource.title}
              />
            )}
          </div>
          {rest && (
            <footer>
              {limit < 100 ? (
                <Button loading={answer.isPrevious} onClick={() => setLimit(100)} size="small">
                  Mostrar más
                </Button>
              ) : (
                'Se muestran los primeros 100: busque para encontrar los demás.'
              )}
            </footer>
          )}
        </ListFrame>
      )}
      {moving && (
        <Suspense>
          <CommandDialog
            fields={moving[2].fields}
            initial={{}}
            inputs={inputs}
            name={moving[1]}
            onClose={() => setMoving(null)}
            onDone={() => setMoving(null)}
            record={moving[0]}
            resource={resource}
            title={String(moving[0][resource.title] ?? resource.label.one)}
            command={moving[2]}
          />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <RelatedForm
            fixed={{ [by]: { id: of.id, label: String(of[title] ?? thisOne(resource.label)), code: null } }}
            inputs={inputs}
            onClose={() => setEditing(null)}
            record={editing === 'new' ? undefined : editing}
            resource={resource}
            {...(initial && { initial })}
            {...(sections && { sections })}
          />
        </Suspense>
      )}
    </section>
  );
}
