import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { formatQuery } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo, useRef } from 'react';
import { paths } from '../data/paths.ts';
import type { Selection } from '../query/selection.ts';
import { type BlockedRecord, longest } from '../undo/undo-answer.ts';

interface Blocked {
  readonly blocked: readonly BlockedRecord[];
  readonly blocked_total: number;
}

/** The preview of a bulk change. */
export interface BulkPreview extends Blocked {
  readonly total: number;
  readonly changing: number;
  readonly unchanged: number;
}

/** The result of a bulk change. */
export interface BulkResult extends Blocked {
  readonly request_id: string;
  readonly changed: number;
  readonly unchanged: number;
}

/** The action and its values, in the form of a request body. */
export interface BulkOrder {
  readonly action: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface BulkCommand {
  preview(order: BulkOrder, expected?: number): Promise<BulkPreview>;
  run(order: BulkOrder, expected?: number): Promise<BulkResult>;
}

const unseen = '(sin acceso)';

/** The bulk calls of a resource over one selection; `expected` replaces the count of the selection. */
export function useBulkCommand(resource: Resource, selection: Selection): BulkCommand {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  return useMemo(() => {
    const path = `/${resource.path}/bulk`;
    const linked = <T extends Blocked>(answer: T): T => ({
      ...answer,
      blocked: answer.blocked.map((one) => ({
        ...one,
        path: one.title === unseen ? null : paths.record(resource, one.id),
      })),
    });
    const body = (order: BulkOrder, expected: number | undefined): object => ({
      ...(selection.kind === 'ids'
        ? { ids: selection.ids }
        : {
            query: formatQuery(resource, selection.query).toString(),
            expected: expected ?? selection.expected,
          }),
      ...order,
    });
    return {
      preview: async (order, expected) => {
        // A preview may have other values, so it gets a new key.
        key.current = createIdempotencyKey();
        const answer = await api.post<{ data: BulkPreview }>(`${path}/preview`, body(order, expected), {
          timeout: longest,
        });
        return linked(answer.data);
      },
      run: async (order, expected) => {
        const answer = await api.post<{ data: BulkResult }>(path, body(order, expected), {
          timeout: longest,
          idempotencyKey: key.current,
        });
        // If reloading fails, the query reports it.
        invalidate(`/${resource.path}`).catch(() => {});
        return linked(answer.data);
      },
    };
  }, [api, invalidate, resource, selection]);
}
