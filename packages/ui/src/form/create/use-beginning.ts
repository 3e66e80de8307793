import { useApi } from '@pauta/core/react';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { hasBeginning } from '@pauta/domain/resource/beginning.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../controls/toast.ts';

/** The initial values of a form that are not constants; see `Beginning`. */
export interface BeginningOfForm {
  /** Values in the form of a response. */
  readonly values: Values;
  /** Returns the values to send: a proposed code that was used meanwhile is replaced by the next one. */
  renewed(values: Values): Promise<Values>;
}

const nothing: BeginningOfForm = { values: {}, renewed: async (values) => values };

interface BeginningOptions {
  /** Name of the command with these fields; absent for those of a new record. */
  readonly command?: string;
  /** The parent records of the new one, by field. */
  readonly parents?: Readonly<Record<string, Pick<Reference, 'id'>>>;
  /** No request is made while it is false. */
  readonly asking?: boolean;
}

/**
 * Requests the initial values of these fields each time a form is opened, because a cached code is outdated once a
 * record is saved. Null until loaded; if the request fails, only constant initial values apply.
 *
 * @example const beginning = useBeginning(clients, clients.fields);
 */
export function useBeginning(
  resource: Resource,
  fields: Fields,
  { command, parents = {}, asking = true }: BeginningOptions = {},
): BeginningOfForm | null {
  const api = useApi();
  const isAsked = asking && hasBeginning(fields);
  const [beginning, setBeginning] = useState<BeginningOfForm | null>(isAsked ? null : nothing);
  const ask = useRef((_signal?: AbortSignal): Promise<Values> => Promise.resolve({}));
  ask.current = async (signal) => {
    const query = {
      command,
      ...Object.fromEntries(Object.entries(parents).map(([name, { id }]) => [name, id])),
    };
    const answer = await api.get<{ data: Values }>(`/${resource.path}/beginning`, {
      query,
      ...(signal && { signal }),
    });
    return answer.data;
  };

  useEffect(() => {
    if (!isAsked) return;
    const opening = new AbortController();
    const begin = (values: Values): void =>
      setBeginning({
        values,
        renewed: async (typed) => {
          const proposed = Object.keys(fields).filter(
            (name) =>
              fields[name]?.options.begins?.from === 'sequence' &&
              values[name] !== undefined &&
              typed[name] === values[name],
          );
          if (proposed.length === 0) return typed;
          // If this request fails, the typed code is sent; the server refuses it if it is in use.
          const now = await ask.current().catch(() => values);
          const changed = proposed.filter((name) => now[name] !== values[name]);
          for (const name of changed)
            notify(`El código ${values[name]} ya se usó; este registro recibe el ${now[name]}.`);
          return { ...typed, ...Object.fromEntries(changed.map((name) => [name, now[name]])) };
        },
      });
    ask.current(opening.signal).then(begin, () => {
      if (!opening.signal.aborted) begin({});
    });
    return () => opening.abort();
    // Runs only when the form opens.
  }, []);

  return beginning;
}
