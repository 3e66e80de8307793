import type { ApiAnswer, RequestWithBody } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

/** Writes to a resource. Each rejects with an `ApiError`, and refreshes what shows the resource. */
export interface Commands {
  /** @param key One for each opening of a form, so that trying again creates once. */
  create(body: object, key: string): Promise<AnyRecord>;
  update(record: Pick<AnyRecord, 'id' | 'row_version'>, body: object): Promise<AnyRecord>;
  /** Answers with the record in the archive, whose version `restore` needs. */
  archive(record: Pick<AnyRecord, 'id' | 'row_version'>): Promise<AnyRecord>;
  restore(record: Pick<AnyRecord, 'id' | 'row_version'>): Promise<AnyRecord>;
  /**
   * Answers the record, or `{ run }` for a command that runs as a job.
   *
   * @param name Key of the command in the resource.
   */
  command(
    record: Pick<AnyRecord, 'id' | 'row_version'>,
    name: string,
    body: object,
    key: string,
  ): Promise<AnyRecord>;
  /** The record as it is on the server now. */
  read(id: string): Promise<AnyRecord>;
  /** Reloads what shows the resource, after a change by other means. */
  refresh(): Promise<void>;
}

const requests = new WeakMap<AnyRecord, string>();

/**
 * The request that wrote a record which one of the commands answered: what `useUndo().offer` takes.
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
    // Its parent record may show a count of it.
    const wholes = resource.partOf.map(
      (name) => `/${(fieldOf(resource, name).options as ReferenceOptions).to().path}`,
    );
    // A failing refresh is the query's to report.
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
        write('POST', `/${id}/${name}`, { body, ifMatch: row_version, idempotencyKey }),
      read: async (id) => (await api.get<{ data: AnyRecord }>(`${path}/${id}`)).data,
    };
  }, [api, invalidate, resource]);
}
