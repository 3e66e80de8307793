import { useUser } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { frozenReason } from '@pauta/domain/document/frozen.ts';
import { type Field, type Fields, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { isActive } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf, type Resource, type Section } from '@pauta/domain/resource/resource.ts';
import { agree, thisOne } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { Archive, ArchiveRestore, CloudOff, Ellipsis, Lock, Pencil, SearchX } from 'lucide-react';
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import type { PlanDisplay } from '../command/plan-display.ts';
import { archivedReason, type PossibleCommand, possibleCommands } from '../command/possible-commands.ts';
import { useCommandReasons } from '../command/use-command-reasons.ts';
import { Badge, badgeStyle } from '../controls/badge.tsx';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { ConfirmDialog } from '../controls/confirm-dialog.tsx';
import { DescriptionList } from '../controls/description-list.tsx';
import { EmptyState } from '../controls/empty-state.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { Menu, type MenuAction } from '../controls/menu.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { type TabDefinition, Tabs } from '../controls/tabs.tsx';
import { notify } from '../controls/toast.ts';
import { useNarrow } from '../controls/use-narrow.ts';
import { describeFailure } from '../data/failure.ts';
import { type May, useMay, type Verdict } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { type Commands, useCommands } from '../data/use-commands.ts';
import { type Labels, useLabels } from '../data/use-label.ts';
import { useRecord } from '../data/use-record.ts';
import { type CellProps, cells } from '../field-components/cells.tsx';
import type { Input } from '../field-components/inputs.tsx';
import { type Begun, beginWith } from '../form/create/begun.ts';
import { type NoteCounts, useNoteCounts } from '../notes/use-notes.ts';
import { Link, useNavigate, useSearchParams } from '../router.ts';
import { type UndoneAct, useUndoAction } from '../undo/use-undo-action.tsx';
import { Headline } from './headline.tsx';
import { History } from './history.tsx';

const CommandDialog = lazy(async () => ({
  default: (await import('../command/command-dialog.tsx')).CommandDialog,
}));

const UndoDialog = lazy(async () => ({ default: (await import('../undo/undo-dialog.tsx')).UndoDialog }));
const LiveRecord = lazy(async () => ({ default: (await import('../live/live-record.tsx')).LiveRecord }));
const Comments = lazy(async () => ({ default: (await import('../notes/comments.tsx')).Comments }));
const Attachments = lazy(async () => ({ default: (await import('../notes/attachments.tsx')).Attachments }));

/** An additional tab, besides "Datos", comments, attachments and "Historial". */
export interface DetailTab {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  readonly content: (record: AnyRecord) => ReactNode;
}

export interface ResourceDetailProps {
  readonly resource: Resource;
  readonly id: string;
  /** Additional tabs, after "Datos". */
  readonly tabs?: readonly DetailTab[];
  /** Custom buttons, before the derived ones. */
  readonly actions?: (record: AnyRecord) => ReactNode;
  /** Buttons of frequent actions in the headline, besides those to call and to write. */
  readonly quick?: (record: AnyRecord) => ReactNode;
  /** Replaces the sections of the resource. */
  readonly sections?: readonly Section[];
  /** Custom cells, by field. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Shown between the header and the tabs, for example notices and figures. */
  readonly above?: (record: AnyRecord) => ReactNode;
  /** Shown beside the title, after the state. */
  readonly badges?: (record: AnyRecord) => ReactNode;
  /** Shown below the title. */
  readonly description?: (record: AnyRecord) => ReactNode;
  /** Custom inputs of commands, by field. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** The input fields of a command if they depend on the record; a text is the reason why it does not apply. */
  readonly commandFields?: (name: string, record: AnyRecord) => Fields | string | undefined;
  /** Initial values of the form of a command. */
  readonly commandInitial?: (name: string, record: AnyRecord) => Readonly<Record<string, unknown>>;
  /** Custom dialogs, by name of the command. */
  readonly commandDialogs?: Readonly<
    Record<string, ComponentType<{ readonly record: AnyRecord; readonly onClose: () => void }>>
  >;
  /** Displays of the plans of commands, by name. */
  readonly commandPlans?: Readonly<Record<string, PlanDisplay>>;
  /** Called after a command, besides showing the notification. */
  readonly onCommand?: (name: string, record: AnyRecord) => void;
  /**
   * A hook that returns why this record cannot be changed although the user has the permission; undefined if it can.
   */
  readonly useRefusal?: (record: AnyRecord) => string | undefined;
  readonly history?: boolean;
  /** Shown before the data; the first tab is then called "Resumen". */
  readonly overview?: (record: AnyRecord) => ReactNode;
  /**
   * Content after the sections, and the fields that are shown there or elsewhere on the page and so not in the
   * sections.
   */
  readonly after?: {
    readonly fields: readonly string[];
    readonly content: (record: AnyRecord) => ReactNode;
  };
  /** Ids of tabs in the order of display; tabs not listed follow. */
  readonly order?: readonly string[];
  /** Labels that replace those of derived tabs, by id. */
  readonly tabLabels?: Readonly<Record<string, string>>;
  /** Entries of "Más acciones", before "Archivar"; `go` opens another page, a form with what it begins with. */
  readonly moreActions?: (
    record: AnyRecord,
    may: May,
    go: (path: string, begun?: Begun) => void,
  ) => readonly MenuAction[];
}

