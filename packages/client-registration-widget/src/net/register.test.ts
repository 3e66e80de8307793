// @vitest-environment happy-dom

import { es419 as es } from '@pauta/domain/crm/forms/texts/es-419.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyAnswers } from '../form/answers.ts';
import { requestBody } from '../form/request/request-body.ts';
import { type FormServer, startFormServer } from '../testing/form-server.ts';
import type { Wait } from './persistent-fetch.ts';
import { type ProofOfWork, proofOfWork } from './proof-of-work.ts';
import { type Registrar, registrar } from './register.ts';

const open: FormServer[] = [];
async function start(options?: Parameters<typeof startFormServer>[0]) {
  const server = await startFormServer(options);
  open.push(server);
  const url = `${server.url}/api/public/forms/${server.definition.key}`;
  const proof = proofOfWork(url);
  return { server, url, proof, sender: registrar(url, proof) };
}
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const persistence = () => ({ signal: new AbortController().signal, pace: 5 });

describe('registrar', () => {
  let server: FormServer;
  let proof: ProofOfWork;
  let sender: Registrar;
  beforeEach(async () => {
    ({ server, proof, sender } = await start());
  });
  const body = (legal_name = 'La Unión') =>
    requestBody({ ...emptyAnswers(server.definition), legal_name, consent: true }, server.definition, es);
  const keys = () => server.calls('registrations').map((call) => call.key);

  it('sends a registration with a proof that the server accepts', async () => {
    proof.begin();
    expect(await sender.send(body(), persistence())).toMatchObject({
      kind: 'accepted',
      folio: 'REG-2026-000001',
    });
    expect(server.calls('challenge')).toHaveLength(1);
  });

  it('reports that it waits for a connection, even if the proof of work needs none', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    proof.begin();
    const waits: (Wait | null)[] = [];
    const sent = sender.send(body(), { ...persistence(), onWait: (wait) => waits.push(wait) });
    await vi.waitFor(() => expect(waits).toEqual([{ reason: 'offline' }]));
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(await sent).toMatchObject({ kind: 'accepted' });
  });

  it('registers once even if the response was lost', async () => {
    server.next('registrations', 'lose', 'drop', { status: 503 });
    expect(await sender.send(body(), persistence())).toMatchObject({ folio: 'REG-2026-000001' });
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(4);
    expect(server.registrations.size).toBe(1);
  });

  it('keeps the key when the visitor retries, until an answer changes', async () => {
    server.next('registrations', 'lose', ...Array(3).fill({ status: 500 }));
    expect(await sender.send(body(), persistence())).toMatchObject({
      kind: 'failed',
      code: 'server',
      status: 500,
    });
    expect(await sender.send(body(), persistence())).toMatchObject({ folio: 'REG-2026-000001' });
    expect(new Set(keys()).size).toBe(1);
    expect(await sender.send(body('Otra'), persistence())).toMatchObject({ folio: 'REG-2026-000002' });
    expect(new Set(keys()).size).toBe(2);
  });

  it('repeats the proof of work without a message when the server refuses it', async () => {
    server.next('registrations', { status: 422, body: { message: 'No', errors: { altcha: ['Vencida'] } } });
    expect(await sender.send(body(), persistence())).toMatchObject({ kind: 'accepted' });
    expect(server.calls('challenge')).toHaveLength(2);
    expect(new Set(keys()).size).toBe(2);
  });

  it('returns the fields that the server refuses', async () => {
    const errors = { 'contact.email': ['Escriba otro correo.'] };
    server.next('registrations', { status: 422, body: { message: 'Revise los datos.', errors } });
    expect(await sender.send(body(), persistence())).toEqual({
      kind: 'invalid',
      errors,
      message: 'Revise los datos.',
    });
  });

  it.each([
    [403, 'origin'],
    [404, 'gone'],
    [413, 'large'],
    [400, 'refused'],
  ])('classifies a %i', async (status, code) => {
    server.next('registrations', { status });
    expect(await sender.send(body(), persistence())).toMatchObject({ kind: 'failed', code, status });
  });

  it('reports how long to wait after a rate limit', async () => {
    server.next('registrations', { status: 429, headers: { 'Retry-After': '300' } });
    expect(await sender.send(body(), persistence())).toMatchObject({ code: 'rate', retryAfter: 300 });
  });

  it('reports a missing response', async () => {
    await server.close();
    expect(await sender.send(body(), persistence())).toEqual({ kind: 'failed', code: 'network', status: 0 });
  });

  it('sends no proof from a page without TLS', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await sender.send(body(), persistence())).toMatchObject({ kind: 'accepted' });
    expect(server.calls('registrations')[0]?.body.altcha).toBeNull();
    expect(keys()[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('proof of work', () => {
  it('is requested again when the challenge has expired', async () => {
    const { server, proof } = await start({ lifetime: 5 });
    proof.begin();
    expect(await proof.payload(persistence())).toBeTypeOf('string');
    expect(server.calls('challenge')).toHaveLength(2);
  });

  it('waits for the minimum age of the server', async () => {
    const { proof } = await start({ data: { min_seconds: 1 } });
    const since = performance.now();
    proof.begin();
    expect(await proof.payload(persistence())).toBeTypeOf('string');
    expect(performance.now() - since).toBeGreaterThanOrEqual(1000);
  });

  it('is done once for many calls, and again after a renewal', async () => {
    const { server, proof } = await start();
    proof.begin();
    proof.begin();
    const [first, second] = await Promise.all([proof.payload(persistence()), proof.payload(persistence())]);
    expect(first).toBe(second);
    expect(server.calls('challenge')).toHaveLength(1);
    proof.renew();
    expect(await proof.payload(persistence())).not.toBe(first);
  });

  it('works without a proof where the server requires none', async () => {
    const { server, proof } = await start();
    server.next('challenge', { status: 404 }, { status: 404 });
    expect(await proof.payload(persistence())).toBeNull();
  });
});
