// @vitest-environment happy-dom
import type { DashboardLayout } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import type { Answer } from '@pauta/ui/testing/contract.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { createLiveFetch } from '@pauta/ui/testing/live-fetch.ts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { type ReactElement, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './dashboard.stories.tsx';
import { Dashboard } from './dashboard.tsx';
import { answerOf, broken, layoutOf } from './dashboard-fixtures.ts';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => ReactElement)());
  onTestFinished(unmount);
  return container;
};
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const titles = (): (string | null)[] =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Organizar el Dashboard');

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The Dashboard with a server that keeps the arrangement; returns what it was asked. */
const open = (first: DashboardLayout, answer: (sent: Sent) => Answer | undefined = () => undefined) => {
  const asked: Sent[] = [];
  let kept = first;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const method = init?.method ?? 'GET';
    const path = String(input).replace(/^.*\/api/, '');
    const sent = { method, path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined };
    asked.push(sent);
    const planned = answer(sent);
    if (!planned && path === '/dashboard') {
      kept = method === 'DELETE' ? first : { ...kept, ...(sent.body as object), arranged: true };
    }
    const { status, body } = planned ??
      (path === '/dashboard' ? { status: 200, body: { data: kept } } : undefined) ??
      answerOf(path) ?? { status: 200, body: { settings: {} } };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  };
  function Owned(): ReactElement {
    const [layout, setLayout] = useState(first);
    return <Dashboard layout={layout} onChange={(next) => setLayout(next ?? first)} />;
  }
  const live = createLiveFetch(fetch);
  const host = createHost(<Owned />, {
    baseUrl: 'http://pauta.example/api',
    fetch: live.fetch,
    path: '/',
    mount: '/',
    permissions: [],
  });
  const { container, unmount } = render(<host.Host />);
  onTestFinished(unmount);
  const address = (): string => host.router.state.location.search;
  return { asked, live, container, address, user: userEvent.setup() };
};

