import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import {
  type Command,
  type GuardContext,
  guardReasons,
  offeredCommands,
  type Reason,
} from '@pauta/domain/resource/command.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import type { May } from '../data/may.ts';

/** A command as offered on the page of a record. */
export interface PossibleCommand {
  readonly name: string;
  readonly command: Command;
  readonly fields: Fields | undefined;
  /**
   * Whether the command applies to the current state of the record. A command that applies, but which the user may not
   * run, is shown with the reason.
   */
  readonly fits: boolean;
  /** Why the command cannot be run, without repetitions; empty if it can. */
  readonly reasons: readonly string[];
  /** The reasons in one text. */
  readonly reason?: string | undefined;
}

/** Why commands cannot be run on an archived record. */
export const archivedReason = ({ label }: Resource): string =>
  `Está ${agree(label, 'archivado')}: hay que restaurar antes.`;

/** Why a command cannot be run in the current state of the record. */
function stateReason(resource: Resource, record: AnyRecord, { from }: Command): string | undefined {
  if (from === undefined || resource.state === undefined) return undefined;
  const name = resource.state;
  const state = String(record[name] ?? '');
  if (from.includes(state)) return undefined;
  const { choices } = fieldOf(resource, name).options as ChoiceOptions;
  const labelOf = (value: string): string => choices.find((one) => one.value === value)?.label ?? value;
  return `Está en «${labelOf(state)}»; se puede desde «${from.map(labelOf).join('» o «')}».`;
}

/** The reason as a list, which is empty without one. */
const listOf = (reason: string | undefined): readonly string[] => (reason === undefined ? [] : [reason]);

/**
 * Every command that is offered on a record, with the reason why it cannot be run on it.
 *
 * @param fieldsOf returns the input fields of the command if they depend on the record; a text is the reason why it
 * does not apply
 * @param refusal the reason why no command can be run on this record
 * @param further reasons from the server, by name of the command
 */
export const possibleCommands = (
  resource: Resource,
  record: AnyRecord,
  may: May,
  fieldsOf?: (name: string, record: AnyRecord) => Fields | string | undefined,
  refusal?: string,
  context: GuardContext = { today: companyToday(), userId: null },
  further: ReadonlyMap<string, readonly Reason[]> = new Map(),
): readonly PossibleCommand[] =>
  offeredCommands(resource).flatMap(([name, command]) => {
    if (command.on === 'collection') return [];
    const asked = fieldsOf ? fieldsOf(name, record) : command.fields;
    const misfit =
      (record.archived_at ? archivedReason(resource) : undefined) ??
      stateReason(resource, record, command) ??
      (typeof asked === 'string' ? asked : undefined);
    // The server includes the reasons of the guards too.
    const misfits =
      misfit === undefined
        ? [
            ...new Set(
              [...guardReasons(command, record, context), ...(further.get(name) ?? [])].map(
                ({ text }) => text,
              ),
            ),
          ]
        : [misfit];
    const verdict = may.command(record, command);
    const reasons = misfits.length > 0 ? misfits : listOf(verdict.allowed ? refusal : verdict.reason);
    return [
      {
        name,
        command,
        fields: typeof asked === 'string' ? undefined : asked,
        fits: misfits.length === 0,
        reasons,
        reason: reasons.length > 0 ? reasons.join(' ') : undefined,
      },
    ];
  });
