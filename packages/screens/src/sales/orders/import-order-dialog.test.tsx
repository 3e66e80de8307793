// @vitest-environment happy-dom
import { fromToRows } from '@pauta/domain/sales/orders/fixtures/from-to-rows.ts';
import { timesOf } from '@pauta/domain/sales/orders/order-lines.ts';
import { readOrder } from '@pauta/domain/sales/orders/read-order.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ImportOrderButton } from './import-order-button.tsx';

const { name, flight } = quotes.fields;
const order = readOrder(fromToRows.sheets, { today: fromToRows.today });
const answer = {
  ...order,
  facts: { ...order.facts, campaign: 'Regreso a clases' },
  flight: { from: '2026-11-01', to: '2026-11-30' },
  sheets: fromToRows.sheets,
  lines: order.lines.map((line) => ({
    ...line,
    times: timesOf(line.units),
    match: { certainty: 'none', is_learned: false, space: null, candidates: [] },
  })),
};

/** The header of a quote with the button beside its lines. */
async function open(initial: object, documentId: string | null = null) {
  const add = vi.fn();
  const onSubmit = vi.fn();
  function Lines() {
    const [typedName, typedFlight] = useFormValues(['name', 'flight']);
    const values = { name: typedName, flight: typedFlight };
    return <ImportOrderButton add={add} documentId={documentId} room={200} values={values} />;
  }
  const host = await openScreens(
    quotes,
    <FieldsForm below={<Lines />} fields={{ name, flight }} initial={{ ...initial }} onSubmit={onSubmit} />,
    {
      permissions: Object.values(quotes.permissions),
      before: (server) => server.once('POST', '/quotes/orders/read', { status: 200, body: { data: answer } }),
    },
  );
  const { user } = host;
  await user.click(await screen.findByRole('button', { name: 'Importar orden' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar orden de pauta' }));
  await user.click(dialog.getByRole('textbox', { name: 'O pegue las celdas' }));
  await user.paste('Programa');
  await user.click(dialog.getByRole('button', { name: 'Leer lo pegado' }));
  await dialog.findByRole('button', { name: /^Agregar \d/ });
  const reopen = async () => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Importar orden' }));
    return within(await screen.findByRole('dialog', { name: 'Importar orden de pauta' }));
  };
  const submit = async (within = dialog) => {
    await user.click(within.getByRole('button', { name: /^Agregar \d/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(add).toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    return onSubmit.mock.lastCall?.[0];
  };
  return { dialog, reopen, submit, user };
}

test('an order fills the empty campaign and flight of a new quote, and says so', async () => {
  const { dialog, submit } = await open({});
  expect(
    dialog.getByText(
      /^Al agregar se completa lo que está vacío en el presupuesto: Campaña: Regreso a clases · Vuelo: /,
    ),
  ).toBeTruthy();
  expect(await submit()).toEqual({
    name: 'Regreso a clases',
    flight: { from: '2026-11-01', to: '2026-11-30' },
  });
});

test('what was typed is never overwritten', async () => {
  const typed = { name: 'Lo mío', flight: { from: '2026-12-01', to: '2026-12-31' } };
  const { dialog, submit } = await open(typed);
  expect(dialog.queryByText(/^Al agregar se completa/)).toBeNull();
  expect(await submit()).toEqual(typed);
});

test('a flight with one end counts as typed; the rest is filled', async () => {
  const { dialog } = await open({ flight: { from: '2026-12-01', to: null } });
  expect(dialog.getByText(/^Al agregar se completa/).textContent).not.toContain('Vuelo');
});

test('a saved quote keeps its header', async () => {
  const { dialog } = await open({}, '0190a000-0000-7000-8000-000000000001');
  expect(dialog.queryByText(/^Al agregar se completa/)).toBeNull();
});

test('what was read and chosen is there again after Escape, until its lines are added', async () => {
  const { dialog, reopen, submit, user } = await open({});
  const [first] = dialog.getAllByRole('checkbox');
  await user.click(first as HTMLElement);
  expect((first as HTMLInputElement).checked).toBe(false);
  const again = await reopen();
  expect((again.getAllByRole('checkbox')[0] as HTMLInputElement).checked).toBe(false);
  await user.click(again.getAllByRole('checkbox')[0] as HTMLElement);
  await submit(again);
  await user.click(screen.getByRole('button', { name: 'Importar orden' }));
  expect(await screen.findByRole('button', { name: 'Leer lo pegado' })).toBeTruthy();
});
