// @vitest-environment happy-dom
import type { Line, Lines } from '@pauta/domain/document/document.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { bookings, bookingTables } from '@pauta/domain/testing/made-up/bookings.ts';
import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { resourceScreens } from '../../screens/resource-screens.tsx';
import { bookingRecord, lineId, proposalRecord } from '../../testing/document-fixtures.ts';
import { openScreens } from '../../testing/screen-host.tsx';

const Proposals = resourceScreens(proposals);
const open = (records: readonly AnyRecord[], path: string) =>
  openScreens(proposals, <Proposals />, { records, path, mount: '/pruebas/propuestas/*' });
const create = () => open([], '/pruebas/propuestas/nuevo');
const edit = (record = proposalRecord(3)) => open([record], `/pruebas/propuestas/${record.id}/editar`);

const input = (name: string, place: number) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}, renglón ${place}( \\*)?$`), {
    selector: 'input',
  });
const retype = async (user: UserEvent, name: string, place: number, text: string): Promise<void> => {
  const box = await input(name, place);
  await user.clear(box);
  await user.type(box, text);
};
const rows = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('table', { name: 'Renglones' })).getAllByRole('row', { name: /^Renglón/ });
const descriptions = async (): Promise<string[]> =>
  (await rows()).map((row) => within(row).getByLabelText<HTMLInputElement>(/^Descripción/).value);
const total = (label: string): string | null | undefined =>
  screen.getAllByText(label, { selector: 'dt' }).at(-1)?.nextElementSibling?.textContent;
const act = async (user: UserEvent, place: number, name: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: `Acciones de renglón ${place}` }));
  await user.click(await screen.findByRole('menuitem', { name }));
};
const sent = (server: Awaited<ReturnType<typeof open>>['server'], method = 'PATCH') =>
  server.asked.filter((one) => one.method === method);

test('a new document is sent with its lines in one body, without lines that have no input', async () => {
  const { user, server, address } = await create();
  expect(await screen.findByText('Todavía no hay renglones.')).toBeTruthy();
  await user.type(await screen.findByLabelText(/^Título/), 'Otoño');
  await user.click(screen.getByRole('button', { name: 'Agregar renglón' }));
  expect(document.activeElement).toBe(await input('Descripción', 1));
  await user.keyboard('Cuñas');
  await retype(user, 'Precio', 1, '1,000');
  await user.click(screen.getByRole('button', { name: 'Agregar renglón' }));
  await user.click(screen.getByRole('button', { name: 'Crear propuesta' }));
  await waitFor(() => expect(address()).toMatch(/^\/pruebas\/propuestas\/0190/));
  const [post] = sent(server, 'POST');
  expect(post?.body).toMatchObject({
    title: 'Otoño',
    lines: { put: [{ description: 'Cuñas', price: '1000.0000' }], drop: [] },
  });
  expect((post?.body.lines as { put: unknown[] } | undefined)?.put).toHaveLength(1);
});

test('totals of lines and header are updated while typing', async () => {
  const { user } = await edit(proposalRecord(1));
  expect(await screen.findByText('RD$1,475.59')).toBeTruthy();
  await retype(user, 'Cantidad', 1, '10');
  await waitFor(() => expect(total('Total')).toBe('RD$14,755.90'));
  const box = await screen.findByLabelText(/^Tasa de impuesto/);
  await user.clear(box);
  await waitFor(() => expect(total('Total')).toBe('RD$12,505.00'));
  await retype(user, 'Cantidad', 1, 'x');
  await waitFor(() => expect(total('Total')).toBe('RD$0.00'));
});

test('sends only changes, under the version that was read', async () => {
  const { user, server, address } = await edit();
  await retype(user, 'Cantidad', 2, '7');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(address()).toBe(`/pruebas/propuestas/${proposalRecord(3).id}`));
  const [patch] = sent(server);
  expect(patch?.headers['if-match']).toBe('"1"');
  expect(patch?.body).toEqual({ lines: { put: [{ id: lineId(1), quantity: '7.00' }], drop: [] } });
});

describe('pasted cells', () => {
  test('rows of a spreadsheet become lines at the end, and one action removes them', async () => {
    const { user, server } = await edit(proposalRecord(1));
    await user.click(await input('Descripción', 1));
    await user.paste('Cuñas\t4\t1,500.50\t10%\nMenciones\t2\t900\t');
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    expect((await descriptions()).slice(1)).toEqual(['Cuñas', 'Menciones']);
    expect((await input('Precio', 2)).value).toBe('1,500.5');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]?.body).toMatchObject({
      lines: {
        put: [
          { description: 'Cuñas', quantity: '4.00', price: '1500.5000', discount: '10.0000' },
          { description: 'Menciones', quantity: '2.00', price: '900.0000' },
        ],
      },
    });
  });

  test('pasting can be undone, and a name that no record has is said', async () => {
    const { user } = await edit(proposalRecord(1));
    await user.click(await input('Descripción', 1));
    await user.paste('Descripción\tIndustria\tCantidad\nCuñas\tNo existe\t3');
    expect(
      await screen.findByText('1 renglón agregado. Industria: no se encontró «No existe».'),
    ).toBeTruthy();
    expect(await rows()).toHaveLength(2);
    const undo = screen.getAllByRole('button', { name: 'Deshacer' }).at(-1);
    if (undo) await user.click(undo);
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  test('one cell goes into the input', async () => {
    const { user } = await edit(proposalRecord(1));
    const box = await input('Descripción', 1);
    await user.clear(box);
    await user.paste('Cuñas de la mañana');
    expect(box.value).toBe('Cuñas de la mañana');
    expect(await rows()).toHaveLength(1);
  });
});

describe('keyboard', () => {
  test('Enter moves down in the column, and adds a line after the last one', async () => {
    const { user } = await edit();
    await user.click(await input('Cantidad', 2));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await input('Cantidad', 3));
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(document.activeElement).toBe(await input('Cantidad', 2));
    await user.click(await input('Precio', 3));
    await user.keyboard('{Enter}');
    expect(await rows()).toHaveLength(4);
    expect(document.activeElement).toBe(await input('Descripción', 4));
  });

  test('Alt and an arrow key move the line, which keeps the focus; with Shift the line is copied', async () => {
    const { user, server } = await edit();
    const [first, second, third] = await descriptions();
    await user.click(await input('Precio', 3));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(await descriptions()).toEqual([first, third, second]);
    expect(document.activeElement).toBe(await input('Precio', 2));
    await user.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    expect(await descriptions()).toEqual([first, third, third, second]);
    expect(document.activeElement).toBe(await input('Precio', 3));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    const { put } = sent(server)[0]!.body.lines as { put: Line[] };
    expect(put).toHaveLength(2);
    expect(put.find(({ id }) => id === lineId(2))).toEqual({ id: lineId(2), position: expect.any(String) });
    expect(linesIn(server.rows[0] as AnyRecord, 'lines').map(({ description }) => description)).toEqual([
      first,
      third,
      third,
      second,
    ]);
  });

  test('Page Down and Page Up move ten lines in the column, at most to the last and the first', async () => {
    const { user } = await edit();
    await user.click(await input('Cantidad', 1));
    await user.keyboard('{PageDown}');
    expect(document.activeElement).toBe(await input('Cantidad', 3));
    await user.keyboard('{PageUp}');
    expect(document.activeElement).toBe(await input('Cantidad', 1));
  });

  test('Ctrl+Enter inserts a line below', async () => {
    const { user } = await edit();
    await user.click(await input('Descripción', 1));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await descriptions())[1]).toBe('');
    expect(document.activeElement).toBe(await input('Descripción', 2));
  });

  test('Tab moves from cell to cell, including inputs that are created on focus', async () => {
    const { user } = await edit();
    await user.click(await input('Descripción', 1));
    await user.tab();
    const reference = await screen.findByRole('combobox', { name: /^Industria, renglón 1/ });
    expect(document.activeElement).toBe(reference);
    await user.clear(reference);
    await user.type(reference, 'Bebidas');
    await user.click((await screen.findAllByRole('option', { name: /Bebidas/ }))[0] as HTMLElement);
    await user.tab();
    expect(document.activeElement).toBe(await input('Cantidad', 1));
  });
});

test('the menu of a line has the same actions; a removed line can be restored', async () => {
  const { user, server } = await edit();
  const [first, second, third] = await descriptions();
  await act(user, 1, 'Bajar');
  await waitFor(async () => expect(await descriptions()).toEqual([second, first, third]));
  await act(user, 3, 'Quitar');
  await waitFor(async () => expect(await descriptions()).toEqual([second, first]));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(async () => expect(await descriptions()).toEqual([second, first, third]));
  await act(user, 2, 'Quitar');
  await waitFor(async () => expect(await descriptions()).toEqual([second, third]));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent(server)[0]?.body).toEqual({ lines: { put: [], drop: [lineId(0)] } }));
});

describe('errors are shown in their cells', () => {
  test('before sending, and the first one gets the focus', async () => {
    const { user, server } = await edit();
    await user.clear(await input('Descripción', 2));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const box = await input('Descripción', 2);
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(
      screen.getByRole('link', { name: 'Renglón 2, Descripción: Este dato es obligatorio.' }),
    ).toBeTruthy();
    expect(sent(server)).toEqual([]);
    await user.type(box, 'Otra');
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBeNull());
    expect(screen.queryByRole('link', { name: /^Renglón 2/ })).toBeNull();
  });

  test('when the server reports them, by the id of the line', async () => {
    const { user, server } = await edit();
    await retype(user, 'Cantidad', 3, '5');
    server.once('PATCH', '/proposals', {
      status: 422,
      body: {
        message: 'Hay datos por corregir.',
        errors: {
          [`lines.${lineId(2)}.quantity`]: ['Solo quedan 4 espacios.'],
          [`lines.${lineId(0)}.price`]: ['No llega al piso.'],
          lines: ['Renglones: caben hasta 300 en un documento y serían 301.'],
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(async () => expect(document.activeElement).toBe(await input('Precio', 1)));
    expect(within((await rows())[2] as HTMLElement).getByText('Solo quedan 4 espacios.')).toBeTruthy();
    expect(screen.getAllByText(/caben hasta 300/).length).toBe(2);
    expect((await input('Cantidad', 3)).value).toBe('5');
  });

  test('a line that another user removed is marked and can be added again with one click', async () => {
    const { user, server } = await edit();
    await retype(user, 'Cantidad', 1, '5');
    server.once('PATCH', '/proposals', {
      status: 409,
      body: {
        code: 'line_dropped',
        message: 'Ana quitó este renglón.',
        errors: {
          [`lines.${lineId(0)}`]: ['Ana quitó este renglón el 09/03/2026. Agréguelo de nuevo si hace falta.'],
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const table = await screen.findByRole('table', { name: 'Renglones' });
    expect(await within(table).findByText(/Ana quitó este renglón/)).toBeTruthy();
    await user.click(within(table).getByRole('button', { name: 'Agregar de nuevo' }));
    expect(within(table).queryByText(/Ana quitó este renglón/)).toBeNull();
    server.rows[0] = {
      ...(server.rows[0] as AnyRecord),
      lines: linesIn(server.rows[0] as AnyRecord, 'lines').slice(1),
    };
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(linesIn(server.rows[0] as AnyRecord, 'lines')).toHaveLength(3));
    expect(
      linesIn(server.rows[0] as AnyRecord, 'lines').find(({ quantity }) => quantity === '5.00')?.id,
    ).not.toBe(lineId(0));
  });
});

describe('when another user saved meanwhile', () => {
  const meanwhile = (record: AnyRecord, change: (lines: readonly Line[]) => readonly Line[]): AnyRecord => ({
    ...record,
    row_version: 2,
    lines: change(linesIn(record, 'lines')),
  });
  const refusal = (current: AnyRecord, lines: object) => ({
    status: 412,
    body: {
      message: 'Ana Pérez cambió este registro.',
      current,
      changes: [{ at: '2026-03-09T14:30:00.000Z', by: 'Ana Pérez', fields: [], lines: { lines } }],
    },
  });

  test('changes of other lines and fields are merged, with a report of who changed what', async () => {
    const record = proposalRecord(3);
    const { user, server } = await edit(record);
    await retype(user, 'Cantidad', 1, '8');
    const [first, second] = linesIn(record, 'lines');
    const theirs = meanwhile(record, () => [{ ...(first as Line), price: '99.0000' }, second as Line]);
    server.rows[0] = theirs;
    server.once(
      'PATCH',
      '/proposals',
      refusal(theirs, { [lineId(0)]: ['price', 'net'], [lineId(2)]: 'dropped' }),
    );
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    expect(sent(server)[1]?.headers['if-match']).toBe('"2"');
    expect(sent(server)[1]?.body).toEqual({
      lines: { put: [{ id: lineId(0), quantity: '8.00' }], drop: [] },
    });
    expect(linesIn(server.rows[0] as AnyRecord, 'lines')).toMatchObject([
      { quantity: '8.00', price: '99.0000' },
      {},
    ]);
    expect(
      await screen.findByText(
        /Ana Pérez \(.*\) cambió Precio de «Cuñas de 30 s en horario estelar» y quitó «Patrocinio del noticiero»\./,
      ),
    ).toBeTruthy();
  });

  test('for the same field of a line the form asks, and input elsewhere is kept', async () => {
    const record = proposalRecord(2);
    const { user, server } = await edit(record);
    await retype(user, 'Cantidad', 1, '8');
    await retype(user, 'Cantidad', 2, '9');
    const theirs = meanwhile(record, ([first, second]) => [
      { ...(first as Line), quantity: '3.00' },
      second as Line,
      { ...(second as Line), id: lineId(9), position: 'z0', description: 'Nueva de Ana' },
    ]);
    server.rows[0] = theirs;
    server.once('PATCH', '/proposals', refusal(theirs, { [lineId(0)]: ['quantity'], [lineId(9)]: 'added' }));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ana Pérez modificó esta propuesta' });
    const group = within(dialog).getByRole('group', { name: /^Renglón «Cuñas de 30 s.*: Cantidad$/ });
    expect(within(group).getByText('Antes: 1')).toBeTruthy();
    expect(within(dialog).getByText(/agregó «Nueva de Ana»/)).toBeTruthy();
    await user.click(within(group).getByRole('radio', { name: /Guardado por Ana Pérez/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Guardar con estos valores' }));
    await waitFor(() => expect(server.rows[0]?.row_version).toBe(3));
    expect(linesIn(server.rows[0] as AnyRecord, 'lines')).toMatchObject([
      { quantity: '3.00' },
      { quantity: '9.00' },
      { description: 'Nueva de Ana' },
    ]);
  });

  test('for a changed line that the other user removed the form asks; if kept, it is added as a new line', async () => {
    const record = proposalRecord(2);
    const { user, server } = await edit(record);
    await retype(user, 'Cantidad', 2, '9');
    const theirs = meanwhile(record, (lines) => lines.slice(0, 1));
    server.rows[0] = theirs;
    server.once('PATCH', '/proposals', refusal(theirs, { [lineId(1)]: 'dropped' }));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ana Pérez modificó esta propuesta' });
    expect(within(dialog).getByText('Quitado')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Guardar con estos valores' }));
    await waitFor(() => expect(server.rows[0]?.row_version).toBe(3));
    const lines = linesIn(server.rows[0] as AnyRecord, 'lines');
    expect(lines).toMatchObject([
      {},
      { quantity: '9.00', description: linesIn(record, 'lines')[1]?.description },
    ]);
    expect(lines[1]?.id).not.toBe(lineId(1));
  });
});

describe('unsaved input in lines', () => {
  test('is kept as a draft after the tab is closed, and can be discarded', async () => {
    const { user, unmount } = await edit();
    await retype(user, 'Cantidad', 2, '77');
    await act(user, 3, 'Quitar');
    // A menu runs its action after it has closed.
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await screen.findByText(/borrador en este equipo/);
    unmount();
    await edit();
    expect(await screen.findByText(/Se recuperó lo que escribió/)).toBeTruthy();
    expect((await input('Cantidad', 2)).value).toBe('77');
    expect(await rows()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Descartar borrador' }));
    await waitFor(async () => expect((await input('Cantidad', 2)).value).toBe('2'));
    expect(await rows()).toHaveLength(3);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('pauta.draft'))).toEqual([]);
  });

  test('causes a question on leaving', async () => {
    const { user, go } = await edit();
    await retype(user, 'Cantidad', 2, '77');
    await go('/otra');
    expect(await screen.findByRole('alertdialog', { name: 'Hay cambios sin guardar' })).toBeTruthy();
  });
});

test('a frozen document allows editing only the excepted fields and gives the reason', async () => {
  const { user, server } = await edit(proposalRecord(2, { status: 'issued' }));
  expect(await screen.findByText(/en estado «Emitida» ya no se modifica/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Agregar renglón' })).toBeNull();
  expect(screen.queryByLabelText(/^Descripción, renglón 1/)).toBeNull();
  await user.type(await screen.findByLabelText(/^Nota/), 'Pagada');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent(server)[0]?.body).toEqual({ note: 'Pagada' }));
});

test('at the maximum number of lines the add button gives the reason', async () => {
  const { lines } = proposals.lines;
  const small = { ...proposals, lines: { lines: { ...(lines as Lines), max: 3 } } };
  const Small = resourceScreens(small);
  const record = proposalRecord(3);
  const { user } = await openScreens(small, <Small />, {
    records: [record],
    path: `/pruebas/propuestas/${record.id}/editar`,
    mount: '/pruebas/propuestas/*',
  });
  const button = await screen.findByRole('button', { name: /^Agregar renglón/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('aria-describedby')).toBeTruthy();
  await user.click(await input('Cantidad', 3));
  await user.keyboard('{Enter}');
  expect(await rows()).toHaveLength(3);
});

describe('nested lines', () => {
  const Bookings = resourceScreens(bookings, { form: { useTables: () => bookingTables } });
  const openBooking = (record = bookingRecord()) =>
    openScreens(bookings, <Bookings />, {
      records: [record],
      path: `/pruebas/reservas/${record.id}/editar`,
      mount: '/pruebas/reservas/*',
    });

  test('are shown below their line, can be added, and are copied and removed with it', async () => {
    const { user, server } = await openBooking();
    const table = await screen.findByRole('table', { name: 'Cuotas' });
    expect(within(table).getAllByRole('row', { name: /^Cuota/ })).toHaveLength(2);
    await act2(user, 'Acciones de espacio 1', 'Duplicar');
    await waitFor(() => expect(screen.getAllByRole('table', { name: 'Cuotas' })).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: 'Agregar cuota' })[0] as HTMLElement);
    expect(
      within(screen.getAllByRole('table', { name: 'Cuotas' })[0] as HTMLElement).getAllByRole('row', {
        name: /^Cuota/,
      }),
    ).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    const { spaces, instalments } = sent(server)[0]!.body as Record<string, { put: Line[] }>;
    expect(spaces?.put).toHaveLength(1);
    expect(instalments?.put).toHaveLength(2);
    expect(instalments?.put.every(({ space_id }) => space_id === spaces?.put[0]?.id)).toBe(true);
  });

  const act2 = async (user: UserEvent, button: string, name: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: button }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
});
