import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../test/memory-storage.ts';
import { json, type ReceivedRequest, startServer, type TestServer } from '../test/server.ts';
import { type ApiClientOptions, createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

let server: TestServer;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  server = await startServer();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await server.close();
});

const client = (options: ApiClientOptions = {}) => createApiClient({ baseUrl: server.baseUrl, ...options });

function lastAsked(): ReceivedRequest {
  const last = server.asked.at(-1);
  if (!last) throw new Error('The server was not asked.');
  return last;
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${String(error)}`);
  return error;
}

describe('headers (specification §7)', () => {
  test('sends and accepts JSON, marked as sent by a script, and no bearer without a token', async () => {
    server.on('GET /settings', json(200, {}));
    await client().get('/settings');
    expect(lastAsked().headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    });
    expect(lastAsked().headers).not.toHaveProperty('authorization');
  });

  test('each request sends the token stored at that moment as bearer', async () => {
    server.on('GET /user', json(200, {}));
    const storage = memoryStorage({ auth_token: 'one' });
    const api = client({ storage });
    await api.get('/user');
    expect(lastAsked().headers.authorization).toBe('Bearer one');
    storage.setItem('auth_token', 'two');
    await api.get('/user');
    expect(lastAsked().headers.authorization).toBe('Bearer two');
    storage.removeItem('auth_token');
    await api.get('/user');
    expect(lastAsked().headers).not.toHaveProperty('authorization');
  });

  test.each(['', 'dos palabras', 'salto\nde línea', 'ñ'])(
    'an invalid stored token (%j) is not sent',
    async (token) => {
      server.on('GET /user', json(200, {}));
      await client({ storage: memoryStorage({ auth_token: token }) }).get('/user');
      expect(lastAsked().headers).not.toHaveProperty('authorization');
    },
  );

  test('a form keeps the content type with its boundary', async () => {
    server.on('POST /files', json(201, {}));
    const form = new FormData();
    form.set('photo', new Blob(['x'], { type: 'image/png' }), 'ñ.png');
    await client().post('/files', form);
    expect(lastAsked().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(lastAsked().body).toContain('filename="ñ.png"');
  });

  test('a blob keeps its own type', async () => {
    server.on('PUT /files/1', json(200, {}));
    await client().put('/files/1', new Blob(['a,b'], { type: 'text/csv' }));
    expect(lastAsked()).toMatchObject({ body: 'a,b', headers: { 'content-type': 'text/csv' } });
  });

  test('If-Match quotes a version and leaves an entity tag as it is', async () => {
    server.on('PATCH /clients/1', json(200, {}));
    const sent: (string | undefined)[] = [];
    for (const ifMatch of [7, '7', '"7"', 'W/"7"', '*']) {
      await client().patch('/clients/1', {}, { ifMatch });
      sent.push(lastAsked().headers['if-match']);
    }
    expect(sent).toEqual(['"7"', '"7"', '"7"', 'W/"7"', '*']);
  });

  test('Idempotency-Key and additional headers', async () => {
    server.on('POST /clients', json(201, {}));
    await client().post(
      '/clients',
      {},
      { idempotencyKey: 'k-1', headers: { 'X-Extra': 'yes', Accept: 'text/csv' } },
    );
    expect(lastAsked().headers).toMatchObject({
      'idempotency-key': 'k-1',
      accept: 'text/csv',
      'x-extra': 'yes',
    });
  });
});

describe('requests', () => {
  test('each method uses its own verb and returns the parsed body', async () => {
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      server.on(`${verb} /things/1`, json(200, { verb }));
    const api = client();
    expect(await api.get('/things/1')).toEqual({ verb: 'GET' });
    expect(await api.post('/things/1', { a: 1 })).toEqual({ verb: 'POST' });
    expect(lastAsked().body).toBe('{"a":1}');
    expect(await api.put('/things/1', [1])).toEqual({ verb: 'PUT' });
    expect(lastAsked().body).toBe('[1]');
    expect(await api.patch('/things/1', { b: null })).toEqual({ verb: 'PATCH' });
    expect(lastAsked().body).toBe('{"b":null}');
    expect(await api.delete('/things/1')).toEqual({ verb: 'DELETE' });
    expect(lastAsked().body).toBe('');
    expect(await api.request('DELETE', '/things/1', { body: { reason: 'x' } })).toEqual({ verb: 'DELETE' });
    expect(lastAsked().body).toBe('{"reason":"x"}');
  });

  test('without a payload there is no body', async () => {
    server.on('POST /logout', (response) => response.writeHead(204).end());
    expect(await client().post('/logout')).toBeUndefined();
    expect(lastAsked().body).toBe('');
    await client().post('/logout', null);
    expect(lastAsked().body).toBe('');
  });

  test('the address is the base address and the path, regardless of slashes', async () => {
    server.on('GET /user', json(200, {}));
    await client({ baseUrl: `${server.baseUrl}/` }).get('user');
    await client().get(`${server.baseUrl}/user`);
    await client().get('/user', { query: { q: 'ñ' } });
    expect(server.asked.map(({ path }) => path)).toEqual(['/user', '/user', '/user?q=%C3%B1']);
    expect(client({ baseUrl: 'https://x.example/api//' }).baseUrl).toBe('https://x.example/api');
  });

  test('the base address is derived from the page unless given', () => {
    vi.stubGlobal('location', new URL('https://pauta.example.com/crm/clientes'));
    expect(createApiClient().baseUrl).toBe('https://pauta.example.com/api');
  });

  test.each(['http://evil.example/user', 'https:evil', 'javascript:alert(1)'])(
    'the token is never sent to another server (%s)',
    async (path) => {
      const api = client({ storage: memoryStorage({ auth_token: 'secret' }) });
      await expect(api.get(path)).rejects.toThrow(TypeError);
      expect(server.asked).toEqual([]);
    },
  );

  test('//other-host is treated as a path', async () => {
    await failure(client().get('//evil.example/user'));
    expect(lastAsked().path).toBe('/evil.example/user');
  });

  test('send returns status, headers and entity tag with the body', async () => {
    server.on('GET /clients/1', json(200, { id: 1 }, { ETag: '"9"', 'X-Request-Id': 'r-1' }));
    const answer = await client().send('GET', '/clients/1');
    expect(answer).toMatchObject({ status: 200, body: { id: 1 }, etag: '"9"', requestId: 'r-1' });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test('raw does not read the body and still rejects for an error', async () => {
    server.on('GET /export', (response) =>
      response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a,b\n'),
    );
    expect(await (await client().raw('GET', '/export')).text()).toBe('a,b\n');
    expect(await failure(client().raw('GET', '/none'))).toMatchObject({ status: 404 });
  });

  test('a raw response can be cancelled while it is read', async () => {
    server.on('GET /events', (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const leaving = new AbortController();
    const response = await client().raw('GET', '/events', { signal: leaving.signal });
    const reading = response.text();
    leaving.abort();
    await expect(reading).rejects.toThrow(/abort/i);
  });

  test('JSON is parsed whatever its content type', async () => {
    server.on('GET /user', (response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('{"user":{}}'),
    );
    expect(await client().get('/user')).toEqual({ user: {} });
  });

  test('a page instead of JSON is an error, even with status 200', async () => {
    server.on('GET /user', (response) => response.writeHead(200).end('<!doctype html><title>App</title>'));
    const error = await failure(client().get('/user'));
    expect(error).toMatchObject({ status: 200, code: 'invalid_response' });
    expect(error.message).toMatch(/formato inesperado/);
  });
});

describe('errors (specification §8)', () => {
  test('an error of the server keeps its own message', async () => {
    const body = {
      message: 'No tiene el permiso clients.create.',
      code: 'forbidden',
      permission: 'clients.create',
    };
    server.on('POST /clients', json(403, body, { 'X-Request-Id': 'r-9' }));
    const error = await failure(client().post('/clients', {}));
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 403,
      code: 'forbidden',
      body,
      requestId: 'r-9',
      errors: {},
    });
    expect(error.message).toBe('No tiene el permiso clients.create.');
    expect(error.stack).toContain('No tiene el permiso');
  });

  test('an error in the format of Laravel', async () => {
    server.on(
      'POST /login',
      json(422, {
        message: 'Las credenciales no son correctas.',
        errors: { email: ['No coincide.'], password: 'Falta.' },
      }),
    );
    const error = await failure(client().post('/login', {}));
    expect(error.message).toBe('Las credenciales no son correctas.');
    expect(error.errors).toEqual({ email: ['No coincide.'], password: ['Falta.'] });
    expect(error.code).toBe('http_422');
  });

  test('a problem document', async () => {
    server.on(
      'POST /login',
      json(
        422,
        {
          type: 'https://example.com/problems/invalid-data',
          title: 'Unprocessable',
          detail: 'Revise los datos.',
          errors: [
            { pointer: '#/address/city', detail: 'Falta la ciudad.' },
            { field: 'email', message: 'Falta el correo.' },
            { field: 'email', message: 'Muy corto.' },
            'nada',
          ],
        },
        { 'Content-Type': 'application/problem+json' },
      ),
    );
    const error = await failure(client().post('/login', {}));
    expect(error.message).toBe('Revise los datos.');
    expect(error.code).toBe('invalid-data');
    expect(error.errors).toEqual({
      'address.city': ['Falta la ciudad.'],
      email: ['Falta el correo.', 'Muy corto.'],
    });
  });

  test('a field may have any name', async () => {
    server.on('POST /x', (response) =>
      response.writeHead(422).end('{"errors":{"__proto__":["No."],"constructor":["No."]}}'),
    );
    const error = await failure(client().post('/x', {}));
    expect(Object.keys(error.errors)).toEqual(['__proto__', 'constructor']);
  });

  test.each([
    [400, /no es válida/],
    [403, /permiso/],
    [404, /No se encontró/],
    [409, /ya no es posible/],
    [412, /Otra persona modificó/],
    [413, /demasiado grandes/],
    [418, /código 418/],
    [422, /no son válidos/],
    [429, /demasiados intentos/],
    [500, /no pudo completar/],
    [503, /no está disponible/],
  ])('without a message of the server, status %i has a Spanish message', async (status, sentence) => {
    server.on('GET /x', (response) => response.writeHead(status).end());
    const error = await failure(client().get('/x'));
    expect(error).toMatchObject({ status, code: `http_${status}`, body: undefined });
    expect(error.message).toMatch(sentence);
  });

  test("a proxy's HTML page gets a message, and remains available as body", async () => {
    server.on('GET /x', (response) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>'),
    );
    const error = await failure(client().get('/x'));
    expect(error.message).toMatch(/no está disponible/);
    expect(error.body).toContain('Bad Gateway');
  });

  test.each([
    ['17', 17],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['pronto', null],
  ])('Retry-After %s', async (header, wait) => {
    server.on('GET /x', json(429, {}, { 'Retry-After': header }));
    expect((await failure(client().get('/x'))).retryAfter).toBe(wait);
  });

  test('Retry-After as a future date is converted to seconds', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    server.on('GET /x', json(503, {}, { 'Retry-After': date }));
    const { retryAfter } = await failure(client().get('/x'));
    expect(retryAfter).toBeGreaterThan(85);
    expect(retryAfter).toBeLessThanOrEqual(90);
  });

  test('no connection is an ApiError of status 0', async () => {
    const { baseUrl } = server;
    await server.close();
    const error = await failure(createApiClient({ baseUrl }).get('/user'));
    expect(error).toMatchObject({ status: 0, code: 'network', body: undefined });
    expect(error.message).toMatch(/No se pudo conectar con el servidor/);
    expect(error.cause).toBeInstanceOf(Error);
  });

  test('a response that is cut off is an ApiError of status 0', async () => {
    server.on('GET /user', (response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"user":', () => response.destroy());
    });
    expect(await failure(client().get('/user'))).toMatchObject({ status: 0, code: 'network' });
  });

  test('a time-out is an ApiError of status 0', async () => {
    server.on('GET /slow', () => {});
    const error = await failure(client().get('/slow', { timeout: 30 }));
    expect(error).toMatchObject({ status: 0, code: 'timeout' });
    expect(error.message).toMatch(/tardó demasiado/);
    expect(await failure(client({ timeout: 30 }).get('/slow'))).toMatchObject({ code: 'timeout' });
  });

  test('the time-out includes reading the body', async () => {
    server.on('GET /slow', (response) => {
      response.writeHead(200);
      response.write('{"user":');
    });
    expect(await failure(client({ timeout: 50 }).get('/slow'))).toMatchObject({ status: 0, code: 'timeout' });
  });

  test('a time-out of 0 waits without limit', async () => {
    server.on('GET /slow', (response) => setTimeout(() => response.end('{}'), 60));
    expect(await client({ timeout: 30 }).get('/slow', { timeout: 0 })).toEqual({});
  });

  test('cancelling by the caller is no ApiError', async () => {
    const leaving = new AbortController();
    server.on('GET /slow', () => leaving.abort());
    const asking = client().get('/slow', { signal: leaving.signal });
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client().get('/slow', { signal: AbortSignal.abort('listo') })).rejects.toBe('listo');
  });
});

describe('401 (specification §8)', () => {
  const signedIn = () => memoryStorage({ auth_token: 't-1', user: '{"id":1}', other: 'stays' });

  test('removes token and user, warns in Spanish, rethrows the error, does not navigate', async () => {
    const location = new URL('https://pauta.example.com/crm/clientes');
    vi.stubGlobal('location', location);
    server.on('GET /clients', json(401, { message: 'Su sesión expiró.' }));
    const storage = signedIn();
    const seen: unknown[] = [];
    const api = client({
      storage,
      onUnauthorized: (error) => seen.push(error, storage.getItem('auth_token')),
    });
    const error = await failure(api.get('/clients'));
    expect(error).toMatchObject({ status: 401, message: 'Su sesión expiró.' });
    expect(Object.fromEntries(storage.contents)).toEqual({ other: 'stays' });
    expect(warn.mock.calls).toEqual([['El token de autenticación expiró o no es válido.']]);
    expect(seen).toEqual([error, null]);
    expect(location.href).toBe('https://pauta.example.com/crm/clientes');
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('of any request (%s)', async (method) => {
    server.on(`${method} /x`, json(401, {}));
    const storage = signedIn();
    await failure(client({ storage }).request(method, '/x'));
    expect(Object.fromEntries(storage.contents)).toEqual({ other: 'stays' });
    expect(warn).toHaveBeenCalledOnce();
  });

  test('of a guest also clears the remains of a session', async () => {
    server.on('POST /login', json(401, { message: 'Unauthenticated.' }));
    const storage = memoryStorage({ user: '{"id":1}' });
    await failure(client({ storage }).post('/login', {}));
    expect(storage.contents.size).toBe(0);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('that arrives late, for an old token, does not affect the new session', async () => {
    const storage = signedIn();
    server.on('GET /slow', (response, asked) => {
      storage.setItem('auth_token', 't-2');
      json(401, {})(response, asked);
    });
    expect(await failure(client({ storage }).get('/slow'))).toMatchObject({ status: 401 });
    expect(storage.getItem('auth_token')).toBe('t-2');
    expect(storage.getItem('user')).toBe('{"id":1}');
    expect(warn).not.toHaveBeenCalled();
  });

  test('of a guest that arrives late does not affect the new session', async () => {
    const storage = memoryStorage();
    server.on('GET /slow', (response, asked) => {
      storage.setItem('auth_token', 't-2');
      json(401, {})(response, asked);
    });
    await failure(client({ storage }).get('/slow'));
    expect(storage.getItem('auth_token')).toBe('t-2');
  });

  test('several at once warn once and notify once', async () => {
    server.on('GET /x', json(401, {}));
    const onUnauthorized = vi.fn();
    const api = client({ storage: signedIn(), onUnauthorized });
    await Promise.all([failure(api.get('/x')), failure(api.get('/x')), failure(api.get('/x'))]);
    expect(onUnauthorized).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledOnce();
  });

  test.each([400, 403, 404, 409, 419, 422, 500, 503])(
    'no other status affects the session (%i)',
    async (status) => {
      server.on('GET /x', json(status, {}));
      const storage = signedIn();
      expect(await failure(client({ storage }).get('/x'))).toMatchObject({ status });
      expect(storage.contents.size).toBe(3);
      expect(warn).not.toHaveBeenCalled();
    },
  );

  test('nor does a lost connection', async () => {
    const storage = signedIn();
    await server.close();
    await failure(client({ storage }).get('/x'));
    expect(storage.contents.size).toBe(3);
  });
});
