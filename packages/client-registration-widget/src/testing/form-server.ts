import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FormLocale, formLocale, fullTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { FormDefinition } from '../form/form-definition.ts';
import { sampleDefinition } from './sample-definition.ts';

const secret = 'una clave para las pruebas';

/** One request that reached the server. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Record<string, unknown>;
}

/**
 * An exceptional response: `'drop'` closes the connection, `'hang'` never responds, `'lose'` accepts the registration
 * and closes the connection before responding.
 */
export type ExceptionalResponse =
  | 'drop'
  | 'hang'
  | 'lose'
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

export interface FormServer {
  readonly url: string;
  readonly definition: FormDefinition;
  /** Requests by the last part of the path, in order. */
  calls(part: 'challenge' | 'registrations' | 'form'): readonly Call[];
  /** Accepted registrations: a repeated `Idempotency-Key` adds none. */
  readonly registrations: ReadonlyMap<string, Record<string, unknown>>;
  /** Responses to the next requests of that kind, before the normal ones. */
  next(part: 'challenge' | 'registrations' | 'form', ...tricks: readonly ExceptionalResponse[]): void;
  close(): Promise<void>;
}

/**
 * A real HTTP server that implements the wire contract of the public form, with altcha-lib's own verification.
 *
 * @param options.data additional data of the challenge besides its issue time
 */
export async function startFormServer(
  options: {
    readonly definition?: Partial<FormDefinition>;
    readonly port?: number;
    readonly data?: Record<string, number>;
    /** Seconds until a challenge expires. */
    readonly lifetime?: number;
    /** Number of hashes that a challenge requires. */
    readonly work?: number;
  } = {},
): Promise<FormServer> {
  const definition = { ...sampleDefinition, ...options.definition };
  const calls: Call[] = [];
  const registrations = new Map<string, Record<string, unknown>>();
  const used = new Set<string>();
  const tricks = new Map<string, ExceptionalResponse[]>();

  const partOf = (path: string) =>
    path.endsWith('/challenge') ? 'challenge' : path.endsWith('/registrations') ? 'registrations' : 'form';

  async function refusedProof(altcha: unknown): Promise<boolean> {
    if (altcha === null) return false;
    const payload = JSON.parse(Buffer.from(String(altcha), 'base64').toString());
    const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: secret });
    const nonce = payload.challenge.parameters.nonce;
    if (!verified || used.has(nonce)) return true;
    used.add(nonce);
    return false;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://x');
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': request.headers.origin ?? '*',
        'Access-Control-Expose-Headers': 'Retry-After',
        Vary: 'Origin',
        ...headers,
      });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'OPTIONS') {
      send(204, null, {
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
      });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    const key = request.headers['idempotency-key'] as string | undefined;
    const part = partOf(path);
    calls.push({ method: request.method ?? '', path, key, body });

    const trick = tricks.get(part)?.shift();
    if (trick === 'drop') {
      request.socket.destroy();
      return;
    }
    if (trick === 'hang') return;
    if (typeof trick === 'object') {
      send(trick.status, trick.body ?? { message: 'Respuesta de prueba.' }, trick.headers);
      return;
    }
    if (!path.startsWith(`/api/public/forms/${definition.key}`)) {
      send(404, { message: 'No existe ese formulario.' });
    } else if (part === 'form') {
      const locale = formLocale(searchParams.get('lang') ?? undefined, definition.locale as FormLocale);
      send(200, { form: { ...definition, texts: fullTexts(locale) } });
    } else if (part === 'challenge') {
      const now = Date.now();
      const challenge = await createChallenge({
        algorithm: 'SHA-256',
        cost: 1,
        counter: options.work ?? 50,
        deriveKey,
        expiresAt: Math.floor(now / 1000) + (options.lifetime ?? 600),
        hmacSignatureSecret: secret,
        data: { issued_at: now, min_seconds: 0, ...options.data },
      });
      send(200, { challenge });
    } else {
      const folio = `REG-2026-${String(registrations.size + 1).padStart(6, '0')}`;
      const known = [...registrations.keys()].indexOf(key ?? '');
      if (known < 0 && (await refusedProof(body.altcha))) {
        send(422, { message: 'Revise los datos.', errors: { altcha: ['Vuelva a intentarlo.'] } });
        return;
      }
      if (known < 0) registrations.set(key ?? '', body);
      if (trick === 'lose') {
        request.socket.destroy();
        return;
      }
      send(201, {
        folio: known < 0 ? folio : `REG-2026-${String(known + 1).padStart(6, '0')}`,
        received_at: new Date().toISOString(),
      });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    definition,
    registrations,
    calls: (part) => calls.filter(({ path }) => partOf(path) === part),
    next: (part, ...some) => tricks.set(part, [...(tricks.get(part) ?? []), ...some]),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
