import { createIdempotencyKey } from '@pauta/core';
import { type ApiQuery, useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useMemo } from 'react';

/** Whether a new value requires nothing but a name and a code. */
export const isSimple = ({ fields, operations }: Catalogue): boolean =>
  operations.includes('create') &&
  Object.entries(fields).every(
    ([name, { options }]) =>
      name === 'code' ||
      name === 'name' ||
      options.readOnly ||
      !options.required ||
      options.initial !== undefined,
  );

/** A catalogue with its figures, as `GET /catalogues` returns it. */
export interface CatalogueEntry {
  readonly name: string;
  readonly rows: number;
  readonly active: number;
  readonly uses: number;
  readonly uses_is_estimate: boolean;
  readonly changed_at: string | null;
  readonly changed_by: { readonly id: string; readonly name: string } | null;
}

/** The places where one value is used: `GET /<path>/{id}/usages`. */
export interface Usages {
  readonly total: number;
  readonly total_is_estimate: boolean;
  readonly by: readonly {
    readonly resource: string;
    readonly label: string;
    readonly field: string | null;
    readonly count: number;
    readonly path: string | null;
  }[];
}

/** The number of uses of a value. */
export interface UseCount {
  readonly id: string;
  readonly total: number;
  readonly total_is_estimate: boolean;
}

export const useCatalogues = (): ApiQuery<{ readonly data: readonly CatalogueEntry[] }> =>
  useApiQuery<{ readonly data: readonly CatalogueEntry[] }>('/catalogues');

/** With a null id no request is sent. */
export const useUsages = (catalogue: Catalogue, id: string | null): ApiQuery<{ readonly data: Usages }> =>
  useApiQuery<{ readonly data: Usages }>(id === null ? null : `/${catalogue.path}/${id}/usages`);

/** @example timesUsed({ total: 1000, total_is_estimate: true }) // 'más de 1,000 usos' */
export function timesUsed({ total, total_is_estimate: more }: Omit<UseCount, 'id'>): string {
  if (total === 0) return 'Sin usos';
  if (total === 1) return '1 uso';
  return `${more ? 'más de ' : ''}${formatCount(total)} usos`;
}

type Version = Pick<AnyRecord, 'id' | 'row_version'>;

export interface CatalogueCommands {
  /** Resolves to the number of changed references. */
  merge(from: Version, into: string): Promise<number>;
  /** Moves the value after the value `after`; null makes it the first. */
  move(id: string, after: string | null): Promise<void>;
  /** All values that are not deleted, in order. */
  all(): Promise<readonly AnyRecord[]>;
}

/** Maximum number of values in the ordering screen. */
const mostValues = 1000;

export function useCatalogueCommands(catalogue: Catalogue): CatalogueCommands {
  const api = useApi();
  const invalidate = useInvalidate();
  return useMemo(() => {
    const path = `/${catalogue.path}`;
    // A failed refresh is reported by the query itself.
    const refresh = (...paths: string[]): Promise<void> =>
      invalidate(path, '/catalogues', ...paths).catch(() => {});
    return {
      merge: async ({ id, row_version }, into) => {
        const { merged } = await api.post<{ merged: { repointed: number; paths: readonly string[] } }>(
          `${path}/${id}/merge`,
          { into },
          { ifMatch: row_version, idempotencyKey: createIdempotencyKey(), timeout: 90_000 },
        );
        await refresh(...merged.paths.map((one) => `/${one}`));
        return merged.repointed;
      },
      move: async (id, after) => {
        await api.post(`${path}/reorder`, { id, after });
        await refresh();
      },
      all: async () => {
        const values: AnyRecord[] = [];
        let cursor: string | null = null;
        do {
          const page: { data: AnyRecord[]; next_cursor: string | null } = await api.get(path, {
            query: { sort: 'sort_order', limit: 100, cursor: cursor ?? undefined },
          });
          values.push(...page.data);
          cursor = page.next_cursor;
        } while (cursor !== null && values.length < mostValues);
        return values;
      },
    };
  }, [api, invalidate, catalogue]);
}
