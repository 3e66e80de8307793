import { permissionsOf, type Reason, userCommands } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { HandlerContext } from '../commands/context.ts';
import { archivedReason, obstacles, wrongState } from '../commands/reasons.ts';
import { changeableIds, type Served } from './change-record.ts';

const lackOf = (label: string): Reason => ({
  code: 'forbidden',
  text: `Le falta un permiso para «${label}».`,
});

/** Every command on a record with the current reasons against it; an empty list means that it can be run. */
export const commandReasons = async (
  context: HandlerContext,
  served: Served,
  record: AnyRecord,
): Promise<{ name: string; reasons: readonly Reason[] }[]> => {
  const { resource } = served.table;
  const { permissions } = context.actor;
  const isChangeable = (await changeableIds(context.tx, served.table, [record], context.actor)).has(
    record.id,
  );
  const answers: { name: string; reasons: readonly Reason[] }[] = [];
  for (const [name, command] of userCommands(resource)) {
    if (command.on === 'collection') continue;
    const isAllowed =
      permissionsOf(resource, command).some((one) => permissions.has(one)) &&
      (isChangeable || (command.permission !== undefined && !command.changes));
    const state = wrongState(resource, command, record);
    const archived = archivedReason(resource, record);
    const more =
      archived || state ? [] : ((await obstacles(context, served, name, [record])).get(record.id) ?? []);
    answers.push({
      name,
      reasons: [
        ...(isAllowed ? [] : [lackOf(command.label)]),
        ...(archived ? [archived] : state ? [state] : []),
        ...more,
      ],
    });
  }
  return answers;
};