/**
 * The page of a record: title, states, actions, data by sections, history.
 *
 * @example <ResourceDetail resource={clients} id={id} tabs={[{ id: 'contactos', label: 'Contactos', content }]} />
 */
export function ResourceDetail(props: ResourceDetailProps): ReactElement {
  const { resource, id } = props;
  const may = useMay(resource);
  const answer = useRecord(resource, may.view.allowed ? id : null);
  const record = answer.data?.data;
  const back = { to: paths.list(resource), label: resource.label.many };
  if (record) return <Loaded {...props} may={may} record={record} stale={answer.error !== undefined} />;
  const failure = answer.error && describeFailure(answer.error);
  const none = answer.error?.status === 404;
  return (
    <Page>
      {/* Not a string, so that the page is not added to the recent pages under this name. */}
      <PageHeader
        back={back}
        title={failure || !may.view.allowed ? <span>{resource.label.one}</span> : '…'}
      />
      <Card>
        {!may.view.allowed ? (
          <EmptyState icon={<Lock aria-hidden size={24} />} title={`No puede ver ${thisOne(resource.label)}`}>
            {may.view.reason}
          </EmptyState>
        ) : failure ? (
          <EmptyState
            actions={
              <>
                {failure.retry && (
                  <Button loading={answer.isValidating} onClick={() => void answer.mutate()}>
                    Reintentar
                  </Button>
                )}
                <LinkButton to={back.to}>Volver a {back.label.toLocaleLowerCase('es')}</LinkButton>
              </>
            }
            icon={
              none ? (
                <SearchX aria-hidden size={24} />
              ) : answer.error?.status === 403 ? (
                <Lock aria-hidden size={24} />
              ) : (
                <CloudOff aria-hidden size={24} />
              )
            }
            title={
              none
                ? `${thisOne(resource.label).replace(/^e/, 'E')} no existe o no está a su alcance`
                : failure.title
            }
          >
            {failure.message}
          </EmptyState>
        ) : (
          <Skeleton lines={9} />
        )}
      </Card>
    </Page>
  );
}

const refusesNothing = (): undefined => undefined;

/** Shows which record replaced an archived one, with a link to it. */
function SuccessorNotice({
  name,
  record,
  resource,
}: {
  name: string;
  record: AnyRecord;
  resource: Resource;
}): ReactElement {
  const field = fieldOf(resource, name);
  const value = record[name] as Reference | string;
  return (
    <Banner tone="neutral">
      {field.label}{' '}
      {typeof value === 'string' ? (
        value
      ) : (
        <Link to={paths.record((field.options as ReferenceOptions).to(), value.id)}>{value.label}</Link>
      )}
      : {resource.successors[name]}
    </Banner>
  );
}

