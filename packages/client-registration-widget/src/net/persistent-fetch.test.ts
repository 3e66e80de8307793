// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FormServer, startFormServer } from '../testing/form-server.ts';
import { persistentFetch, Unreachable, type Wait } from './persistent-fetch.ts';

let server: FormServer;
beforeAll(async () => {
  server = await startFormServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const pace = 5;
const open = () => new AbortController();
const url = () => `${server.url}/api/public/forms/pk_prueba`;
const calls = () => server.calls('form').length;

describe('persistentFetch', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('retries after a %i', async (status) => {
    server.next('form', { status }, { status });
    const before = calls();
    const response = await persistentFetch(url(), {}, { signal: open().signal, pace });
    expect(response.status).toBe(200);
    expect(calls() - before).toBe(3);
  });

  it.each([400, 403, 404, 413, 422])('returns a %i without a retry', async (status) => {
    server.next('form', { status });
    const before = calls();
    expect((await persistentFetch(url(), {}, { signal: open().signal, pace })).status).toBe(status);
    expect(calls() - before).toBe(1);
  });

  it('retries after the server closed the connection', async () => {
    server.next('form', 'drop');
    expect((await persistentFetch(url(), {}, { signal: open().signal, pace })).status).toBe(200);
  });

  it('returns the last response after four attempts', async () => {
    server.next('form', { status: 503 }, { status: 500 }, { status: 502 }, { status: 504 });
    const before = calls();
    expect((await persistentFetch(url(), {}, { signal: open().signal, pace })).status).toBe(504);
    expect(calls() - before).toBe(4);
  });

  it('throws if there is no response', async () => {
    const closed = await startFormServer();
    await closed.close();
    await expect(persistentFetch(closed.url, {}, { signal: open().signal, pace })).rejects.toThrow(
      Unreachable,
    );
  });

  it('gives up on a server that stays silent', async () => {
    // A separate server: the HTTP client of the test may reuse the hanging connection for a later request.
    const silent = await startFormServer();
    silent.next('form', 'hang');
    const form = `${silent.url}/api/public/forms/pk_prueba`;
    const response = persistentFetch(form, {}, { signal: open().signal, tries: 1, timeout: 50 });
    await expect(response).rejects.toThrow(Unreachable);
    await silent.close();
  });

  it('waits for Retry-After, and reports that', async () => {
    server.next('form', { status: 429, headers: { 'Retry-After': '1' } });
    const waits: (Wait | null)[] = [];
    const start = performance.now();
    await persistentFetch(url(), {}, { signal: open().signal, pace, onWait: (wait) => waits.push(wait) });
    expect(performance.now() - start).toBeGreaterThanOrEqual(1000);
    expect(waits).toEqual([{ reason: 'retry', seconds: 2 }, null]);
  });

  it('limits the time that it waits for Retry-After', async () => {
    server.next('form', { status: 429, headers: { 'Retry-After': '600' } });
    const response = await persistentFetch(url(), {}, { signal: open().signal, pace });
    expect(response.status).toBe(429);
  });

  it('waits until the browser is online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const waits: (Wait | null)[] = [];
    const before = calls();
    const response = persistentFetch(
      url(),
      {},
      { signal: open().signal, pace, onWait: (wait) => waits.push(wait) },
    );
    await vi.waitFor(() => expect(waits).toEqual([{ reason: 'offline' }]));
    expect(calls()).toBe(before);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect((await response).status).toBe(200);
  });

  it('stops at once when it is aborted', async () => {
    server.next('form', { status: 503, headers: { 'Retry-After': '30' } });
    const controller = open();
    const response = persistentFetch(
      url(),
      {},
      { signal: controller.signal, onWait: () => controller.abort() },
    );
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
  });
});
