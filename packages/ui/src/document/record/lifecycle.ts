import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { commandsFrom } from '@pauta/domain/resource/command.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import type { HistoryEntry } from '../../data/use-record.ts';

/** A state of a document, as a step. */
export interface LifecycleStep {
  readonly state: string;
  readonly label: string;
  readonly standing: 'past' | 'present' | 'next' | 'later';
  /** When the document got this state, and who changed it. */
  readonly at?: string;
  readonly by?: string;
  /** For the next state, the command that leads to it. */
  readonly command?: string;
}

interface Reached {
  readonly state: string;
  readonly at?: string;
  readonly by?: string;
}

/** The states up to the current one. A return to an earlier state, such as an undo, removes the states after it. */
function trail(
  { state: name = '', fields }: Resource,
  record: AnyRecord,
  history: readonly HistoryEntry[],
): readonly Reached[] {
  const field = fields[name];
  const { choices = [] } = (field?.options ?? {}) as Partial<ChoiceOptions>;
  const initial = String(field?.options.initial ?? record[name]);
  const [first, ...later] = history;
  const reached: Reached[] = [{ state: initial, ...(first && { at: first.at, by: first.actor.name }) }];
  const reach = (next: Reached): void => {
    const before = reached.findIndex(({ state }) => state === next.state);
    if (before >= 0) reached.splice(before + 1);
    else reached.push(next);
  };
  for (const { changes, at, actor } of later) {
    const change = changes.find((one) => one.field === name);
    const state = choices.find(({ label }) => label === change?.after)?.value;
    if (state !== undefined) reach({ state, at, by: actor.name });
  }
  const present = String(record[name]);
  if (reached.at(-1)?.state !== present) reach({ state: present });
  return reached;
}

/**
 * The states of a document as steps: the past ones with user and time, the current one, and the coming ones, following
 * the first command of the definition that leads on from each state. Rare commands and those with the tone
 * `danger`, such as cancelling, are steps only after they were run. Empty for a resource without states.
 *
 * @param history the history of the document, oldest first; empty while it is not loaded
 */
export function lifecycleSteps(
  resource: Resource,
  record: AnyRecord,
  history: readonly HistoryEntry[],
): readonly LifecycleStep[] {
  if (resource.state === undefined) return [];
  const { choices } = fieldOf(resource, resource.state).options as ChoiceOptions;
  const labelOf = (state: string): string => choices.find(({ value }) => value === state)?.label ?? state;
  const reached = trail(resource, record, history);
  const steps: LifecycleStep[] = reached.map((one, index) => ({
    ...one,
    label: labelOf(one.state),
    standing: index === reached.length - 1 ? 'present' : 'past',
  }));
  const seen = new Set(reached.map(({ state }) => state));
  for (let state = String(record[resource.state]); ; ) {
    const next = commandsFrom(resource, state).find(
      ([, { to, tone, rare }]) => to !== undefined && !seen.has(to) && tone !== 'danger' && !rare,
    );
    const to = next?.[1].to;
    if (!next || to === undefined) return steps;
    const isNext = steps.at(-1)?.standing === 'present';
    steps.push({
      state: to,
      label: labelOf(to),
      standing: isNext ? 'next' : 'later',
      ...(isNext && { command: next[0] }),
    });
    seen.add(to);
    state = to;
  }
}
