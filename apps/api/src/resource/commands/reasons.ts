import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { type Command, guardReasons, isStateChange, type Reason } from '@pauta/domain/resource/command.ts';
import { type AnyRecord, fieldOf, type Resource, whyTooLate } from '@pauta/domain/resource/resource.ts';
import { agree, restoreFirst, thisOne } from '@pauta/domain/text/label.ts';
import { isUser } from '../../platform/access.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import type { Served } from '../writing/change-record.ts';
import type { Context } from './context.ts';
import { handlerOf } from './handler.ts';

const stateLabel = (resource: Resource, state: string): string => {
  const { choices } = fieldOf(resource, resource.state ?? '').options as ChoiceOptions;
  return `«${choices.find(({ value }) => value === state)?.label ?? state}»`;
};

/** The reason why a state change is not possible from the record's current state; null where it is. */
export const wrongState = (resource: Resource, command: Command, record: AnyRecord): Reason | null => {
  if (!isStateChange(command) || resource.state === undefined) return null;
  const state = String(record[resource.state]);
  if (command.from.includes(state)) return null;
  const allowed = command.from.map((one) => stateLabel(resource, one)).join(' o ');
  return {
    code: 'wrong_state',
    text:
      `No se puede: ${thisOne(resource.label)} está en estado ${stateLabel(resource, state)}; ` +
      `esta acción parte de ${allowed}.`,
  };
};

/** The reason why an archived record is not changed; null for any other record. */
export const archivedReason = ({ label }: Resource, record: AnyRecord): Reason | null =>
  record.archived_at
    ? {
        code: 'archived',
        text: `No se puede cambiar ${thisOne(label)}: está ${agree(label, 'archivado')}. ${restoreFirst(label)}`,
      }
    : null;

/**
 * The reasons against a command besides permission, archive and state: its time limit, its guards, and the handler's
 * own checks.
 */
export const obstacles = async (
  context: Context,
  { table, hooks }: Served,
  name: string,
  records: readonly AnyRecord[],
): Promise<ReadonlyMap<string, readonly Reason[]>> => {
  const { resource } = table;
  const command = resource.commands[name];
  if (!command) return new Map();
  const looked = {
    today: companyDay(context.now),
    userId: isUser(context.actor) ? context.actor.userId : null,
  };
  const further = await handlerOf(hooks.commands, name)?.refuse?.(
    context,
    records.map(({ id }) => id),
  );
  return new Map(
    records.map((record) => {
      const late = whyTooLate(resource, record, command);
      return [
        record.id,
        [
          ...(late === undefined ? [] : [{ code: 'too_late', text: late }]),
          ...guardReasons(command, record, looked),
          ...(further?.get(record.id) ?? []),
        ],
      ];
    }),
  );
};

/** The refusal for a list of reasons; all of them are included in the answer. */
export const refusalOf = ([first, ...others]: readonly [Reason, ...Reason[]]): Problem =>
  conflict(first.code ?? 'refused', first.text, { extra: { reasons: [first, ...others] } });
