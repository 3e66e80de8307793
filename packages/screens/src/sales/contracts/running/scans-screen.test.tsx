// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { scanFiles } from '@pauta/domain/sales/contracts/running/scan-files.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { importedContract, scanFile } from './scan-fixtures.ts';
import type { ImportedContract } from './scanned-contract.ts';
import { ScansScreen } from './scans-screen.tsx';

interface Sent {
  readonly contract: string;
  readonly file: string;
}

const permissions = ['contracts.view_all', 'contracts.create', 'contracts.import'];

/** The screen with a server that keeps what is attached; `refuse` answers an upload instead of it. */
const open = async (
  contracts: readonly ImportedContract[],
  {
    refuse,
    may = permissions,
  }: { readonly refuse?: (name: string) => Response | undefined; readonly may?: readonly string[] } = {},
) => {
  const files: string[] = [];
  const sent: Sent[] = [];
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<ScansScreen />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input, init) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (path === '/contracts/scans') return answer({ data: contracts });
      if (path === '/files') {
        const body = init?.body;
        const name = body instanceof FormData ? (body.get('file') as File).name : '';
        files.push(name);
        return refuse?.(name) ?? answer({ data: { id: `file-${name}`, name, mime: '', bytes: 1 } }, 201);
      }
      const [, contract = ''] = /^\/contracts\/(.+)\/attach_scan$/.exec(path) ?? [];
      if (contract === '') return answer({ data: [] });
      const { scan } = JSON.parse(String(init?.body)) as { scan: string };
      const isAlready = sent.some((one) => one.contract === contract && one.file === scan);
      sent.push({ contract, file: scan });
      return answer({ data: { already: isAlready, is_first: !isAlready } });
    },
    permissions: may,
    path: '/ventas/contratos/escaneados',
    mount: '/ventas/contratos/escaneados',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  const user = userEvent.setup({ applyAccept: false });
  const choose = async (...chosen: File[]): Promise<void> => {
    await screen.findByRole('button', { name: 'Elegir archivos' });
    const [input] = view.container.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, chosen);
  };
  return { user, choose, files, sent };
};

const row = (path: string): HTMLElement =>
  screen.getByRole('rowheader', { name: path }).closest('tr') as HTMLElement;

const one = importedContract(1, 'CT-2023-118');
const other = importedContract(2, 'CT-2023-119', { client: 'ACME' });

test('files are matched by the number of the other system, and attached one by one', async () => {
  const { user, choose, sent } = await open([one, other]);
  await choose(
    scanFile('CT-2023-118.pdf'),
    scanFile('ct 2023_118 anexo.jpg', { content: 'jpg' }),
    scanFile('119 firmado.pdf'),
  );
  expect(within(row('CT-2023-118.pdf')).getByText(/CT-2023-118 · Óptica Ñandú · Canal 9/)).toBeTruthy();
  expect(within(row('CT-2023-118.pdf')).getByText('Vigente')).toBeTruthy();
  expect(within(row('119 firmado.pdf')).getByText(/coincide solo en parte/)).toBeTruthy();
  expect(screen.getAllByText(/Es otro archivo del mismo contrato/)).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Agregar 3 contratos escaneados' }));
  expect(
    (await screen.findByText('Se agregaron 3 contratos escaneados.')).closest('[role=status]'),
  ).toBeTruthy();
  expect(sent).toEqual([
    { contract: other.id, file: 'file-119 firmado.pdf' },
    { contract: one.id, file: 'file-CT-2023-118.pdf' },
    { contract: one.id, file: 'file-ct 2023_118 anexo.jpg' },
  ]);
  expect(within(row('CT-2023-118.pdf')).getByText('Agregado')).toBeTruthy();
  expect(within(row('CT-2023-118.pdf')).queryByRole('button', { name: /^Cambiar/ })).toBeNull();
});

