import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

export const formKey = 'pk_pauta_registro_clientes';

/** A web site of somebody else, on an origin of its own, whose pages embed the form. */
export async function openForeignSite(
  product: string,
  headers: Record<string, string> = {},
): Promise<{ origin: string; port: number; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const name = (request.url ?? '').replace(/[^a-z]/g, '');
    if (name !== 'plain' && name !== 'hostile') {
      response.writeHead(404).end();
      return;
    }
    const page = readFileSync(join(import.meta.dirname, 'hosts', `${name}.html`), 'utf8')
      .replaceAll('{{script}}', `${product}/widget/client-registration.js`)
      .replaceAll('{{key}}', formKey)
      .replaceAll('{{origin}}', product);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
