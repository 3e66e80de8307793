import type { LiveEvent } from '../live/live-event.ts';

export interface LiveFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Sends an event to every open stream. */
  tell(event: Partial<LiveEvent>): void;
  send(text: string): void;
  /** Ends every open stream, like a server that stops. */
  end(): void;
  /** The `Last-Event-ID` of each request that opened the stream. */
  readonly opened: readonly string[];
}

/** A `fetch` that answers `/events` with a stream written by the test, and passes other requests to `otherwise`. */
export function createLiveFetch(otherwise: typeof globalThis.fetch): LiveFetch {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const opened: string[] = [];
  const encoder = new TextEncoder();
  let number = 0;
  const send = (text: string): void => {
    for (const controller of open) controller.enqueue(encoder.encode(text));
  };
  return {
    opened,
    send,
    fetch: async (input, init) => {
      if (!String(input).endsWith('/events')) return otherwise(input, init);
      opened.push(new Headers(init?.headers).get('last-event-id') ?? '');
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          open.add(controller);
          controller.enqueue(encoder.encode('retry: 10\n\nid: 0\nevent: position\ndata: {}\n\n'));
          init?.signal?.addEventListener('abort', () => {
            if (open.delete(controller)) controller.error(init.signal?.reason);
          });
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
    tell: (event) => {
      number += 1;
      const whole = {
        resource: 'clients',
        id: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
        change: 'changed',
        version: 2,
        request_id: `r-${number}`,
        by: { id: '99', name: 'Luis Gómez' },
        ...event,
      };
      send(`event: change\ndata: ${JSON.stringify(whole)}\n\nid: ${number}\nevent: position\ndata: {}\n\n`);
    },
    end: () => {
      for (const controller of open) controller.close();
      open.clear();
    },
  };
}
