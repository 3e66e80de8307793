// @vitest-environment happy-dom
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { ProposeButton } from './propose-makegoods.tsx';

const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const show = (permissions: readonly string[]) => {
  const sent: unknown[] = [];
  const host = createHost(<ProposeButton />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input, init) => {
      if (init?.method === 'POST') {
        sent.push(JSON.parse(String(init.body)));
        return answer({ data: { proposed: 2, without_place: 1, left: 0 } });
      }
      if (String(input).includes('/contracts'))
        return answer({ data: [{ id: '0190a000-0000-7000-8000-00000000000c', label: 'CT-2026-00012' }] });
      return answer({ data: [] });
    },
    permissions: [...permissions],
    path: '/postventa/gestion-cupos',
    mount: '/postventa/gestion-cupos',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return sent;
};

test('a contract is required, and nothing is sent without one', async () => {
  const sent = show(['placements.view_all', 'placements.makegood', 'contracts.view_all']);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Proponer compensaciones' }));
  await user.click(screen.getByRole('button', { name: 'Proponer' }));
  expect(sent).toEqual([]);
  expect(screen.getByRole('dialog').textContent).toContain('Busca para cada colocación no emitida');
});

test('whoever may not compensate reads why', async () => {
  show(['placements.view_all']);
  const button = await screen.findByRole('button', { name: /Proponer compensaciones/ });
  expect(button.getAttribute('aria-disabled') ?? button.getAttribute('disabled')).not.toBeNull();
});
