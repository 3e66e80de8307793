// @vitest-environment happy-dom
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { DailyLogDialog } from './daily-log-dialog.tsx';

const station = { id: '0190a000-0000-7000-8000-000000000001', label: 'Canal Nueve' };

test('the log is issued by number, and says what changed since', async () => {
  let issues: object[] = [];
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<DailyLogDialog day="2026-12-01" onClose={() => {}} station={station} />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (_input, init) => {
      if (init?.method !== 'POST')
        return answer({ data: { rows: 2, without_material: 1, changes: issues.length > 0 ? 0 : 2, issues } });
      issues = [{ number: 1, rows: 2, created_at: '2026-11-30T20:15:00Z' }];
      return answer({ data: { number: 1, is_new: true } }, 201);
    },
    permissions: ['placements.view_all', 'placements.move', 'placements.export'],
    path: '/postventa/gestion-cupos',
    mount: '/postventa/gestion-cupos',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  await screen.findByText(
    '2 anuncios en los cortes. La guía aún no se ha emitido. 1 anuncio sin código de material.',
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Emitir guía' }));
  await screen.findByText('Emisión 1');
  expect(screen.getByRole('button', { name: 'TXT 1' })).toBeDefined();
  // The first issue has no changes of its own.
  expect(screen.queryByRole('button', { name: /Solo cambios/ })).toBeNull();
});
