import { createIdempotencyKey } from '@pauta/core';
import { type ApiQuery, useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useMemo } from 'react';

/** Are a name and a code all that a new value must have? */
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

/** A catalogue as its hub shows it: `GET /catalogues`. */
export interface CatalogueEntry {
  readonly name: string;
  readonly rows: number;
  readonly active: number;
  readonly uses: number;
  readonly uses_is_estimate: boolean;
  readonly changed_at: string | null;
  readonly changed_by: { readonly id: string; readonly name: string } | null;
}

/** Where one value is used: `GET /<path>/{id}/usages`. */
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

/** How often a value is used. */
export interface UseCount {
  readonly id: string;
  readonly total: number;
  readonly total_is_estimate: boolean;
}

export const useCatalogues = (): ApiQuery<{ readonly data: readonly CatalogueEntry[] }> =>
  useApiQuery<{ readonly data: readonly CatalogueEntry[] }>('/catalogues');

/** Null asks nothing. */
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
  /** Answers how many references changed. */
  merge(from: Version, into: string): Promise<number>;
  /** Behind `after`; null makes it the first. */
  move(id: string, after: string | null): Promise<void>;
  /** All living values in their order. */
  all(): Promise<readonly AnyRecord[]>;
}

/** Values that the screen for ordering takes. */
const mostValues = 1000;

export function useCatalogueCommands(catalogue: Catalogue): CatalogueCommands {
  const api = useApi();
  const invalidate = useInvalidate();
  return useMemo(() => {
    const path = `/${catalogue.path}`;
    // A failing refresh is the query's to report.
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
