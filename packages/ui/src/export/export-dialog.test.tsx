// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ExportHost, type ExportHostProps } from './export-fixtures.tsx';
import { nameOf } from './save-file.ts';

const open = (props: ExportHostProps = {}) => {
  const asked: unknown[] = [];
  const view = render(<ExportHost {...props} onAsk={(body) => asked.push(body)} />);
  onTestFinished(() => view.unmount());
  return { user: userEvent.setup(), asked };
};

test('requests exactly the current view and saves the file', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user, asked } = open();
  expect(
    await screen.findByText('Se exportan 137 clientes, con los filtros y el orden de la lista.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^CSV/ }));
  await user.click(screen.getByRole('button', { name: 'Exportar' }));
  expect(await screen.findByText(/Archivo listo/)).toBeTruthy();
  expect(asked).toEqual([
    {
      query: 'f.status=active&sort=-trade_name',
      columns: expect.arrayContaining(['client_code', 'trade_name', 'status']),
      format: 'csv',
    },
  ]);
  expect(saved).toEqual(['Clientes – hoy.csv']);
  vi.restoreAllMocks();
});

test('a selection exports those rows, with all columns on request', async () => {
  const ids = ['01900000-0000-7000-8020-000000000000'];
  const { user, asked } = open({ selection: { kind: 'ids', ids } });
  expect(await screen.findByText('Se exporta 1 cliente: el que seleccionó.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Todas/ }));
  await user.click(screen.getByRole('button', { name: 'Exportar' }));
  expect(await screen.findByText(/Archivo listo/)).toBeTruthy();
  expect(asked[0]).toMatchObject({
    ids,
    format: 'xlsx',
    columns: expect.arrayContaining(['notes', 'created_at']),
  });
});

test('shows errors, and can be cancelled', async () => {
  const { user } = open({ failing: 429 });
  await user.click(await screen.findByRole('button', { name: 'Exportar' }));
  expect(await screen.findByText(/Hay otras exportaciones en curso/)).toBeTruthy();
});

test('can be stopped', async () => {
  const { user } = open({ waiting: true });
  await user.click(await screen.findByRole('button', { name: 'Exportar' }));
  await user.click(await screen.findByRole('button', { name: 'Detener' }));
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeTruthy();
});

test('names the missing permission', async () => {
  const { user, asked } = open({ permissions: ['clients.view_all'] });
  const button = await screen.findByRole('button', { name: 'Exportar' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(asked).toEqual([]);
});

test('the name of the file is that of the response, or a default', () => {
  const named = (value: string) => nameOf(new Headers({ 'content-disposition': value }), 'x.csv');
  expect(named("attachment; filename*=UTF-8''A%C3%B1o.csv")).toBe('Año.csv');
  expect(named("attachment; filename*=UTF-8''%E0%A4%A")).toBe('x.csv');
  expect(named('attachment')).toBe('x.csv');
});
