// @vitest-environment happy-dom
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { UploadColumnFileButton } from '../../column-files/upload-button.tsx';
import { bankFileKind } from './bank-file-kind.ts';

const account = { id: '0190a000-0000-7000-8000-000000000001', label: 'Banco de Prueba 960-1' };

const column = (header: string, meaning: string) => ({
  header,
  samples: '1',
  day_first: true,
  decimal: '.',
  meaning,
});
const movement = (line: number, values: object = {}) => ({
  line,
  booked_on: '2026-02-03',
  description: 'Transferencia recibida',
  reference: '900123',
  amount: '321.50',
  currency_code: 'DOP',
  status: 'pending',
  proposal: 'payment',
  grade: 'sure',
  why: 'El cobro RC-1 tiene esta referencia y este importe.',
  ...values,
});

interface Sent {
  readonly path: string;
  readonly columns: readonly { readonly meaning: string }[] | null;
}

/** A host whose server reads files: an amount is missing until a column is said to be one. */
const open = (refuse?: string, permissions: readonly string[] = ['bank_files.create']) => {
  const sent: Sent[] = [];
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<UploadColumnFileButton kind={bankFileKind} />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input, init) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (path.startsWith('/bank-accounts/options')) return answer({ data: [account] });
      if (path.startsWith('/bank-files/file-1'))
        return path.endsWith('/match')
          ? answer({ data: { run: { id: 'run-1', state: 'waiting', done: 0, total: null } } }, 202)
          : answer({ data: { id: 'file-1', row_version: 1, status: 'draft' } });
      if (!path.startsWith('/bank-files/read')) return answer({ data: [] });
      const given = init?.body instanceof FormData ? init.body.get('columns') : null;
      const columns = given === null ? null : JSON.parse(String(given));
      sent.push({ path, columns });
      if (refuse) return answer({ status: 422, code: 'invalid', message: refuse, errors: {} }, 422);
      if (!path.includes('/preview')) return answer({ data: { id: 'file-1', rows: 3 } }, 201);
      const missing = columns === null;
      return answer({
        data: {
          columns: columns ?? [column('Fecha', 'date'), column('Valor', 'none')],
          header_line: 1,
          format: 'table',
          count: 3,
          missing: missing ? 'Indique la columna con el importe, o la columna con el crédito.' : null,
          rows: missing
            ? []
            : [
                movement(2),
                movement(3, {
                  status: 'unreadable',
                  grade: null,
                  proposal: null,
                  why: '«x» no es una fecha.',
                }),
              ],
        },
      });
    },
    permissions,
    path: '/facturacion/registro-cobros/archivos-bancarios',
    mount: '/facturacion/registro-cobros/archivos-bancarios',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  const user = userEvent.setup();
  const give = async (): Promise<void> => {
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(
      input as HTMLInputElement,
      new File(['Fecha;Valor\n'], 'estado.csv', { type: 'text/csv' }),
    );
  };
  const choose = async (): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Subir archivo' }));
    await user.click(await screen.findByRole('combobox', { name: /Cuenta bancaria/ }));
    await user.click(await screen.findByRole('option', { name: /960-1/ }));
  };
  return { sent, user, give, choose };
};

const confirming = () => screen.findByRole('button', { name: 'Subir y buscar cobros' });

test('a file needs its account, and is only previewed until it is confirmed', async () => {
  const { sent, user, give, choose } = open();
  await user.click(screen.getByRole('button', { name: 'Subir archivo' }));
  await screen.findByRole('dialog', { name: 'Subir archivo bancario' });
  await give();
  expect(await screen.findByText('Elija la cuenta bancaria del archivo.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.keyboard('{Escape}');
  await choose();
  await give();
  expect((await screen.findAllByText(/Indique la columna con el importe/)).length).toBeGreaterThan(0);
  expect((await confirming()).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(sent).toEqual([{ path: `/bank-files/read/preview?bank_account_id=${account.id}`, columns: null }]);
});

test('rows are shown as they would be read, and the file is sent with the meanings that were chosen', async () => {
  const { sent, user, give, choose } = open();
  await choose();
  await give();
  await user.click(await screen.findByRole('button', { name: /Qué es «Valor»/ }));
  await user.click(await screen.findByRole('option', { name: 'Importe con signo' }));
  await user.click(await screen.findByRole('button', { name: /decimales «Valor»/ }));
  await user.click(await screen.findByRole('option', { name: '1.234,50' }));
  const rows = await screen.findByRole('region', { name: 'Primeras filas' });
  expect(rows.textContent).toContain('2 movimientos bancarios: Por decidir 1 · Ilegible 1 · Segura 1');
  expect(within(rows).getAllByText('RD$321.50')).toHaveLength(2);
  expect(within(rows).getByText('«x» no es una fecha.')).toBeTruthy();
  await waitFor(async () => expect((await confirming()).getAttribute('aria-disabled')).toBeNull());
  await user.click(await confirming());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.at(-1)).toMatchObject({
    path: `/bank-files/read?bank_account_id=${account.id}`,
    columns: [{ meaning: 'date' }, { meaning: 'amount', decimal: ',' }],
  });
});

test('a refused file says why, and the account stays chosen', async () => {
  const { give, choose } = open('El archivo está vacío.');
  await choose();
  await give();
  expect((await screen.findByRole('alert')).textContent).toContain('vacío');
  expect(screen.getByRole('combobox', { name: /Cuenta bancaria/ })).toHaveProperty('value', account.label);
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeTruthy();
});

test('nobody uploads without the permission', () => {
  open(undefined, []);
  expect(screen.queryByRole('button', { name: 'Subir archivo' })).toBeNull();
});
