import type { ApiAnswer, RequestWithBody } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

/** Writes records of a resource. Each call rejects with an `ApiError` or reloads the queries that show the resource. */
export interface Commands {
  /** @param key Idempotency key, one each time the form is opened, so that a retry does not create twice. */
  create(body: object, key: string): Promise<AnyRecord>;
  update(record: Pick<AnyRecord, 'id' | 'row_version'>, body: object): Promise<AnyRecord>;
  /** Returns the archived record, whose version `restore` needs. */
  archive(record: Pick<AnyRecord, 'id' | 'row_version'>): Promise<AnyRecord>;
  restore(record: Pick<AnyRecord, 'id' | 'row_version'>): Promise<AnyRecord>;
  /**
   * Returns the record, or `{ run }` for a command that runs as a job.
   *
   * @param name Name of the command in the definition of the resource.
   */
  command(
    record: Pick<AnyRecord, 'id' | 'row_version'>,
    name: string,
    body: object,
    key: string,
  ): Promise<AnyRecord>;
  /** Loads the current record from the server. */
  read(id: string): Promise<AnyRecord>;
  /** Reloads the queries that show the resource, after a change by other means. */
  refresh(): Promise<void>;
}

const requests = new WeakMap<AnyRecord, string>();

/**
 * The id of the request that wrote a record returned by one of the commands; the argument of `useUndo().offer`.
 *
 * @example offer('Cliente archivado', requestIdOf(await commands.archive(client)));
 */
export const requestIdOf = (record: AnyRecord): string | undefined => requests.get(record);

/** @example const { archive } = useCommands(clients); await archive(client); */
export function useCommands(resource: Resource): Commands {
  const api = useApi();
  const invalidate = useInvalidate();
  return useMemo(() => {
    const path = `/${resource.path}`;
    // A parent record may show the number of its parts, so it is reloaded too.
    const wholes = resource.partOf.map(
      (name) => `/${(fieldOf(resource, name).options as ReferenceOptions).to().path}`,
    );
    // If reloading fails, the query reports it.
    const refresh = (): Promise<void> => invalidate(path, ...wholes).catch(() => {});
    const write = async (method: string, below: string, request: RequestWithBody): Promise<AnyRecord> => {
      const answer: ApiAnswer<{ data: AnyRecord }> = await api.send(method, `${path}${below}`, request);
      const { data } = answer.body;
      if (answer.requestId !== null) requests.set(data, answer.requestId);
      await refresh();
      return data;
    };
    return {
      refresh,
      create: (body, idempotencyKey) => write('POST', '', { body, idempotencyKey }),
      update: ({ id, row_version }, body) => write('PATCH', `/${id}`, { body, ifMatch: row_version }),
      archive: ({ id, row_version }) => write('DELETE', `/${id}`, { ifMatch: row_version }),
      restore: ({ id, row_version }) => write('POST', `/${id}/restore`, { ifMatch: row_version }),
      command: ({ id, row_version }, name, body, idempotencyKey) =>
        write('POST', `/${id}/${resource.commands[name]?.path ?? name}`, {
          body,
          ifMatch: row_version,
          idempotencyKey,
        }),
      read: async (id) => (await api.get<{ data: AnyRecord }>(`${path}/${id}`)).data,
    };
  }, [api, invalidate, resource]);
}
