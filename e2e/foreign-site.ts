import { createServer } from 'node:http';
import { pageOf } from './hosts/host-pages.ts';

const formKey = 'pk_pauta_registro_clientes';

/** A web site on a separate origin, with one page that embeds the form. */
export async function openForeignSite(
  product: string,
  headers: Record<string, string> = {},
): Promise<{ origin: string; close: () => Promise<void> }> {
  const { html } = pageOf({}, { product, key: formKey });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