test('what is no scan is refused by its content and its size, before it is uploaded', async () => {
  const { choose, files } = await open([one]);
  const large = scanFile('CT-2023-118 grande.pdf');
  Object.defineProperty(large, 'size', { value: scanFiles.maxBytes + 1 });
  await choose(scanFile('CT-2023-118.pdf', { content: 'other' }), large, new File([], 'CT-2023-118 b.pdf'));
  expect(await screen.findByText('Por su contenido no es un PDF, un JPG ni un PNG.')).toBeTruthy();
  expect(await screen.findByText(/^Pesa 20 MB; el máximo es 20 MB/)).toBeTruthy();
  expect(await screen.findByText('El archivo está vacío.')).toBeTruthy();
  expect(
    screen.getByRole('button', { name: /^Agregar 0 contratos escaneados/ }).getAttribute('aria-disabled'),
  ).toBe('true');
  expect(files).toEqual([]);
});

test('a file without a number, or with two, is left out until its contract is chosen', async () => {
  const { user, choose, sent } = await open([one, other]);
  await choose(scanFile('póliza.pdf'), scanFile('CT-2023-118 y CT-2023-119.pdf'));
  expect(within(row('póliza.pdf')).getByText(/no dice ningún número importado/)).toBeTruthy();
  expect(screen.getByText(/puede ser de 2 contratos/)).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: 'Contrato de póliza.pdf' }), 'acme');
  await user.click(await screen.findByRole('option', { name: /CT-2023-119 · ACME/ }));
  await user.click(await screen.findByRole('button', { name: 'Agregar 1 contrato escaneado' }));
  expect(await screen.findByText('Se agregó 1 contrato escaneado. 1 quedó fuera.')).toBeTruthy();
  expect(sent).toEqual([{ contract: other.id, file: 'file-póliza.pdf' }]);
});

test('what a contract has already is recognised by its content, and a further file is announced', async () => {
  const file = scanFile('CT-2023-118.pdf');
  const hash = createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
  const { choose, files } = await open([{ ...one, has_scan: true, hashes: [hash] }]);
  await choose(file, scanFile('CT-2023-118 b.pdf'));
  await waitFor(() => expect(within(row('CT-2023-118.pdf')).getByText('Ya lo tenía')).toBeTruthy());
  expect(within(row('CT-2023-118 b.pdf')).getByText(/ya tiene uno/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Agregar 1 contrato escaneado' })).toBeTruthy();
  expect(files).toEqual([]);
});

test('a refused file does not stop the others; a lost session or connection does, and it continues there', async () => {
  let isDown = true;
  const { user, choose, files } = await open([one], {
    refuse: (name) => {
      if (name.includes('roto'))
        return new Response(
          JSON.stringify({ message: 'x', errors: { file: ['Este archivo está dañado.'] } }),
          {
            status: 422,
            headers: { 'Content-Type': 'application/json' },
          },
        );
      return name.includes('b') && isDown
        ? new Response(JSON.stringify({ message: 'El servidor no está disponible.' }), {
            status: 503,
            headers: { 'Content-Type': 'application/json' },
          })
        : undefined;
    },
  });
  await choose(
    scanFile('CT-2023-118 a roto.pdf'),
    scanFile('CT-2023-118 b.pdf'),
    scanFile('CT-2023-118 c.pdf'),
  );
  await user.click(await screen.findByRole('button', { name: 'Agregar 3 contratos escaneados' }));
  expect(await screen.findByText('La carga se interrumpió.')).toBeTruthy();
  expect(within(row('CT-2023-118 a roto.pdf')).getByText('Este archivo está dañado.')).toBeTruthy();
  expect(files).toEqual(['CT-2023-118 a roto.pdf', 'CT-2023-118 b.pdf']);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Continuar con 3' }));
  expect(await screen.findByText(/^Se agregaron 2 contratos escaneados\. 1 no se agregó/)).toBeTruthy();
});

test('without imported contracts, or without the permission to import, it says what to do', async () => {
  await open([]);
  expect(await screen.findByRole('link', { name: 'Importar contratos vigentes' })).toBeTruthy();
  await open([one], { may: ['contracts.view_all'] });
  expect(await screen.findByText(/Le falta el permiso/)).toBeTruthy();
});
