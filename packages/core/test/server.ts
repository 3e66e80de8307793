import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Requests to the server, in order. */
export interface ReceivedRequest {
  method: string;
  /** With the query string. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (response: ServerResponse, asked: ReceivedRequest) => void;

export interface TestServer {
  /** `http://127.0.0.1:…/api` */
  baseUrl: string;
  asked: ReceivedRequest[];
  /** Sets the response of `route` (`GET /user`). */
  on(route: string, answer: Answer): void;
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** A real HTTP server below `/api`, readable from any origin. Routes without a response return a 404. */
export async function startServer(routes: Record<string, Answer> = {}): Promise<TestServer> {
  const answers = new Map(Object.entries(routes));
  const asked: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', allowed.join(', '));
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = (request.url ?? '').replace(/^\/api/, '');
      const entry = { method: request.method ?? '', path, headers: request.headers, body };
      asked.push(entry);
      const answer = answers.get(`${entry.method} ${path.split('?')[0]}`) ?? json(404, {});
      answer(response, entry);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    asked,
    on: (route, answer) => void answers.set(route, answer),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const allowed = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'X-Requested-With',
];
