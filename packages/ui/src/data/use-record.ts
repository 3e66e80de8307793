import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';

/** One record: `GET /<path>/{id}`. Null asks nothing. */
export function useRecord(resource: Resource, id: string | null): ApiQuery<{ readonly data: AnyRecord }> {
  return useApiQuery<{ readonly data: AnyRecord }>(id === null ? null : `/${resource.path}/${id}`);
}

/** The changes of a record at one moment, as an entry of its history. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  /** `id` is null for the system and for visitors. */
  readonly actor: { readonly id: string | null; readonly name: string };
  readonly action: string;
  /** Title: `Cliente creado`. */
  readonly title: string;
  /** Values as a person reads them; null is "nothing". */
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
    /** The former value in the form of a request body; absent where it cannot be restored. */
    readonly restores?: unknown;
  }[];
  readonly reason: string | null;
  /** The request that can be undone, see `useUndo`. */
  readonly undo?: string | null;
  /** The entry is part of a larger change: one over several records that is undone as one, or an import. */
  readonly act?: 'whole' | 'import';
}

/** The history of a record, oldest first. Null makes no request. */
export function useHistory(
  resource: Resource,
  id: string | null,
): ApiQuery<{ readonly data: readonly HistoryEntry[] }> {
  return useApiQuery<{ readonly data: readonly HistoryEntry[] }>(
    id === null ? null : `/${resource.path}/${id}/history`,
  );
}
