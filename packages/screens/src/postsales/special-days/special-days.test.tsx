// @vitest-environment happy-dom
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { BlockDialog } from './block-dialog.tsx';
import * as stories from './special-days.stories.tsx';
import { someDisplaced, someVerdicts } from './special-days-fixtures.ts';
import { SpotFileDialog } from './spot-file-dialog.tsx';

const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const mount = (element: React.ReactElement, answers: Readonly<Record<string, () => Response>>) => {
  const sent: string[] = [];
  const host = createHost(element, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input, init) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (init?.method === 'POST') sent.push(path);
      return answers[path]?.() ?? answer({ data: [] });
    },
    permissions: ['placements.view_all', 'placements.special_days', 'placements.import'],
    path: '/postventa/gestion-cupos',
    mount: '/postventa/gestion-cupos',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return sent;
};

test('a file is shown row by row before anything is loaded', async () => {
  let done = 0;
  const sent = mount(
    <SpotFileDialog
      columns="Columnas: Emisora y Fecha."
      done={(rows) => `${rows} cargadas`}
      onClose={() => {}}
      onDone={() => {
        done += 1;
      }}
      path="/special-days/official"
      title="Cargar tiempo oficial"
    />,
    {
      '/placements/read-file': () => answer({ data: { name: 'oficial.csv', rows: 2, content: '{}' } }),
      '/special-days/official/preview': () =>
        answer({ data: { verdicts: someVerdicts, displaced: someDisplaced } }),
      '/special-days/official': () => answer({ data: { verdicts: someVerdicts, displaced: someDisplaced } }),
    },
  );
  const user = userEvent.setup();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('the dialog takes a file');
  await user.upload(input, new File(['x'], 'oficial.csv', { type: 'text/csv' }));
  await screen.findByText(/1 fila puede cargarse/);
  expect(screen.getByText(/1 anuncio queda sin lugar/)).toBeDefined();
  expect(screen.getByText('No hay un corte abierto a menos de 20 min de las 03:00.')).toBeDefined();
  expect(done).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Cargar 1 fila' }));
  await screen.findByText('Cargar tiempo oficial');
  expect(sent).toEqual(['/placements/read-file', '/special-days/official/preview', '/special-days/official']);
  expect(done).toBe(1);
});

test('what is wrong with a file is said, and another one can be chosen', async () => {
  mount(
    <SpotFileDialog
      columns="Columnas: Emisora y Fecha."
      done={String}
      onClose={() => {}}
      onDone={() => {}}
      path="/placements/import_rows"
      title="Importar colocaciones"
    />,
    {
      '/placements/read-file': () => answer({ data: { name: 'x.csv', rows: 1, content: '{}' } }),
      '/placements/import_rows/preview': () =>
        answer(
          {
            status: 422,
            code: 'invalid',
            message: 'Revise lo señalado.',
            errors: { content: ['Falta la columna «Fecha».'] },
          },
          422,
        ),
    },
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('the dialog takes a file');
  await userEvent.setup().upload(input, new File(['x'], 'x.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Falta la columna «Fecha».');
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeDefined();
});

test('a day is blocked after its effect was shown', async () => {
  let done = 0;
  const sent = mount(
    <BlockDialog
      initial={{
        reason: 'Debate presidencial',
        day: '2030-12-01',
        subdivision_id: { id: '0190a000-0000-7000-8000-000000000001', label: 'Canal Nueve' },
      }}
      onClose={() => {}}
      onDone={() => {
        done += 1;
      }}
    />,
    {
      '/special-days/block/preview': () => answer({ data: { breaks: 3, displaced: someDisplaced } }),
      '/special-days/block': () => answer({ data: { breaks: 3, displaced: someDisplaced } }),
    },
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Revisar' }));
  await screen.findByText('3 cortes se cierran.');
  await user.click(screen.getByRole('button', { name: 'Bloquear día' }));
  await expect.poll(() => done).toBe(1);
  expect(sent).toEqual(['/special-days/block/preview', '/special-days/block']);
});

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the list of special days blocks a day and takes a file, if its reader may', async () => {
  const container = show(stories.List);
  await screen.findByRole('link', { name: 'Debate presidencial' });
  expect(screen.getByRole('button', { name: 'Bloquear día' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Tiempo oficial' })).toBeDefined();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('whoever may only see special days has no button to make one', async () => {
  show(stories.ReadOnly);
  await screen.findByRole('link', { name: 'Debate presidencial' });
  expect(screen.queryByRole('button', { name: /Bloquear día|Tiempo oficial/ })).toBeNull();
});

test('a special day shows what it took and whom it moved', async () => {
  const container = show(stories.Effects);
  await screen.findByText(/60 s · Instituto Electoral: Campaña de cedulación/);
  expect(screen.getByText(/Noticiero estelar, corte 2/)).toBeDefined();
  expect(screen.getByText('Queda por colocar.')).toBeDefined();
  expect((await axe.run(container)).violations).toEqual([]);
});

test.each([
  ['a day is blocked', stories.Block],
  ['official time is loaded', stories.OfficialTime],
])('the dialog with which %s is for everybody', async (_what, story) => {
  show(story);
  const dialog = await screen.findByRole('dialog');
  expect((await axe.run(dialog)).violations).toEqual([]);
});

test('the rows of a file are for everybody, and placements are imported from the same dialog', async () => {
  show(stories.ImportPlacements);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Importar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Importar colocaciones' });
  expect(dialog.textContent).toContain('Columnas: Contrato y Fecha');
  const lists = [show(stories.Verdicts), show(stories.Displaced)];
  for (const list of lists) expect((await axe.run(list)).violations).toEqual([]);
});