function Loaded(props: ResourceDetailProps & { record: AnyRecord; may: May; stale: boolean }): ReactElement {
  const { resource, record, may, stale, tabs = [], history = true, overview, order = [], tabLabels } = props;
  const labels = useLabels();
  const commands = useCommands(resource);
  const counts = useNoteCounts(resource, record.id);
  const [parameters, setParameters] = useSearchParams();
  const back = { to: paths.list(resource), label: resource.label.many };
  const title = String(record[resource.title] ?? resource.label.one);
  const successor = Object.keys(resource.successors).find((name) => record[name]);

  const derived: TabDefinition[] = [
    {
      id: 'datos',
      label: overview ? 'Resumen' : 'Datos',
      content: () => (
        <>
          {overview?.(record)}
          <Sections {...props} labels={labels} />
        </>
      ),
    },
    ...tabs.map((tab) => ({ ...tab, content: () => tab.content(record) })),
    ...(resource.notes ? notesTabs(resource, record.id, counts) : []),
    ...(history
      ? [
          {
            id: 'historial',
            label: 'Historial',
            content: () => <History id={record.id} resource={resource} />,
          },
        ]
      : []),
  ];
  const placeOf = ({ id }: TabDefinition): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const all = derived
    .map((tab) => ({ ...tab, label: tabLabels?.[tab.id] ?? tab.label }))
    .sort((a, b) => placeOf(a) - placeOf(b));
  const asked = parameters.get('tab') ?? 'datos';
  const selected = all.some((tab) => tab.id === asked) ? asked : 'datos';
  const select = (tab: string): void => {
    const next = new URLSearchParams(parameters);
    if (tab === 'datos') next.delete('tab');
    else next.set('tab', tab);
    setParameters(next, { replace: true });
  };
  const restore = async (): Promise<void> => {
    try {
      await commands.restore(record);
      notify(`${resource.label.one} ${agree(resource.label, 'restaurado')}`);
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };

  return (
    <Page>
      <PageHeader
        actions={<Actions {...props} commands={commands} title={title} />}
        aside={
          <>
            <States record={record} resource={resource} />
            {props.badges?.(record)}
          </>
        }
        back={back}
        description={props.description?.(record) ?? <Identity record={record} resource={resource} />}
        title={title}
      />
      {successor && <SuccessorNotice name={successor} record={record} resource={resource} />}
      {record.archived_at && !successor && (
        <Banner
          actions={
            may.archive.allowed && (
              <Button
                icon={<ArchiveRestore aria-hidden size={15} />}
                onClick={() => void restore()}
                size="small"
              >
                Restaurar
              </Button>
            )
          }
          tone="warning"
        >
          {resource.label.one} {agree(resource.label, 'archivado')}: no aparece en las listas ni puede
          elegirse.
        </Banner>
      )}
      <Suspense>
        <LiveRecord record={record} resource={resource} />
      </Suspense>
      {stale && (
        <Banner tone="warning">
          Estos datos pueden estar desactualizados: no se pudo consultar el servidor.
        </Banner>
      )}
      <Headline quick={props.quick?.(record)} record={record} resource={resource} />
      {props.above?.(record)}
      {all.length === 1 ? (
        all[0]?.content()
      ) : (
        <Tabs label={`Partes de ${title}`} onSelect={select} selected={selected} tabs={all} />
      )}
    </Page>
  );
}

/** The identifying fields of the record, in one line. */
function Identity({ resource, record }: { resource: Resource; record: AnyRecord }): ReactElement | null {
  const parts = (resource.headline?.identity ?? []).flatMap((name) => {
    const field = fieldOf(resource, name);
    const Cell = cells[field.kind.name];
    // Skips values that repeat the title.
    return isEmpty(record[name]) || record[name] === record[resource.title]
      ? []
      : [<Cell field={field} key={name} place="detail" record={record} value={record[name]} />];
  });
  return parts.length === 0 ? null : (
    <IdentityLine>
      {parts.map((part) => (
        <span key={part.key}>{part}</span>
      ))}
    </IdentityLine>
  );
}

const IdentityLine = styled.span`
  & > span:not(:last-child)::after { content: ' · '; color: ${t('color-text-muted')}; }
  & a { color: inherit; }
  ${badgeStyle}
`;

const waiting = (
  <Card>
    <Skeleton lines={5} />
  </Card>
);

/** Comments and attachments of a record; a count of zero is hidden. */
const notesTabs = (resource: Resource, id: string, counts?: NoteCounts): TabDefinition[] => [
  {
    id: 'comentarios',
    label: 'Comentarios',
    ...(counts?.comments && { count: counts.comments }),
    content: () => (
      <Suspense fallback={waiting}>
        <Comments id={id} resource={resource} />
      </Suspense>
    ),
  },
  {
    id: 'adjuntos',
    label: 'Adjuntos',
    ...(counts?.attachments && { count: counts.attachments }),
    content: () => (
      <Suspense fallback={waiting}>
        <Attachments id={id} resource={resource} />
      </Suspense>
    ),
  },
];

/** The states of the record as badges beside the title. */
function States({ resource, record }: { resource: Resource; record: AnyRecord }): ReactElement {
  const names = [resource.state, resource.fields.status && 'status'].filter(
    (name) => name !== undefined && name !== '',
  );
  return (
    <>
      {[...new Set(names as string[])].map((name) => {
        const field = fieldOf(resource, name);
        const { choices = [] } = field.options as {
          choices?: readonly { value: string; label: string; tone?: 'neutral' }[];
        };
        const choice = choices.find((one) => one.value === record[name]);
        // A state besides `status` is shown only if it differs from its initial value.
        const second = names.length > 1 && name !== 'status';
        if (!choice || (second && choice.value === field.options.initial)) return null;
        return (
          <Badge key={name} tone={choice.tone}>
            {second ? `${field.label}: ${choice.label.toLocaleLowerCase('es')}` : choice.label}
          </Badge>
        );
      })}
    </>
  );
}

/** Whether a field is empty and filled in only by a command. */
const isUnused = ({ options }: Field, value: unknown): boolean => options.readOnly === true && isEmpty(value);

function Sections({
  resource,
  record,
  sections = resource.sections,
  cells: own = {},
  after,
  labels,
}: ResourceDetailProps & { record: AnyRecord; labels: Labels }): ReactElement {
  const listed = new Set([...sections.flatMap((section) => section.fields), ...(after?.fields ?? [])]);
  // Fields without a section are read-only values of the engine or of a command: shown last.
  const rest = Object.keys(resource.fields).filter((name) => !listed.has(name) && name !== resource.title);
  const system = [...rest, 'created_at', 'updated_at'];
  const items = (names: readonly string[]) =>
    names
      .map((name) => ({ name, field: fieldOf(resource, name) }))
      .filter(({ field, name }) => labels.visible(field) && name in record && isActive(field, record))
      .map(({ name, field }) => {
        const Cell = own[name] ?? cells[field.kind.name];
        return {
          key: name,
          label: labels.label(field),
          value: <Cell field={field} place="detail" record={record} value={record[name]} />,
          wide: field.kind.name === 'longText',
        };
      });
  return (
    <>
      {sections
        .filter(({ fields }) => !fields.every((name) => isUnused(fieldOf(resource, name), record[name])))
        .map(({ label, fields }) => ({ label, shown: items(fields) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ label, shown }) => (
          <Card key={label} title={label}>
            <DescriptionList items={shown} />
          </Card>
        ))}
      {after?.content(record)}
      <Card title="Registro">
        <DescriptionList items={items(system)} />
      </Card>
    </>
  );
}

function Actions({
  resource,
  record,
  may,
  commands,
  title,
  actions,
  inputs,
  commandFields,
  commandInitial,
  commandDialogs = {},
  commandPlans = {},
  onCommand,
  moreActions,
  history = true,
  useRefusal = refusesNothing,
}: ResourceDetailProps & { record: AnyRecord; may: May; commands: Commands; title: string }): ReactElement {
  const refusal = useRefusal(record);
  const reasonOf = (verdict: Verdict): string | undefined => (verdict.allowed ? refusal : verdict.reason);
  const navigate = useNavigate();
  const [running, setRunning] = useState<PossibleCommand | null>(null);
  const [archiving, setArchiving] = useState(false);
  const [pending, setPending] = useState(false);
  const narrow = useNarrow();
  const archived = Boolean(record.archived_at);
  const userId = String(useUser()?.id ?? '');
  const further = useCommandReasons(resource, record);
  const possible = possibleCommands(
    resource,
    record,
    may,
    commandFields,
    refusal,
    { today: companyToday(), userId },
    further,
  );

  const open = (path: string, begun?: Begun): void =>
    void navigate(path, begun && { state: beginWith(begun) });

  const archive = async (): Promise<void> => {
    setPending(true);
    try {
      const kept = await commands.archive(record);
      notify(`${resource.label.one} ${agree(resource.label, 'archivado')}`, {
        action: {
          label: 'Deshacer',
          run: () =>
            void commands.restore(kept).catch(() => notify('No se pudo deshacer.', { tone: 'danger' })),
        },
      });
      setArchiving(false);
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setPending(false);
    }
  };

  const OwnDialog = running ? commandDialogs[running.name] : undefined;
  const [undoing, setUndoing] = useState<UndoneAct | null>(null);
  const undo = useUndoAction(resource, record.id, setUndoing);
  const mayUpdate = may.update(record);
  const editReason = archived ? archivedReason(resource) : reasonOf(mayUpdate);
  const edits = resource.operations.includes('update');
  /** On a phone only the primary command fits beside the title. */
  const inBar = ({ fits, command }: PossibleCommand): boolean =>
    fits && !command.rare && (!narrow || command.tone === 'primary');
  const more: MenuAction[] = [
    ...(edits && narrow
      ? [
          {
            id: 'edit',
            label: 'Editar',
            icon: <Pencil aria-hidden size={16} />,
            disabledReason: editReason,
            onAction: () => void navigate(paths.edit(resource, record.id)),
          },
        ]
      : []),
    ...(moreActions?.(record, may, open) ?? []).map((action) =>
      archived && !action.disabledReason ? { ...action, disabledReason: archivedReason(resource) } : action,
    ),
    ...possible
      .filter((one) => !inBar(one))
      .map(
        (one): MenuAction => ({
          id: one.name,
          label: one.command.label,
          tone: one.command.tone === 'danger' ? 'danger' : undefined,
          disabledReason: one.reason,
          onAction: () => setRunning(one),
        }),
      ),
    ...(resource.operations.includes('archive')
      ? [
          {
            id: 'archive',
            label: 'Archivar',
            icon: <Archive aria-hidden size={16} />,
            tone: 'danger',
            disabledReason: archived
              ? archivedReason(resource)
              : (frozenReason(resource, record) ?? reasonOf(may.archive)),
            onAction: () => setArchiving(true),
          } satisfies MenuAction,
        ]
      : []),
    ...(history && undo.action ? [undo.action] : []),
  ];
  return (
    <>
      {actions?.(record)}
      {possible.filter(inBar).map((one) => (
        <Button
          disabledReason={one.reason}
          key={one.name}
          onClick={() => setRunning(one)}
          tone={one.command.tone === 'primary' ? 'primary' : 'secondary'}
        >
          {one.command.label}
        </Button>
      ))}
      {edits &&
        !narrow &&
        (editReason === undefined ? (
          <LinkButton icon={<Pencil aria-hidden size={15} />} to={paths.edit(resource, record.id)}>
            Editar
          </LinkButton>
        ) : (
          <Button disabledReason={editReason} icon={<Pencil aria-hidden size={15} />}>
            Editar
          </Button>
        ))}
      {more.length > 0 && (
        <Menu actions={more} label="Más acciones" onOpen={undo.look}>
          <Button aria-label="Más acciones" icon={<Ellipsis aria-hidden size={18} />} shape="icon" />
        </Menu>
      )}
      {OwnDialog && (
        <Suspense>
          <OwnDialog onClose={() => setRunning(null)} record={record} />
        </Suspense>
      )}
      {running && !OwnDialog && (
        <Suspense>
          <CommandDialog
            fields={running.fields}
            initial={commandInitial?.(running.name, record) ?? {}}
            inputs={inputs}
            name={running.name}
            plan={commandPlans[running.name]}
            onClose={() => setRunning(null)}
            onDone={(changed) => {
              setRunning(null);
              onCommand?.(running.name, changed);
            }}
            record={record}
            resource={resource}
            title={title}
            command={running.command}
          />
        </Suspense>
      )}
      {undoing && (
        <Suspense>
          <UndoDialog onClose={() => setUndoing(null)} requestId={undoing.request} what={undoing.what} />
        </Suspense>
      )}
      <ConfirmDialog
        confirm="Archivar"
        loading={pending}
        onCancel={() => setArchiving(false)}
        onConfirm={() => void archive()}
        open={archiving}
        title={`¿Archivar ${title}?`}
        tone="danger"
      >
        Dejará de aparecer en las listas y no podrá elegirse en registros nuevos. Lo que ya lo usa se
        conserva, y puede restaurarse cuando quiera.
      </ConfirmDialog>
    </>
  );
}
