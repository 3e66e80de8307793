// @vitest-environment happy-dom
import { defineDocument } from '@pauta/domain/document/document.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import { tariffs } from '@pauta/domain/testing/made-up/tariffs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../data/use-record.ts';
import { resourceScreens } from '../../screens/resource-screens.tsx';
import { uuid } from '../../testing/contract.ts';
import { proposalRecord } from '../../testing/document-fixtures.ts';
import { openScreens } from '../../testing/screen-host.tsx';
import { lifecycleSteps } from './lifecycle.ts';

const Proposals = resourceScreens(proposals);
const open = (record: AnyRecord, history: readonly Partial<HistoryEntry>[] = []) =>
  openScreens(proposals, <Proposals />, {
    records: [record],
    path: `/pruebas/propuestas/${record.id}`,
    mount: '/pruebas/propuestas/*',
    before: (server) =>
      server.once('GET', `/proposals/${record.id}/history`, { status: 200, body: { data: history } }),
  });

const done = (at: string, name: string, status?: readonly [string, string]): HistoryEntry => ({
  id: 1,
  at,
  actor: { id: null, name },
  action: '',
  title: '',
  changes: status
    ? [{ field: 'status', label: 'Estado', before: status[0], after: status[1] }]
    : [{ field: 'title', label: 'Título', before: null, after: 'X' }],
  reason: null,
});
const created = done('2026-03-09T14:30:00.000Z', 'Ana Pérez');
const issuing = done('2026-03-10T14:30:00.000Z', 'Luis Gómez', ['Borrador', 'Emitida']);

describe('the states of a document', () => {
  const brief = (status: string, history: readonly HistoryEntry[]) =>
    lifecycleSteps(proposals, proposalRecord(0, { status }), history).map(
      ({ label, standing, by = '', command = '' }) => `${standing} ${label} ${by}${command}`.trim(),
    );

  test('are the past ones with their authors, and the next one', () => {
    expect(brief('draft', [created])).toEqual(['present Borrador Ana Pérez', 'next Emitida issue']);
    expect(brief('issued', [created, issuing])).toEqual([
      'past Borrador Ana Pérez',
      'present Emitida Luis Gómez',
    ]);
  });

  test('include a cancellation only once it happened', () => {
    const cancelling = done('2026-03-11T14:30:00.000Z', 'Ana Pérez', ['Emitida', 'Anulada']);
    expect(brief('cancelled', [created, issuing, cancelling]).at(-1)).toBe('present Anulada Ana Pérez');
  });

  test('leave out states that were undone, and show those without history without an author', () => {
    const back = done('2026-03-11T14:30:00.000Z', 'Ana Pérez', ['Emitida', 'Borrador']);
    expect(brief('draft', [created, issuing, back])).toEqual([
      'present Borrador Ana Pérez',
      'next Emitida issue',
    ]);
    expect(brief('issued', [])).toEqual(['past Borrador', 'present Emitida']);
  });
});

test('the page of a document shows its states, lines and totals', async () => {
  await open(proposalRecord(2), [created]);
  const life = await screen.findByRole('list', { name: 'Etapas de la propuesta' });
  await within(life).findByText(/Ana Pérez/);
  const [present, next] = within(life).getAllByRole('listitem');
  expect(present?.getAttribute('aria-current')).toBe('step');
  expect(within(next as HTMLElement).getByText('Sigue: Emitir, y recibe su número')).toBeTruthy();
  expect(screen.queryByText(/^Número: /)).toBeNull();
  const table = screen.getByRole('table', { name: 'Renglones' });
  expect(within(table).getByText('Cuñas de 30 s en horario estelar')).toBeTruthy();
  const total = screen.getAllByText('Total', { selector: 'dt' });
  expect(total).toHaveLength(1);
  expect(total[0]?.nextElementSibling?.textContent).toBe('RD$4,279.21');
});

