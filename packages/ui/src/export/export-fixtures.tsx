import { clients } from '@pauta/domain/crm/clients/client.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import { defaultAppearance, type ListView } from '@pauta/domain/resource/query/view.ts';
import { type ReactElement, useState } from 'react';
import type { Selection } from '../query/selection.ts';
import { clientPermissions } from '../testing/client-fixtures.ts';
import { createHost } from '../testing/host.tsx';
import { ExportDialog } from './export-dialog.tsx';

export interface ExportHostProps {
  readonly selection?: Selection;
  readonly permissions?: readonly string[];
  readonly total?: number;
  /** Error status of the response instead of a file. */
  readonly failing?: number;
  /** The request never gets a response. */
  readonly waiting?: boolean;
  readonly onAsk?: (body: unknown) => void;
}

const viewOf = (parameters: Record<string, string>): ListView => {
  const parsed = parseQuery(clients, parameters);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return { ...defaultAppearance, query: parsed.query };
};

/** The export dialog with responses created in the page instead of by a server; for stories and tests. */
export function ExportHost({
  selection,
  permissions = [...clientPermissions, 'clients.export'],
  total = 137,
  failing,
  waiting = false,
  onAsk,
}: ExportHostProps): ReactElement {
  const [{ Host }] = useState(() => {
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
      if (init?.method === 'POST') onAsk?.(body);
      if (waiting && init?.method === 'POST') {
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      }
      if (failing !== undefined) {
        return new Response(JSON.stringify({ message: 'Hay otras exportaciones en curso.' }), {
          status: failing,
        });
      }
      return new Response('Código,Nombre\r\nCLI-001,ACME\r\n', {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': "attachment; filename*=UTF-8''Clientes%20%E2%80%93%20hoy.csv",
          'x-row-count': '1',
        },
      });
    };
    return createHost(
      <ExportDialog
        onClose={() => {}}
        resource={clients}
        selection={selection}
        total={total}
        view={viewOf({ 'f.status': 'active', sort: '-trade_name' })}
      />,
      { baseUrl: 'http://pauta.example/api', fetch, permissions },
    );
  });
  return <Host />;
}
