import { PassThrough } from 'node:stream';
import type { Presence } from '@pauta/domain/live/presence.ts';
import type { LiveUpdate } from './live-event.ts';

/** Unsent bytes at which a slow reader is disconnected; it reconnects with its last event id. */
const mostUnsent = 1024 * 1024;

/** The body of a `text/event-stream` response. */
export interface EventStream {
  readonly body: PassThrough;
  send(update: LiveUpdate, position: string): void;
  reset(position: string): void;
  present(presence: Presence): void;
  rights(): void;
  end(): void;
}

const message = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** @param retry milliseconds after which a disconnected reader reconnects */
export const openEventStream = (retry: number): EventStream => {
  const body = new PassThrough();
  const write = (text: string): void => {
    if (body.writableEnded || body.destroyed) return;
    if (body.writableLength + body.readableLength > mostUnsent) body.destroy();
    else body.write(text);
  };
  write(`retry: ${retry}\n\n`);
  return {
    body,
    send: ({ events, counts }, position) => {
      const lines = [
        ...events.map((event) => message('change', event)),
        ...counts.map((count) => message('many', count)),
      ];
      // A message with only the id updates the position to resume from; it comes last, once all events were sent.
      write(`${lines.join('')}id: ${position}\nevent: position\ndata: {}\n\n`);
    },
    rights: () => {
      write(message('rights', {}));
      body.end();
    },
    present: (presence) => write(message('presence', presence)),
    reset: (position) => write(`id: ${position}\n${message('reset', {})}`),
    end: () => void body.end(),
  };
};
