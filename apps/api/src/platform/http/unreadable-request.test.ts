import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let port: number;

beforeAll(async () => {
  api = await startTestApi({ areas: false });
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => api.close());

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The complete responses on a connection, as they arrive. */
async function* answersOf(socket: Socket): AsyncGenerator<Answer> {
  let text = '';
  // One character per byte, so that lengths match the headers.
  for await (const chunk of socket.setEncoding('latin1')) {
    text += String(chunk);
    for (;;) {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const [line = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((one) => [
          one.slice(0, one.indexOf(':')).toLowerCase(),
          one.slice(one.indexOf(':') + 1).trim(),
        ]),
      );
      const length = Number(headers['content-length']);
      const body = rest.join('\r\n\r\n');
      if (rest.length === 0 || body.length < length) break;
      text = body.slice(length);
      yield {
        status: Number(line.split(' ')[1]),
        headers,
        body: Buffer.from(body.slice(0, length), 'latin1').toString(),
      };
    }
  }
}

const next = async (answers: AsyncGenerator<Answer>): Promise<Answer> =>
  (await answers.next()).value as Answer;

const expectProblem = (answer: Answer, status: number, message: RegExp): void => {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(JSON.parse(answer.body)).toMatchObject({
    status,
    message: expect.stringMatching(message),
    request_id: answer.headers['x-request-id'],
  });
};

test('an address that is too long is refused like any other request, and the connection stays open', async () => {
  const socket = await open();
  const answers = answersOf(socket);
  socket.write(`GET /api/health?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const refused = await next(answers);
  expectProblem(refused, 431, /demasiado largas/);
  expect(refused.headers.connection).toBe('keep-alive');
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
  expect((await next(answers)).status).toBe(200);
  socket.destroy();
});

test.each([
  [
    'endless headers',
    `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(200_000)}`,
    431,
    /demasiado largas/,
  ],
  ['an endless address', `GET /api/health?q=${'x'.repeat(200_000)} HTTP/1.1\r\n`, 431, /demasiado largas/],
  ['no request at all', 'esto no es HTTP\r\n\r\n', 400, /no se puede leer/],
  [
    'a length that is none',
    'POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: nada\r\n\r\n',
    400,
    /no se puede leer/,
  ],
])('%s is answered with an error, and the connection is closed', async (_what, request, status, message) => {
  const socket = await open();
  const answers = answersOf(socket);
  socket.write(request);
  const refused = await next(answers);
  expectProblem(refused, status, message);
  expect(refused.headers.connection).toBe('close');
  expect((await answers.next()).done).toBe(true);
});

test('a request that never ends is answered with an error', async () => {
  const [[ours], socket] = await Promise.all([once(api.app.server, 'connection'), open()]);
  const answers = answersOf(socket);
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n');
  // Emits the error that Node emits when a request times out, without waiting for a minute.
  api.app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), ours);
  expectProblem(await next(answers), 408, /no llegó completa/);
  expect((await answers.next()).done).toBe(true);
});
