/** A change of a record, as sent to subscribers: it identifies the record and contains none of its values. */
export interface LiveEvent {
  /** Name of the resource, `clients`; also `settings`, and the names of `ChangeHint`. */
  readonly resource: string;
  /** Id of the record; for a setting, its key; for a hint, `<resource>:<id>`. */
  readonly id: string;
  /** `noted`: a comment or an attachment was added, changed or deleted. */
  readonly change: 'created' | 'changed' | 'archived' | 'noted';
  /** `row_version` of the record when the event was sent; null if it has none. */
  readonly version: number | null;
  readonly request_id: string | null;
  /** Null for the system or a visitor. */
  readonly by: { readonly id: string; readonly name: string } | null;
}

/** More changes of a resource at once than are listed: only their number. */
export interface LiveCount {
  readonly resource: string;
  readonly created: number;
  readonly changed: number;
}

/** The events for one subscriber from one read of the log. */
export interface LiveUpdate {
  readonly events: readonly LiveEvent[];
  readonly counts: readonly LiveCount[];
}

/** Above this number, events of one resource are only counted. */
const maxListed = 500;

/** The events to send: for a resource with very many of them only their number. */
export const toLiveUpdate = (events: readonly LiveEvent[]): LiveUpdate => {
  const byResource = Map.groupBy(events, ({ resource }) => resource);
  const groups = [...byResource].map(([resource, group]) => ({ resource, group }));
  return {
    events: groups.flatMap(({ group }) => (group.length > maxListed ? [] : group)),
    counts: groups.flatMap(({ resource, group }) => {
      if (group.length <= maxListed) return [];
      const ids = (wanted: (change: LiveEvent['change']) => boolean) =>
        new Set(group.filter(({ change }) => wanted(change)).map(({ id }) => id)).size;
      return [
        {
          resource,
          created: ids((change) => change === 'created'),
          changed: ids((change) => change !== 'created' && change !== 'noted'),
        },
      ];
    }),
  };
};
