import { bulkCommands, bulkFields } from '@pauta/domain/resource/bulk.ts';
import { permissionsOf } from '@pauta/domain/resource/command.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { Archive, ArchiveRestore, ChevronDown, Pencil } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Menu } from '../controls/menu.tsx';
import { type May, useMay, type Verdict } from '../data/may.ts';
import type { Input } from '../field-components/inputs.tsx';
import type { Selection } from '../query/selection.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

export interface BulkActionsProps {
  readonly resource: Resource;
  readonly selection: Selection;
  /** Whether the rows are archived; by default taken from the query of the selection. */
  readonly archived?: boolean;
  /** Custom inputs for the fields of commands. */
  readonly inputs?: Readonly<Record<string, Input>> | undefined;
  /** Called when the dialog closes after something was executed; the caller can clear the selection. */
  readonly onDone: () => void;
}

const reasonOf = (verdict: Verdict): string | undefined => (verdict.allowed ? undefined : verdict.reason);

const mayEdit = (may: May, { permissions: { updateAll, updateOwn } }: Resource): Verdict =>
  updateOwn !== undefined && may.permission(updateOwn).allowed
    ? may.permission(updateOwn)
    : may.permission(updateAll);

/**
 * Actions on all selected rows: edit, change state, archive or restore. Each opens a dialog with a preview of what will
 * change.
 *
 * @example <BulkActions resource={clients} selection={selection} onDone={clearSelection} />
 */
export function BulkActions({
  resource,
  selection,
  archived,
  inputs,
  onDone,
}: BulkActionsProps): ReactElement {
  const may = useMay(resource);
  const [action, setAction] = useState<string | null>(null);
  const inArchive = archived ?? (selection.kind === 'all' && selection.query.archived);
  const { operations, permissions } = resource;
  const offered = inArchive ? [] : bulkCommands(resource);
  const atHand = offered.filter(([, { atHand: often }]) => often);
  const commands = offered.filter(([, { atHand: often }]) => !often);
  const archiving = may.permission(permissions.archive);
  const open = (name: string) => () => setAction(name);
  const [only] = commands;
  return (
    <>
      {operations.includes('update') && !inArchive && bulkFields(resource).length > 0 && (
        <Button
          disabledReason={reasonOf(mayEdit(may, resource))}
          icon={<Pencil aria-hidden size={15} />}
          onClick={open('update')}
          size="small"
        >
          Editar
        </Button>
      )}
      {atHand.map(([name, command]) => (
        <Button
          disabledReason={reasonOf(may.oneOf(permissionsOf(resource, command)))}
          key={name}
          onClick={open(name)}
          size="small"
        >
          {command.label}
        </Button>
      ))}
      {commands.length > 1 ? (
        <Menu
          actions={commands.map(([name, command]) => ({
            id: name,
            label: command.label,
            tone: command.tone === 'danger' ? command.tone : undefined,
            disabledReason: reasonOf(may.oneOf(permissionsOf(resource, command))),
            onAction: open(name),
          }))}
          label="Cambiar estado"
        >
          <Button size="small">
            Cambiar estado <ChevronDown aria-hidden size={14} />
          </Button>
        </Menu>
      ) : (
        only && (
          <Button
            disabledReason={reasonOf(may.oneOf(permissionsOf(resource, only[1])))}
            onClick={open(only[0])}
            size="small"
          >
            {only[1].label}
          </Button>
        )
      )}
      {operations.includes('archive') && (
        <Button
          disabledReason={reasonOf(archiving)}
          icon={inArchive ? <ArchiveRestore aria-hidden size={15} /> : <Archive aria-hidden size={15} />}
          onClick={open(inArchive ? 'restore' : 'archive')}
          size="small"
        >
          {inArchive ? 'Restaurar' : 'Archivar'}
        </Button>
      )}
      {action !== null && (
        <Suspense>
          <BulkDialog
            action={action}
            inputs={inputs}
            onClose={(done) => {
              setAction(null);
              if (done) onDone();
            }}
            resource={resource}
            selection={selection}
          />
        </Suspense>
      )}
    </>
  );
}
