import { linesOf } from '@pauta/domain/resource/lines.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { agree, capital, thisOne } from '@pauta/domain/text/label.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../commands/context.ts';
import type { ServedEntity } from '../engine.ts';
import { isReversible } from '../history/undo-reason.ts';
import { parseRecord } from '../reading/read-record.ts';
import { changeRecord, type RecordChange, type Served, withdrawTogether } from '../writing/change-record.ts';
import type { NetChange, NetLinkChanges } from './plan.ts';
import { referencesTo } from './references.ts';
import type { LineUndo } from './undo-lines.ts';

const labelOf = (resource: Resource, name: string): string =>
  name === 'archived_at'
    ? 'Archivado'
    : (resource.fields[name]?.label ??
      linesOf(resource)
        .find((lines) => lines.name === name)
        ?.of().label.many ??
      name);

const listed = (resource: Resource, names: readonly string[]): string =>
  new Intl.ListFormat('es').format(names.map((name) => `«${labelOf(resource, name)}»`));

const refuseIrreversible = ({ commands, label }: Resource, actions: readonly string[]): void => {
  const fixed = actions.find((action) => !isReversible(action));
  if (fixed === undefined) return;
  const done = commands[fixed]?.label;
  throw conflict(
    'irreversible',
    done === undefined
      ? `Lo que se hizo con ${thisOne(label)} no se deshace: tuvo otros efectos.`
      : `«${done}» no se deshace: es un cambio de estado con efectos propios.`,
  );
};

const changedSince = (resource: Resource, names: readonly string[]) =>
  conflict(
    'changed_since',
    `${listed(resource, names)} ${names.length === 1 ? 'cambió' : 'cambiaron'} después; se conserva lo que hay ahora.`,
  );

/** Former values of link-table fields, as ids. */
const formerLinks = (
  { table }: Served,
  current: AnyRecord,
  links: readonly NetLinkChanges[],
): { input: Record<string, readonly string[]>; former: Record<string, readonly string[]> } => {
  const input: Record<string, readonly string[]> = {};
  const former: Record<string, readonly string[]> = {};
  for (const { table: name, added, removed } of links) {
    const link = table.links.find((one) => one.table === name);
    if (!link) continue;
    const present = ((current[link.field] ?? []) as { id: string }[]).map(({ id }) => id);
    if (!added.every((id) => present.includes(id)) || removed.some((id) => present.includes(id))) {
      throw changedSince(table.resource, [link.field]);
    }
    input[link.field] = [...present.filter((id) => !added.includes(id)), ...removed];
    former[link.field] = removed;
  }
  return { input, former };
};

/** The changes that restore the former values. */
const inverse = (
  served: Served,
  current: AnyRecord,
  net: NetChange | undefined,
  links: readonly NetLinkChanges[],
  lines: LineUndo | undefined,
): RecordChange[] => {
  const { resource } = served.table;
  const names = (net?.changed ?? []).filter((name) => name !== 'archived_at');
  const fixed = names.filter((name) => {
    const field = resource.fields[name];
    return field === undefined || field.options.readOnly;
  });
  const canUpdate = resource.operations.includes('update');
  if (fixed.length > 0 || (!canUpdate && names.length + links.length > 0)) {
    throw conflict(
      'irreversible',
      `${listed(resource, fixed.length > 0 ? fixed : names)} no se cambia desde aquí.`,
    );
  }
  const { input, former } = formerLinks(served, current, links);
  if (lines && lines.since.length > 0) throw changedSince(resource, lines.since);
  const values: Record<string, unknown> = { ...input, ...lines?.input };
  const references: Record<string, unknown> = { ...former, ...lines?.former };
  for (const name of names) {
    const field = resource.fields[name];
    if (!field || !net) continue;
    values[name] = toWire(field, net.former[name]);
    if (typeof values[name] === 'string') references[name] = values[name];
  }
  const updates: RecordChange[] =
    Object.keys(values).length > 0 ? [{ action: 'update', input: values, former: references }] : [];
  if (!net?.changed.includes('archived_at')) return updates;
  // Archived records cannot be changed, so the update comes before archiving.
  return net.former.archived_at ? [...updates, { action: 'archive' }] : [{ action: 'restore' }, ...updates];
};

/** @param users the records that refer to it, as text */
const withdrawal = ({ table }: Served, net: NetChange, users: string | undefined): RecordChange[] => {
  const { resource } = table;
  if (!table.canArchive) {
    const never = `no se ${resource.label.gender === 'f' ? 'elimina una vez creada' : 'elimina una vez creado'}`;
    throw conflict('irreversible', `${capital(thisOne(resource.label))} ${never}.`);
  }
  if (net.since.includes('archived_at')) {
    throw conflict(
      'changed_since',
      `${capital(thisOne(resource.label))} ya está ${agree(resource.label, 'archivado')}.`,
    );
  }
  if (net.since.length > 0) throw changedSince(resource, net.since);
  if (users !== undefined) {
    throw conflict('in_use', `Ya se usa en ${users}. Cambie o archive eso antes de deshacer.`);
  }
  return [{ action: 'take_back' }];
};

const refuseUnknown = ({ table: { resource } }: Served, net: NetChange): void => {
  refuseIrreversible(resource, net.actions);
  if (net.hidden.length > 0) {
    throw conflict(
      'hidden',
      `${listed(resource, net.hidden)} no se guarda en el historial y no puede recuperarse.`,
    );
  }
  if (net.deleted) throw conflict('irreversible', `${capital(thisOne(resource.label))} se eliminó.`);
  if (!net.created && net.since.length > 0) throw changedSince(resource, net.since);
};

/** A locked record and the net effect of the request on it. */
export interface Created {
  readonly current: AnyRecord;
  readonly net: NetChange;
}

/**
 * Archives locked records that the request created, in one statement; none of them when one is refused, in which case
 * `undoRecord` reports the reason.
 *
 * @param users the records that refer to them, as text, by id
 * @throws Problem as `undoRecord`
 */
export const undoCreated = async (
  context: HandlerContext,
  served: Served,
  created: readonly Created[],
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const { current, net } of created) {
    refuseUnknown(served, net);
    withdrawal(served, net, users.get(current.id));
  }
  await withdrawTogether(
    context,
    served,
    created.map(({ current }) => current),
  );
};

/**
 * Restores one locked record to its state before a request: changed fields get their former value, a created record is
 * withdrawn, archiving and restoring are reversed. Each step is a normal change, with its permission, rules and hooks.
 *
 * @throws Problem to refuse: the change had effects of its own, or later data depends on it
 */
export const undoRecord = async (
  context: HandlerContext,
  served: Served,
  current: AnyRecord,
  {
    net,
    links,
    lines,
  }: { net: NetChange | undefined; links: readonly NetLinkChanges[]; lines?: LineUndo | undefined },
  entities: ReadonlyMap<string, ServedEntity>,
): Promise<void> => {
  refuseIrreversible(served.table.resource, lines?.actions ?? []);
  if (net) refuseUnknown(served, net);
  const users = net?.created && (await referencesTo(context.tx, served.table, [current.id], entities));
  const recordChanges =
    net && users
      ? withdrawal(served, net, users.get(current.id))
      : inverse(served, current, net, links, lines);
  let record = current;
  for (const recordChange of recordChanges)
    record = parseRecord(await changeRecord(context, served, record, recordChange));
};
