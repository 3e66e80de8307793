import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import {
  type Answer,
  type Contract,
  createContract,
  type OptionsByPath,
  type ReceivedRequest,
} from './contract.ts';

export interface ContractServer extends Pick<Contract, 'rows'> {
  readonly baseUrl: string;
  readonly asked: ReceivedRequest[];
  /** Uses `answer` as the response of the next request with this method and path prefix. */
  once(method: string, path: string, answer: Answer): void;
  close(): Promise<void>;
}

/** A real HTTP server that implements the API's contract for one resource. */
export async function startContractServer(
  resource: Resource,
  records: readonly AnyRecord[],
  options: OptionsByPath = {},
  views: readonly SavedView[] = [],
): Promise<ContractServer> {
  const contract = createContract(resource, records, options, views);
  const asked: ReceivedRequest[] = [];
  const planned: { method: string; path: string; answer: Answer }[] = [];

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader(
        'Access-Control-Allow-Headers',
        request.headers['access-control-request-headers'] ?? '*',
      );
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      const entry: ReceivedRequest = {
        method: request.method ?? '',
        path: (request.url ?? '').replace(/^\/api/, ''),
        headers: request.headers,
        body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
      asked.push(entry);
      const plan = planned.findIndex((one) => one.method === entry.method && entry.path.startsWith(one.path));
      const { status, body, headers } =
        plan >= 0 ? planned.splice(plan, 1)[0]!.answer : contract.answer(entry);
      response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    asked,
    rows: contract.rows,
    once: (method, path, planned_answer) => void planned.push({ method, path, answer: planned_answer }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeIdleConnections();
      }),
  };
}
