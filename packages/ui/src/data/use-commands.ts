import { useApi, useInvalidate } from '@pauta/core/react';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

/** Writes to a resource. Each rejects with an `ApiError`, and refreshes what shows the resource. */
export interface Commands {
  /** @param key One for each opening of a form, so that trying again creates once. */
  create(body: object, key: string): Promise<AnyRecord>;
  update(record: Pick<AnyRecord, 'id' | 'row_version'>, body: object): Promise<AnyRecord>;
  /** Answers with the record in the archive, whose version `restore` needs. */
  archive(record: Pick<AnyRecord, 'id' | 'row_version'>): Promise<AnyRecord>;
  restore(record: Pick<AnyRecord, 'id' | 'row_version'>): Promise<AnyRecord>;
  /** @param name Key of the transition in the resource. */
  transition(
    record: Pick<AnyRecord, 'id' | 'row_version'>,
    name: string,
    body: object,
    key: string,
  ): Promise<AnyRecord>;
  /** The record as it is on the server now. */
  read(id: string): Promise<AnyRecord>;
}

/** @example const { archive } = useCommands(clients); await archive(client); */
export function useCommands(resource: Resource): Commands {
  const api = useApi();
  const invalidate = useInvalidate();
  return useMemo(() => {
    const path = `/${resource.path}`;
    // A failing refresh is the query's to report.
    const refresh = (): Promise<void> => invalidate(path).catch(() => {});
    const changed = async <T>(write: Promise<T>): Promise<T> => {
      const answer = await write;
      await refresh();
      return answer;
    };
    const record = async (write: Promise<{ data: AnyRecord }>): Promise<AnyRecord> =>
      (await changed(write)).data;
    return {
      create: (body, idempotencyKey) => record(api.post(path, body, { idempotencyKey })),
      update: ({ id, row_version }, body) =>
        record(api.patch(`${path}/${id}`, body, { ifMatch: row_version })),
      archive: ({ id, row_version }) => record(api.delete(`${path}/${id}`, { ifMatch: row_version })),
      restore: ({ id, row_version }) =>
        record(api.post(`${path}/${id}/restore`, undefined, { ifMatch: row_version })),
      transition: ({ id, row_version }, name, body, idempotencyKey) =>
        record(api.post(`${path}/${id}/${name}`, body, { ifMatch: row_version, idempotencyKey })),
      read: async (id) => (await api.get<{ data: AnyRecord }>(`${path}/${id}`)).data,
    };
  }, [api, invalidate, resource]);
}
