// @vitest-environment happy-dom
import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { StatementColumnsInput } from './statement-columns-input.tsx';
import { UploadBankFileButton } from './upload-bank-file-button.tsx';

const account = { id: '0190a000-0000-7000-8000-000000000001', label: 'Banco de Prueba 960-1' };

const open = (refuse?: string, permissions: readonly string[] = ['bank_files.create']) => {
  const sent: string[] = [];
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<UploadBankFileButton />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (path.startsWith('/bank-accounts/options')) return answer({ data: [account] });
      if (!path.startsWith('/bank-files/read')) return answer({ data: [] });
      sent.push(path);
      return refuse
        ? answer({ status: 422, code: 'invalid', message: refuse, errors: { file: [refuse] } }, 422)
        : answer({ data: { id: 'file-1', rows: 3 } }, 201);
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
      new File(['Fecha;Monto\n'], 'estado.csv', { type: 'text/csv' }),
    );
  };
  const choose = async (): Promise<void> => {
    await user.click(await screen.findByRole('combobox', { name: /Cuenta bancaria/ }));
    await user.click(await screen.findByRole('option', { name: /960-1/ }));
  };
  return { sent, user, give, choose };
};

test('a file needs its account, and is sent once it has one', async () => {
  const { sent, user, give, choose } = open();
  await user.click(screen.getByRole('button', { name: 'Subir archivo' }));
  await screen.findByRole('dialog', { name: 'Subir archivo bancario' });
  await give();
  expect(await screen.findByText('Elija la cuenta bancaria del archivo.')).toBeTruthy();
  expect(sent).toEqual([]);
  await choose();
  await give();
  await waitFor(() => expect(sent).toEqual([`/bank-files/read?bank_account_id=${account.id}`]));
});

test('a refused file says why, and the account stays chosen', async () => {
  const { user, give, choose } = open('El archivo está vacío.');
  await user.click(screen.getByRole('button', { name: 'Subir archivo' }));
  await choose();
  await give();
  expect((await screen.findByRole('alert')).textContent).toContain('vacío');
  expect(screen.getByRole('combobox', { name: /Cuenta bancaria/ })).toHaveProperty('value', account.label);
});

test('nobody uploads without the permission', () => {
  open(undefined, []);
  expect(screen.queryByRole('button', { name: 'Subir archivo' })).toBeNull();
});

test('a column becomes an amount, and asks how its decimals are written', async () => {
  const { columns: field } = bankFiles.fields;
  if (!field) throw new Error('bank files have columns');
  let latest: unknown;
  const Form = () => {
    const [value, setValue] = useState<unknown>([
      { header: 'Valor', samples: '1.234,50', meaning: 'none', day_first: true, decimal: '.' },
    ]);
    latest = value;
    return (
      <StatementColumnsInput
        field={field}
        label={field.label}
        name="columns"
        onBlur={() => {}}
        onChange={setValue}
        value={value}
        values={{}}
      />
    );
  };
  render(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /Qué es «Valor»/ }));
  await user.click(await screen.findByRole('option', { name: 'Importe con signo' }));
  await user.click(screen.getByRole('button', { name: /decimales «Valor»/ }));
  await user.click(await screen.findByRole('option', { name: '1.234,50' }));
  expect(latest).toEqual([
    { header: 'Valor', samples: '1.234,50', meaning: 'amount', day_first: true, decimal: ',' },
  ]);
});
