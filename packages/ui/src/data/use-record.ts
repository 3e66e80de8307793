import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';

/** One record: `GET /<path>/{id}`. Null makes no request. */
export function useRecord(resource: Resource, id: string | null): ApiQuery<{ readonly data: AnyRecord }> {
  return useApiQuery<{ readonly data: AnyRecord }>(id === null ? null : `/${resource.path}/${id}`);
}

/** An entry of the history of a record: its changes by one request. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  /** `id` is null for the system and for visitors. */
  readonly actor: { readonly id: string | null; readonly name: string };
  readonly action: string;
  /** Title: `Cliente creado`. */
  readonly title: string;
  /** Values formatted for display; null if empty. */
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
    /** The former value in the form of a request body; absent where it cannot be restored. */
    readonly restores?: unknown;
  }[];
  readonly reason: string | null;
  /** Id of the request, for `useUndo`, if it can be undone. */
  readonly undo?: string | null;
  /**
   * Set if the entry is part of a larger change: `whole` can only be undone together with the other records it changed,
   * `import` is an import of a file.
   */
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
