import type { ApiError } from '@pauta/core';
import { useInvalidate, useSession, useSettings } from '@pauta/core/react';
import type { IndexedResource } from '@pauta/domain/resource/indexed-resource.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useLive } from './use-live.ts';

/** Changes come in bursts, so data is reloaded at most once a second. */
const pause = 1000;
/** Seconds until the user is loaded again from a server that was unavailable, unless it says when. */
const untilRetry = 5;

export interface LiveRefreshProps {
  /** All resources. */
  readonly resources: readonly IndexedResource[];
  /** Names of the resources that are counted in the menu and on the home page. */
  readonly counted: ReadonlySet<string>;
}

/**
 * Reloads after changes by others the data that can change without moving the page under the pointer: options of select
 * boxes, comments and attachments, settings, the counters of menu and home page, and the permissions of the user. Mount
 * it once, in the frame of the signed-in pages.
 */
export function LiveRefresh({ resources, counted }: LiveRefreshProps): null {
  const pathOf = useMemo(() => new Map(resources.map(({ name, path }) => [name, `/${path}`])), [resources]);
  const invalidate = useInvalidate();
  const { load } = useSettings();
  const { fetchUser } = useSession();
  const due = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const userTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      clearTimeout(userTimer.current);
    },
    [],
  );

  /** The menus depend on the user's permissions; other screens reload their own data. */
  const refreshUser = (): void => {
    clearTimeout(userTimer.current);
    fetchUser({ keepsSession: true }).catch(({ status, retryAfter }: ApiError) => {
      if (status === 0 || status >= 500)
        userTimer.current = setTimeout(refreshUser, (retryAfter ?? untilRetry) * 1000);
    });
  };

  const refresh = (path: string): void => {
    due.current.add(path);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const paths = [...due.current];
      due.current.clear();
      invalidate(...paths).catch(() => {});
    }, pause);
  };
  useLive((message) => {
    if (message.type === 'reset') {
      for (const path of pathOf.values()) refresh(`${path}/options`);
      refresh('/home');
      load().catch(() => {});
      return;
    }
    if (message.type === 'rights') return refreshUser();
    const name = message.type === 'many' ? message.resource : message.event.resource;
    if (name === 'settings') return void load().catch(() => {});
    // A hidden tab reloads when it becomes visible again.
    if (counted.has(name) && !document.hidden) refresh('/home');
    const path = pathOf.get(name);
    if (!path) return;
    if (message.type === 'change' && message.event.change === 'noted') {
      for (const part of ['notes', 'comments', 'attachments']) refresh(`${path}/${message.event.id}/${part}`);
    } else refresh(`${path}/options`);
  });
  return null;
}
