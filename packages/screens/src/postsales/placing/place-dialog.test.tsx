// @vitest-environment happy-dom
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { PlaceDialog } from './place-dialog.tsx';
import { somePlan, someResult } from './placing-fixtures.ts';

const finished = {
  id: 'run-1',
  resource: 'placing_plans',
  command: 'calculate',
  state: 'finished',
  done: 2,
  total: 2,
  answer: { placed: 40, left_out: 3 },
  error: null,
  request_id: 'request-1',
  cancel_requested_at: null,
};

const open = (permissions: readonly string[], refuse?: string) => {
  const sent: string[] = [];
  let state = 'draft';
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(
    <PlaceDialog
      initial={{ subdivision_id: somePlan.subdivision_id, period: somePlan.period }}
      onChanged={() => sent.push('changed')}
      onClose={() => sent.push('closed')}
    />,
    {
      baseUrl: 'http://pauta.example/api',
      fetch: async (input, init) => {
        const path = String(input).replace(/^.*\/api/, '');
        if (init?.method === 'POST') sent.push(path);
        if (path.endsWith('/calculate'))
          return answer({ data: { ...somePlan, run: finished }, run: finished }, 202);
        if (path.startsWith('/runs/')) return answer({ data: finished });
        if (path.includes('/result')) return answer({ data: someResult });
        if (path.endsWith('/apply') && refuse)
          return answer({ status: 409, code: 'does_not_fit', message: refuse }, 409);
        if (path.endsWith('/apply')) state = 'applied';
        else if (path.endsWith('/revert')) state = 'reverted';
        else if (init?.method !== 'POST' && path.startsWith('/placing-plans/')) state = 'calculated';
        return path.startsWith('/placing-plans')
          ? answer({ data: { ...somePlan, status: state } })
          : answer({ data: [] });
      },
      permissions,
      path: '/postventa/gestion-cupos',
      mount: '/postventa/gestion-cupos',
    },
  );
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return { sent, user: userEvent.setup() };
};

const all = ['placements.view_all', 'placements.create', 'placements.move', 'placements.update_all'];

test('a plan is calculated, looked at, applied and taken back', async () => {
  const { sent, user } = open(all);
  await user.click(await screen.findByRole('button', { name: 'Calcular' }));
  await screen.findByText(/40 de 43 anuncios tienen un corte. 3 anuncios quedan sin lugar/);
  await screen.findByText(/Con 10 min de separación cabría el martes/);
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  await user.click(await screen.findByRole('button', { name: 'Deshacer el plan' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer el plan' })).toBeNull());
  expect(sent.filter((one) => one !== 'changed').map((path) => path.split('/').at(-1))).toEqual([
    'placing-plans',
    'calculate',
    'apply',
    'revert',
  ]);
  expect(sent.filter((one) => one === 'changed')).toHaveLength(2);
});

test('a refusal says what to do', async () => {
  const text =
    '«Cuña» del 01/12/2026 ya no cabe donde se calculó: alguien cambió ese día. Calcule el plan otra vez.';
  const { user } = open(all, text);
  await user.click(await screen.findByRole('button', { name: 'Calcular' }));
  await user.click(await screen.findByRole('button', { name: 'Aplicar' }));
  await screen.findByText(text);
  expect(screen.getByRole('button', { name: 'Calcular otra vez' })).toBeDefined();
});
