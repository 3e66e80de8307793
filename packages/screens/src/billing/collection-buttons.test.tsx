// @vitest-environment happy-dom
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { ComputeRebateButton } from './commissions/compute-rebate-button.tsx';
import { SettleButton } from './commissions/settle-button.tsx';
import { RunButton } from './runs/run-button.tsx';

const show = (button: ReactElement, permissions: readonly string[]): void => {
  const host = createHost(button, {
    baseUrl: 'http://pauta.example/api',
    fetch: async () =>
      new Response('{"data":[]}', { status: 200, headers: { 'Content-Type': 'application/json' } }),
    permissions,
    path: '/facturacion',
    mount: '/facturacion',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
};

test.each([
  ['Liquidar comisiones', <SettleButton key="s" />, 'commissions.settle'],
  ['Calcular bonificación', <ComputeRebateButton key="r" />, 'commissions.settle'],
  ['Nueva corrida', <RunButton key="b" />, 'invoices.run'],
])('«%s» opens its dialog for those who may, and says what others lack', async (name, button, permission) => {
  const user = userEvent.setup();
  show(button, []);
  const refused = screen.getByRole('button', { name });
  expect(refused.getAttribute('aria-disabled')).toBe('true');
  expect(refused.getAttribute('aria-describedby')).not.toBeNull();
  show(button, [permission]);
  const [, allowed] = screen.getAllByRole('button', { name });
  expect(allowed?.getAttribute('aria-disabled')).toBeNull();
  await user.click(allowed as HTMLElement);
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