test('the cards of a seller show their figures, each a link to its list', async () => {
  const container = show(stories.Seller);
  const work = await card('Mi trabajo');
  const late = await work.findByRole('link', { name: /Seguimientos atrasados/ });
  expect([late.textContent, late.getAttribute('href')]).toEqual([
    'Seguimientos atrasados4',
    '/crm/seguimiento?f.status=pending',
  ]);
  expect(work.queryByText('Aprobaciones que le toca decidir')).toBeNull();
  const pipeline = await card('Pipeline por etapa');
  const stage = await pipeline.findByRole('link', { name: /Negociación/ });
  expect(stage.textContent).toContain('RD$4,000,000.00');
  expect(stage.textContent).toContain('monto ponderado RD$2,500,000.00');
  expect(stage.getAttribute('href')).toMatch(/^\/ventas\/oportunidades\?f\.result=open&f\.stage_id=/);
  const goal = await card('Meta y ritmo');
  expect(
    await goal.findByText(/Faltan RD\$500,000.00 en 5 días hábiles: RD\$100,000.00 por día/),
  ).toBeTruthy();
  expect(goal.getAllByText(/por debajo del ritmo \(75.0 % del tiempo\)/)).toHaveLength(2);
  expect(goal.getByText('Sin meta')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Vendedor/ })).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('the cards of a manager show occupancy, concentration and the budget', async () => {
  const container = show(stories.Manager);
  const occupancy = await card('Ocupación de las próximas 4 semanas');
  const row = await occupancy.findByRole('row', { name: /Radio/ });
  expect(within(row).getByText('88.0 %')).toBeTruthy();
  expect(within(row).getByText('—')).toBeTruthy();
  expect(within(row).getByRole('link', { name: '18' }).getAttribute('href')).toMatch(
    /^\/inventario\/inventario\?f\.platform_id=.*&f\.status=active&f\.parent_id=-$/,
  );
  const clients = await card('Clientes principales y concentración');
  expect(await clients.findByText('Los 10 mayores suman el 64.2 % en DOP.')).toBeTruthy();
  expect(clients.getByText('Ver 2 más')).toBeTruthy();
  const budget = await card('Presupuesto, firmado, facturado y cobrado');
  expect((await budget.findByRole('link', { name: /^Presupuesto 2026/ })).getAttribute('href')).toMatch(
    /^\/prevanta\/presupuesto-ventas\//,
  );
  expect(budget.queryByText('Cobrado')).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('the cards of billing show what can be billed, what prevents the rest, and debts by age', async () => {
  const container = show(stories.Billing);
  const due = await card('Por facturar');
  expect((await due.findByRole('link', { name: /Se puede facturar/ })).textContent).toBe(
    'Se puede facturarRD$500,000.001 contrato',
  );
  expect(due.getByRole('link', { name: /Sin orden de compra/ }).textContent).toContain('1');
  const aging = await card('Cartera por antigüedad');
  const bucket = await aging.findByRole('link', { name: /1–30 días/ });
  expect(bucket.textContent).toContain('RD$1,781,000.50');
  expect(bucket.getAttribute('href')).toContain(
    'cartera/vencimientos?by=client&from=due_date&currency=DOP&bucket=d30',
  );
  const cash = await card('Dinero esperado por semana');
  expect(await cash.findByRole('link', { name: /Total RD\$/ })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a card that fails leaves the others, and loads when it is tried again', async () => {
  let isBroken = true;
  const { user } = open(layoutOf(['my_work', 'pipeline', 'quotes']), ({ path }) =>
    isBroken && path.startsWith('/dashboard/cards/pipeline') ? broken : undefined,
  );
  const pipeline = await card('Pipeline por etapa');
  expect(await pipeline.findByText(/Ocurrió un error inesperado/)).toBeTruthy();
  expect(await (await card('Mi trabajo')).findByRole('link', { name: /atrasados/ })).toBeTruthy();
  expect(
    await (await card('Presupuestos en espera')).findByRole('link', { name: /sin respuesta/ }),
  ).toBeTruthy();
  isBroken = false;
  await user.click(pipeline.getByRole('button', { name: 'Reintentar' }));
  expect(await pipeline.findByRole('link', { name: /Negociación/ })).toBeTruthy();
});

test('counted cards share one request', async () => {
  const { asked } = open(layoutOf(['my_work', 'waiting', 'team_work']));
  expect(await (await card('Espera una decisión')).findByRole('link', { name: /Aprobaciones/ })).toBeTruthy();
  expect((await card('De los demás')).getByText('Nada espera por usted.')).toBeTruthy();
  expect(asked.filter(({ path }) => path === '/home')).toHaveLength(1);
});

test('a filter is kept in the address, and only cards that use it ask again', async () => {
  const layout = layoutOf(['pipeline', 'aging']);
  const { asked, address, user } = open(layout);
  await (await card('Cartera por antigüedad')).findByRole('link', { name: /1–30/ });
  await user.click(screen.getByRole('button', { name: /Vendedor/ }));
  await user.click(await screen.findByRole('option', { name: 'Luis Gómez' }));
  const seller = layout.sellers[1]?.id;
  await waitFor(() => expect(address()).toBe(`?seller=${seller}`));
  await waitFor(() =>
    expect(asked.map(({ path }) => path)).toContain(`/dashboard/cards/pipeline?seller=${seller}`),
  );
  expect(asked.filter(({ path }) => path.startsWith('/billing/workbench'))).toHaveLength(1);
  expect((await card('Cartera por antigüedad')).getByText('No cambia con: vendedor.')).toBeTruthy();
  expect((await card('Pipeline por etapa')).queryByText(/No cambia con/)).toBeNull();
});

test('filters in the address that are none are ignored', async () => {
  show(stories.Filtered);
  expect(
    await screen.findByRole('button', { name: /Vendedor.*Ana Peñaló|Ana Peñaló.*Vendedor/ }),
  ).toBeTruthy();
  expect((await card('Cartera por antigüedad')).getByText('No cambia con: periodo y vendedor.')).toBeTruthy();
});

test('cards are moved, removed and added by keyboard, saved at once and announced', async () => {
  const { asked, user, container } = open(layoutOf(['my_work', 'pipeline', 'quotes']));
  const saved = () =>
    asked.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { cards: string[] }).cards);
  const opener = screen.getByRole('button', { name: 'Organizar' });
  opener.focus();
  await user.keyboard('{Enter}');
  const panel = within(await screen.findByRole('region', { name: 'Organizar el Dashboard' }));
  const press = async (name: string): Promise<void> => {
    const button = await panel.findByRole('button', { name });
    const row = button.closest<HTMLElement>('[role="row"]');
    act(() => (row ?? button).focus());
    // Within a row the arrow keys go from one button to the next.
    for (let step = 0; step < 6 && document.activeElement !== button; step += 1)
      await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
  };
  await press('Bajar Mi trabajo');
  expect(await screen.findByText('Mi trabajo: posición 2 de 3.')).toBeTruthy();
  expect(titles()).toEqual(['Pipeline por etapa', 'Mi trabajo', 'Presupuestos en espera']);
  await press('Quitar Pipeline por etapa');
  expect(await screen.findByText('Se quitó Pipeline por etapa.')).toBeTruthy();
  await press('Agregar Contratos');
  expect(await screen.findByText('Se agregó Contratos al final.')).toBeTruthy();
  await waitFor(() =>
    expect(saved()).toEqual([
      ['pipeline', 'my_work', 'quotes'],
      ['my_work', 'quotes'],
      ['my_work', 'quotes', 'contracts'],
    ]),
  );
  expect(titles()).toEqual(['Mi trabajo', 'Presupuestos en espera', 'Contratos']);
  expect((await axe.run(container)).violations).toEqual([]);
  await press('Restablecer');
  await waitFor(() =>
    expect(titles()).toEqual(['Mi trabajo', 'Pipeline por etapa', 'Presupuestos en espera']),
  );
  expect(asked.some(({ method, path }) => method === 'DELETE' && path === '/dashboard')).toBe(true);
  await press('Listo');
  expect(screen.queryByRole('region', { name: 'Organizar el Dashboard' })).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('an arrangement that cannot be saved is taken back, with the reason', async () => {
  const { user } = open(layoutOf(['my_work', 'pipeline']), ({ method }) =>
    method === 'PUT' ? broken : undefined,
  );
  await user.click(screen.getByRole('button', { name: 'Organizar' }));
  await user.click(await screen.findByRole('button', { name: 'Quitar Mi trabajo' }));
  await waitFor(() => expect(titles()).toEqual(['Mi trabajo', 'Pipeline por etapa']));
  expect(await screen.findByText(/Ocurrió un error inesperado/)).toBeTruthy();
});

test('a change of a record reloads the cards that show its resource, and no other', async () => {
  const { asked, live } = open(layoutOf(['my_work', 'pipeline', 'quotes']));
  const times = (path: string): number => asked.filter((sent) => sent.path.startsWith(path)).length;
  const [pipeline, quotes] = ['/dashboard/cards/pipeline', '/dashboard/cards/quotes'];
  await waitFor(() => expect([times(pipeline), times(quotes), live.opened.length]).toEqual([1, 1, 1]));
  await act(async () => {
    live.tell({ resource: 'clients' });
    live.tell({ resource: 'quotes', change: 'noted' });
    live.tell({ resource: 'opportunities' });
    live.tell({ resource: 'opportunities' });
  });
  await waitFor(() => expect(times(pipeline)).toBe(2), { timeout: 10_000 });
  expect(times(quotes)).toBe(1);
  await act(async () => live.send('event: reset\ndata: {}\n\n'));
  await waitFor(() => expect([times(pipeline), times(quotes)]).toEqual([3, 2]), { timeout: 10_000 });
});

test('without cards the page says how to add some', async () => {
  show(stories.WithoutCards);
  expect(await screen.findByText('Su Dashboard no tiene tarjetas')).toBeTruthy();
});
