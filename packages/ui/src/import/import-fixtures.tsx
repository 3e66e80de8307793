import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, useState } from 'react';
import { clientPermissions } from '../testing/client-fixtures.ts';
import { createHost } from '../testing/host.tsx';
import { ImportHistory } from './history/import-history.tsx';
import { checkedCounts, doneOutcomes, importAnswer, importJob } from './import-fixtures.ts';
import type { ImportJob } from './import-job.ts';
import { ImportScreen, type ImportScreenProps } from './import-screen.tsx';

export interface ImportHostProps {
  /** The import in the address; if absent, the screen begins with its first step. */
  readonly job?: ImportJob;
  /** What is imported: clients by default. */
  readonly resource?: Resource;
  readonly permissions?: readonly string[];
  readonly takenOver?: ImportScreenProps['takenOver'];
  /** Shows the list of imports instead of one import. */
  readonly history?: boolean;
  /** Called for each request. */
  readonly onAsk?: (method: string, path: string, body: unknown) => void;
}

const importing = [...clientPermissions, 'clients.import'];

/** The import after a command, as if its background job had finished. */
const nextOf = (job: ImportJob, path: string): ImportJob => {
  const row_version = job.row_version + 1;
  if (path.endsWith('/check')) {
    return { ...job, row_version, status: 'checked', processed: job.rows, counts: checkedCounts };
  }
  if (path.endsWith('/commit')) {
    return { ...job, row_version, status: 'done', processed: job.rows, outcomes: doneOutcomes };
  }
  if (path.includes('/rows/') || path.endsWith('/replacements')) {
    const mended = path.includes('/rows/') ? 1 : 7;
    const { counts } = job;
    return { ...job, counts: { ...counts, new: counts.new + mended, error: counts.error - mended } };
  }
  if (path.endsWith('/cancel')) return { ...job, row_version, status: 'cancelled' };
  return { ...job, row_version };
};

/** The import screen with responses created in the page instead of by a server; for stories and tests. */
export function ImportHost({
  job,
  resource = clients,
  permissions = importing,
  takenOver,
  history,
  onAsk,
}: ImportHostProps): ReactElement {
  const [{ Host }] = useState(() => {
    let now = job ?? importJob();
    const answer = (body: unknown, status = 200): Response =>
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const method = init?.method ?? 'GET';
      const path = String(input).replace(/^.*\/api/, '');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
      onAsk?.(method, path, body);
      if (path.startsWith('/undo/')) {
        const undone = { request_id: 'x', paths: ['clients'], complete: true, total: 1200 };
        return answer({ data: { ...undone, undone: 1200, blocked: [], blocked_total: 0, repeatable: true } });
      }
      if (path.startsWith('/industries/options')) {
        const data = [{ id: '01900000-0000-7000-8040-000000000001', label: 'Salud', code: 'SAL' }];
        return answer({ data });
      }
      if (path.endsWith('/errors')) return new Response('Código,Fila,Motivo\r\n', { status: 200 });
      if (method !== 'GET' && path.startsWith('/imports/')) {
        now = nextOf(now, path);
        const row = {
          line: 6,
          cells: [],
          title: 'Óptica Ñandú',
          verdict: 'new',
          outcome: null,
          record_id: null,
        };
        return answer({ data: now, row: { ...row, errors: [], changes: [], duplicates: [] } });
      }
      const known = importAnswer({ method, path }, now);
      return known ? answer(known.body, known.status) : answer({ data: [] });
    };
    const place = history ? 'importaciones' : 'importar';
    const screen = history ? (
      <ImportHistory resource={resource} />
    ) : (
      <ImportScreen resource={resource} takenOver={takenOver} />
    );
    return createHost(screen, {
      baseUrl: 'http://pauta.example/api',
      fetch,
      permissions,
      path: `/${resource.screen}/${place}${job ? `?importacion=${job.id}` : ''}`,
      mount: `/${resource.screen}/${place}`,
    });
  });
  return <Host />;
}
