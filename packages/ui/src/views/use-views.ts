import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { formatView, type ListView, parseView } from '@pauta/domain/resource/query/view.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { SavedView, ViewVisibility } from '@pauta/domain/views/saved-view.ts';
import { useMemo } from 'react';

interface Answer<T> {
  readonly data: T;
}

type Versioned = Pick<SavedView, 'id' | 'row_version'>;

/** Writes to saved views. Each rejects with an `ApiError`. */
export interface ViewCommands {
  /** @param key Idempotency key, one each time the form is opened, so that a retry does not save twice. */
  create(
    view: { name: string; visibility: ViewVisibility; shown: ListView },
    key: string,
  ): Promise<SavedView>;
  update(
    view: Versioned,
    changes: {
      readonly name?: string;
      readonly visibility?: ViewVisibility;
      readonly is_shared_default?: boolean;
      readonly shown?: ListView;
    },
  ): Promise<SavedView>;
  /** The user's own default view, pinned views and order. */
  prefer(
    view: Pick<SavedView, 'id'>,
    preference: { readonly is_default?: boolean; readonly is_pinned?: boolean; readonly position?: number },
  ): Promise<SavedView>;
  /** Returns the archived view, whose version `restore` needs. */
  remove(view: Versioned): Promise<SavedView>;
  restore(view: Versioned): Promise<SavedView>;
}

export interface UseViews extends ViewCommands {
  /** Undefined until loaded. */
  readonly views: readonly SavedView[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The saved views of a list that the user may see, pinned ones first, and the commands on them. */
export function useViews(resource: Resource): UseViews {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data, error, mutate } = useApiQuery<Answer<readonly SavedView[]>>('/views', {
    query: { resource: resource.name },
  });
  const commands = useMemo((): ViewCommands => {
    const done = async (write: Promise<Answer<SavedView>>): Promise<SavedView> => {
      const answer = await write;
      await invalidate('/views').catch(() => {});
      return answer.data;
    };
    const paramsOf = (shown: ListView): string => paramsText(resource, shown);
    return {
      create: ({ shown, ...view }, idempotencyKey) =>
        done(
          api.post(
            '/views',
            { ...view, resource: resource.name, params: paramsOf(shown) },
            { idempotencyKey },
          ),
        ),
      update: ({ id, row_version }, { shown, ...changes }) =>
        done(
          api.patch(
            `/views/${id}`,
            { ...changes, ...(shown && { params: paramsOf(shown) }) },
            { ifMatch: row_version },
          ),
        ),
      prefer: ({ id }, preference) => done(api.put(`/views/${id}/preference`, preference)),
      remove: ({ id, row_version }) => done(api.delete(`/views/${id}`, { ifMatch: row_version })),
      restore: ({ id, row_version }) =>
        done(api.post(`/views/${id}/restore`, undefined, { ifMatch: row_version })),
    };
  }, [api, invalidate, resource]);
  return { ...commands, views: data?.data, error, retry: () => void mutate() };
}

/** The parameters of a view as they are saved, without the cursor of the page. */
export const paramsText = (resource: Resource, shown: ListView): string =>
  formatView(resource, { ...shown, query: { ...shown.query, cursor: null } }).toString();

/** The content of a saved view; the default list if its parameters are no longer valid. */
export function shownBy(resource: Resource, params: string): ListView {
  for (const text of [params, '']) {
    const read = parseView(resource, text);
    if (read.ok) return read.view;
  }
  throw new Error(`${resource.name} has no plain list`);
}

/** The view that a list opens with when its address has no parameters: the user's own default, else the shared one. */
export const openingView = (views: readonly SavedView[]): SavedView | undefined =>
  views.find((view) => view.is_default) ?? views.find((view) => view.is_shared_default);
