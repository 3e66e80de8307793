import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message of an event stream; `at` is when it was received, in milliseconds of `performance.now()`. */
export interface StreamMessage {
  id: string;
  event: string;
  data: Record<string, unknown>;
  at: number;
}

export interface OpenStream {
  status: number;
  headers: IncomingMessage['headers'];
  messages: StreamMessage[];
  /** Messages of one event type. */
  of(event: string): StreamMessage[];
  /** The `id` to resume from. */
  lastId(): string;
  /** Waits for a message; fails after `within` milliseconds. */
  until(test: (message: StreamMessage) => boolean, within?: number): Promise<StreamMessage>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

const ask = async (address: string, headers: Record<string, string>) => {
  // A separate connection, closed with the stream.
  const asked = request(`${address}/api/events`, { agent: false, headers });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  asked.on('error', () => undefined);
  return { asked, response };
};

/**
 * Opens `GET /api/events` over HTTP and collects its events. Retries when the process answers that it is overloaded
 * (503), as a browser does.
 */
export const openEvents = async (
  address: string,
  headers: Record<string, string>,
  lastEventId?: string,
): Promise<OpenStream> => {
  const open = () =>
    ask(address, {
      ...headers,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
  let { asked, response } = await open();
  for (let tries = 0; response.statusCode === 503 && tries < 20; tries += 1) {
    asked.destroy();
    await sleep(500);
    ({ asked, response } = await open());
  }
  const messages: StreamMessage[] = [];
  const waiting = new Set<(message: StreamMessage) => void>();
  let lastId = '';
  const take = (block: string): void => {
    const fields = new Map(
      block
        .split('\n')
        .map((line): [string, string] => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
    );
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    const message = {
      id: lastId,
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data) as Record<string, unknown>,
      at: performance.now(),
    };
    messages.push(message);
    for (const look of [...waiting]) look(message);
  };
  const ended = (async () => {
    let rest = '';
    response.setEncoding('utf8');
    try {
      for await (const chunk of response) {
        if (response.statusCode !== 200) continue;
        rest += chunk;
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) take(block);
      }
    } catch {
      // Closed, by us or by the server.
    }
  })();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    of: (event) => messages.filter((message) => message.event === event),
    lastId: () => lastId,
    until: (test, within = 30_000) => {
      const found = messages.find(test);
      if (found) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(
              `no such message within ${within} ms (status ${response.statusCode}); ${messages.length} came: ${JSON.stringify(messages.slice(-5))}`,
            ),
          );
        }, within);
        const look = (message: StreamMessage): void => {
          if (!test(message)) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(message);
        };
        waiting.add(look);
      });
    },
    ended,
    close: () => void asked.destroy(),
  };
};
