import { useUser } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useCallback, useState } from 'react';
import type { LiveEvent, LiveMessage } from './live-event.ts';
import { isOwnChange } from './own-changes.ts';
import { useLive } from './use-live.ts';

/** Changes by others to a resource since the displayed rows were loaded. */
export interface LiveChanges {
  /** How many records are new. */
  readonly created: number;
  /** Ids of records that were changed or archived. */
  readonly changed: ReadonlySet<string>;
  /** Number of changed records, including those that were not listed. */
  readonly changedCount: number;
  /** Messages were lost, so the number is unknown. */
  readonly isUnknown: boolean;
  /** Resets the numbers; called when the rows are reloaded. */
  clear(): void;
}

interface Noticed {
  readonly created: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly more: { readonly created: number; readonly changed: number };
  readonly isUnknown: boolean;
}

const nothing: Noticed = {
  created: new Set(),
  changed: new Set(),
  more: { created: 0, changed: 0 },
  isUnknown: false,
};

const add = <T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> =>
  set.has(value) ? set : new Set(set).add(value);

function notice(noticed: Noticed, message: Exclude<LiveMessage, { type: 'rights' }>): Noticed {
  if (message.type === 'reset') return { ...noticed, isUnknown: true };
  if (message.type === 'many') {
    const { created, changed } = noticed.more;
    return { ...noticed, more: { created: created + message.created, changed: changed + message.changed } };
  }
  const { id, change } = message.event;
  if (change === 'created') return { ...noticed, created: add(noticed.created, id) };
  // A record that was created meanwhile is not in the list yet, so it is counted only as new.
  if (noticed.created.has(id)) return noticed;
  return { ...noticed, changed: add(noticed.changed, id) };
}

/**
 * Counts the changes of others to a resource, so that a list can offer to load them instead of moving its rows under
 * the pointer. The user's own changes are not counted.
 *
 * @param options.onChange Called for each single change.
 * @example
 * const live = useLiveChanges(clients);
 * <LiveNotice {...live} label={clients.label} onShow={() => { live.clear(); void page.mutate(); }} />
 */
export function useLiveChanges(
  resource: Resource,
  { onChange }: { onChange?: (event: LiveEvent) => void } = {},
): LiveChanges {
  const userId = useUser()?.id;
  const [noticed, setNoticed] = useState(nothing);
  useLive((message) => {
    if (message.type === 'rights') return;
    if (message.type === 'change') {
      const { event } = message;
      if (event.resource !== resource.name || event.change === 'noted') return;
      if (isOwnChange(event, userId === undefined ? undefined : String(userId))) return;
      onChange?.(event);
    } else if (message.type === 'many' && message.resource !== resource.name) return;
    setNoticed((known) => notice(known, message));
  });
  const clear = useCallback(() => setNoticed(nothing), []);
  return {
    created: noticed.created.size + noticed.more.created,
    changed: noticed.changed,
    changedCount: noticed.changed.size + noticed.more.changed,
    isUnknown: noticed.isUnknown,
    clear,
  };
}
