import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { type AnyRecord, fieldOf, type Resource, type Transition } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import type { May } from '../data/may.ts';

/** A state change as the page of a record offers it. */
export interface PossibleTransition {
  readonly name: string;
  readonly transition: Transition;
  readonly fields: Fields | undefined;
  /** Does the record, as it is now, admit it at all? What only this person may not do is offered and says so. */
  readonly fits: boolean;
  /** Why it cannot be done. */
  readonly reason?: string | undefined;
}

/** Why nothing is done with a record of the archive. */
export const archivedReason = ({ label }: Resource): string =>
  `Está ${agree(label, 'archivado')}: hay que restaurar antes.`;

/** Why a transition does not start from the present state. */
function stateReason(resource: Resource, record: AnyRecord, { from }: Transition): string | undefined {
  const name = resource.state ?? '';
  const state = String(record[name] ?? '');
  if (from.includes(state)) return undefined;
  const { choices } = fieldOf(resource, name).options as ChoiceOptions;
  const labelOf = (value: string): string => choices.find((one) => one.value === value)?.label ?? value;
  return `Está en «${labelOf(state)}»; se puede desde «${from.map(labelOf).join('» o «')}».`;
}

/**
 * Every state change of a resource, with why it cannot be done with this record.
 *
 * @param fieldsOf what it asks for, where that depends on the record; a text says why it makes no sense with this one
 * @param refusal why nothing may be done with this record
 */
export const possibleTransitions = (
  resource: Resource,
  record: AnyRecord,
  may: May,
  fieldsOf?: (name: string, record: AnyRecord) => Fields | string | undefined,
  refusal?: string,
): readonly PossibleTransition[] =>
  (resource.state === undefined ? [] : Object.entries(resource.transitions)).map(([name, transition]) => {
    const asked = fieldsOf ? fieldsOf(name, record) : transition.fields;
    const misfit =
      (record.archived_at ? archivedReason(resource) : undefined) ??
      stateReason(resource, record, transition) ??
      (typeof asked === 'string' ? asked : undefined);
    const verdict = may.transition(record, transition);
    return {
      name,
      transition,
      fields: typeof asked === 'string' ? undefined : asked,
      fits: misfit === undefined,
      reason: misfit ?? (verdict.allowed ? refusal : verdict.reason),
    };
  });
