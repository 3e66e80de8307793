import type { ApiClient } from '@pauta/core';
import { useApi, useUser } from '@pauta/core/react';
import { useEffect, useRef } from 'react';
import type { LiveMessage } from './live-event.ts';
import type { LiveStream } from './live-stream.ts';

const streams = new WeakMap<ApiClient, { userId: string; stream: Promise<LiveStream> }>();

/** The stream of a user, opened once. Its code is loaded when the first screen subscribes. */
export function streamOf(api: ApiClient, userId: string): Promise<LiveStream> {
  const known = streams.get(api);
  if (known?.userId === userId) return known.stream;
  const stream = import('./live-stream.ts').then(({ openLiveStream }) =>
    openLiveStream(`pauta.live ${api.baseUrl} ${userId}`, (lastId, signal) =>
      api.raw('GET', '/events', {
        headers: { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) },
        timeout: 0,
        signal,
      }),
    ),
  );
  streams.set(api, { userId, stream });
  return stream;
}

/** Calls `listener` for each message of the stream while the component is mounted and a user is signed in. */
export function useLive(listener: (message: LiveMessage) => void): void {
  const api = useApi();
  const userId = useUser()?.id;
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (userId === undefined) return;
    let isGone = false;
    let leave: (() => void) | undefined;
    streamOf(api, String(userId)).then(
      (stream) => {
        if (!isGone) leave = stream.subscribe((message) => latest.current(message));
      },
      // If the code cannot be loaded, the screen works without live changes.
      () => streams.delete(api),
    );
    return () => {
      isGone = true;
      leave?.();
    };
  }, [api, userId]);
}