test('what the next state change requires first is shown below the steps', async () => {
  const guarded = defineDocument({
    ...proposals,
    commands: {
      ...proposals.commands,
      issue: {
        ...proposals.commands.issue!,
        guards: [{ needs: ['title'], why: () => ({ text: 'Falta el anunciante.' }) }],
      },
    },
  } as Parameters<typeof defineDocument>[0]);
  const Guarded = resourceScreens(guarded);
  const record = proposalRecord(1);
  await openScreens(guarded, <Guarded />, {
    records: [record],
    path: `/pruebas/propuestas/${record.id}`,
    mount: '/pruebas/propuestas/*',
  });
  const first = await screen.findByRole('list', { name: 'Antes de «Emitir»:' });
  expect(
    within(first)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Falta el anunciante.']);
});

test('a frozen document says that it is frozen and what can still be changed, and cannot be archived', async () => {
  const { user } = await open(proposalRecord(1, { status: 'issued', number: 'TRA-2026-000012' }));
  expect(await screen.findByText('Número: TRA-2026-000012')).toBeTruthy();
  expect(
    await screen.findByText(
      'No se puede cambiar esta propuesta: en estado «Emitida» ya no se modifica. Todavía puede cambiar: Nota.',
    ),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Más acciones' }));
  const archive = await screen.findByRole('menuitem', { name: 'Archivar' });
  expect(archive.getAttribute('aria-disabled')).toBe('true');
});

test('a frozen document without exceptions cannot be edited', async () => {
  const { freeze, ...rest } = proposals;
  const still = { ...rest, freeze: { from: freeze?.from ?? [], except: [] } };
  const Still = resourceScreens(still);
  const record = proposalRecord(1, { status: 'issued' });
  await openScreens(still, <Still />, {
    records: [record],
    path: `/pruebas/propuestas/${record.id}/editar`,
    mount: '/pruebas/propuestas/*',
  });
  expect(await screen.findByText('No puede editar aquí')).toBeTruthy();
  expect(screen.getByText(/en estado «Emitida» ya no se modifica/)).toBeTruthy();
});

describe('lines with mode `beside`', () => {
  const Tariffs = resourceScreens(tariffs);
  const record = {
    id: uuid(1, 40),
    row_version: 1,
    created_at: '2026-03-09T14:30:00.000Z',
    updated_at: '2026-03-09T14:30:00.000Z',
    archived_at: null,
    name: 'Tarifario 2026',
  };
  const rate = (place: number) => ({
    id: uuid(place, 41),
    position: `a${place}`,
    slot: `Franja ${place}`,
    price: `${place}00.00`,
  });
  const page = (rates: readonly object[], next: string | null = null) => ({
    status: 200,
    body: { data: rates, next_cursor: next, total: 60, total_is_estimate: false },
  });
  const openTariff = async () => {
    const opened = await openScreens(tariffs, <Tariffs />, {
      records: [record],
      path: `/pruebas/tarifarios/${record.id}?tab=rates`,
      mount: '/pruebas/tarifarios/*',
      before: (server) => {
        server.once('GET', `/tariffs/${record.id}/rates`, page([rate(1), rate(2)], 'siguiente'));
        server.once('GET', `/tariffs/${record.id}/rates`, page([rate(3)]));
      },
    });
    await screen.findByText('Franja 1');
    return opened;
  };

  test('are read in pages', async () => {
    const { user, server } = await openTariff();
    expect(screen.getByText('60 precios')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Siguientes' }));
    expect(await screen.findByText('Franja 3')).toBeTruthy();
    expect(server.asked.some(({ path }) => path.includes('cursor=siguiente'))).toBe(true);
  });

  test('are saved one by one, even if others changed other lines meanwhile', async () => {
    const { user, server } = await openTariff();
    await user.click(screen.getByRole('button', { name: 'Agregar precio' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nuevo precio' });
    await user.type(within(dialog).getByLabelText(/^Franja/), 'Noche');
    await user.type(within(dialog).getByLabelText(/^Precio/), '150');
    server.once('PATCH', `/tariffs/${record.id}`, {
      status: 412,
      body: {
        message: 'Luis Gómez cambió este registro.',
        current: { ...record, row_version: 2 },
        changes: [
          {
            at: '2026-03-09T14:30:00.000Z',
            by: 'Luis Gómez',
            fields: [],
            lines: { rates: { [uuid(2, 41)]: ['price'] } },
          },
        ],
      },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Agregar precio' }));
    await waitFor(() => expect(server.asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
    const [line] = linesIn(server.rows[0] as AnyRecord, 'rates');
    expect(line).toMatchObject({ slot: 'Noche', price: '150.00' });
  });

  test('show a refused value at its field', async () => {
    const { user, server } = await openTariff();
    await user.click(screen.getByRole('button', { name: 'Acciones de Franja 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Editar precio' });
    const price = within(dialog).getByLabelText<HTMLInputElement>(/^Precio/);
    await user.clear(price);
    await user.type(price, '5');
    server.once('PATCH', `/tariffs/${record.id}`, {
      status: 422,
      body: {
        message: 'Hay datos por corregir.',
        errors: { [`rates.${uuid(1, 41)}.price`]: ['Está bajo el piso.'] },
      },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
    expect(within(dialog).getByRole('link', { name: 'Precio: Está bajo el piso.' })).toBeTruthy();
  });
});
