// @vitest-environment happy-dom
import type { Values } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { QuoteLineActions } from './distribute-button.tsx';

const values: Values = {
  currency_code: 'DOP',
  flight: { from: '2026-11-02', to: '2026-11-15' },
  price_list_id: { id: uuid(71), label: 'Tarifa 2026' },
};

const answer = {
  spent: '4000.00',
  left: '0.00',
  spaces: [
    {
      id: uuid(1),
      name: 'Noticiero',
      units_per_day: 2,
      cost: '4000.00',
      why: 'No queda dinero.',
      line: { units_per_day: 2 },
    },
  ],
};

beforeEach(() => localStorage.clear());

async function open() {
  const add = vi.fn();
  const host = await openScreens(
    quotes,
    <QuoteLineActions add={add} documentId={null} room={20} values={values} />,
    { permissions: Object.values(quotes.permissions) },
  );
  const start = async () => {
    await host.user.click(await screen.findByRole('button', { name: 'Repartir dinero' }));
    return within(await screen.findByRole('dialog', { name: 'Repartir dinero' }));
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const most = (dialog: ReturnType<typeof within>) =>
    dialog.getByRole('textbox', { name: /^Máximo por día/ }) as HTMLInputElement;
  return { ...host, add, start, closed, most };
}

test('what was typed is there again after Escape, until it is discarded', async () => {
  const { user, start, closed, most } = await open();
  const dialog = await start();
  await user.clear(most(dialog));
  await user.type(most(dialog), '9');
  await user.keyboard('{Escape}');
  await closed();
  const again = await start();
  expect(again.getByText(/Se recuperó lo que escribió/)).toBeTruthy();
  expect(most(again).value).toBe('9');
  await user.click(again.getByRole('button', { name: 'Descartar borrador' }));
  expect(most(again).value).toBe('5');
  await user.click(again.getByRole('button', { name: 'Cancelar' }));
  await closed();
  expect(most(await start()).value).toBe('5');
});

test('what was asked is kept beside its result, and after closing it without adding the lines', async () => {
  const { user, server, add, start, closed, most } = await open();
  // The spaces come back with their draft, which the form reads when it opens.
  localStorage.setItem(
    'pauta.draft.7.quotes.distribute.new',
    JSON.stringify({
      inputs: { amount: '4000', inventory_item_ids: [{ id: uuid(1), label: 'Noticiero' }] },
      base: null,
      at: Date.now(),
    }),
  );
  const propose = async (dialog: ReturnType<typeof within>) => {
    server.once('POST', '/quotes/distribute', { status: 200, body: { data: answer } });
    await user.click(dialog.getByRole('button', { name: 'Repartir' }));
    await dialog.findByRole('region', { name: 'Reparto' });
  };
  const dialog = await start();
  await user.clear(most(dialog));
  await user.type(most(dialog), '2');
  await propose(dialog);
  await user.click(dialog.getByRole('button', { name: 'Cambiar' }));
  expect(most(dialog).value).toBe('2');
  await propose(dialog);
  await user.keyboard('{Escape}');
  await closed();
  expect(add).not.toHaveBeenCalled();
  const again = await start();
  expect(most(again).value).toBe('2');
  await propose(again);
  await user.click(again.getByRole('button', { name: 'Agregar un renglón' }));
  await closed();
  expect(add).toHaveBeenCalledWith([{ units_per_day: 2 }]);
  expect(most(await start()).value).toBe('5');
});
