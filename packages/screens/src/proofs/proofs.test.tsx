import { proofRuns } from '@pauta/domain/proofs/proof-run.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleProofs } from './proof-fixtures.ts';
import { ProofPage } from './proof-page.tsx';

const open = (name: keyof typeof sampleProofs, permissions = ['proofs.view', 'proofs.run']) =>
  openScreens(proofRuns, <ProofPage />, {
    path: '/gestion/pruebas',
    mount: '/gestion/pruebas',
    permissions,
    before: (server) => server.once('GET', '/proofs', { status: 200, body: { data: sampleProofs[name] } }),
  });

const item = async (title: RegExp): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { level: 3, name: title })).closest('li') as HTMLElement;

test('a page where all is kept says so, and since when', async () => {
  await open('kept');
  expect(await screen.findByText('Todo lo que se prueba se cumple.')).toBeTruthy();
  const kept = within(await item(/^I1 Ningún espacio/));
  expect(kept.getByRole('img', { name: 'Se cumple' })).toBeTruthy();
  expect(kept.getByText(/^Cada prueba desde el 01\/10\/2026/)).toBeTruthy();
});

test('a violation shows its records as links, how many are left, and its task', async () => {
  await open('broken');
  expect(await screen.findByText('Una garantía no se cumple.')).toBeTruthy();
  const broken = within(await item(/^I8/));
  expect(broken.getByRole('link', { name: 'B01 · 1–500' }).getAttribute('href')).toMatch(
    /secuencias-fiscales\/01890a5d-ac96-774b-bcce-b302099a8911$/,
  );
  expect(broken.queryByRole('link', { name: 'Compañía ANT' })).toBeNull();
  expect(broken.getByText('Y 1 más.')).toBeTruthy();
  expect(broken.getByRole('link', { name: 'Ver la tarea' }).getAttribute('href')).toBe(
    '/crm/seguimiento/01890a5d-ac96-774b-bcce-b302099a8912',
  );
  expect(within(await item(/^I14/)).getByText(/límite de tiempo/)).toBeTruthy();
});

test('the button starts a proof, and waits while one is running', async () => {
  const { user, server } = await open('kept');
  server.once('POST', '/proof-runs/run', { status: 200, body: { data: { id: 'x' } } });
  server.once('GET', '/proofs', { status: 200, body: { data: sampleProofs.running } });
  await user.click(await screen.findByRole('button', { name: 'Probar ahora' }));
  expect(await screen.findByText(/^Se está probando/)).toBeTruthy();
  expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  server.once('GET', '/proofs', { status: 200, body: { data: sampleProofs.kept } });
  await waitFor(() => expect(screen.getByText('Todo lo que se prueba se cumple.')).toBeTruthy(), {
    timeout: 10_000,
  });
});

test('without the permission nothing is requested', async () => {
  const { server } = await openScreens(proofRuns, <ProofPage />, {
    path: '/gestion/pruebas',
    mount: '/gestion/pruebas',
    permissions: ['audit.view'],
  });
  expect(await screen.findByRole('heading', { name: 'No puede ver las pruebas de integridad' })).toBeTruthy();
  expect(server.asked.some(({ path }) => path.startsWith('/proofs'))).toBe(false);
});

test('a reader who may not start a proof gets the reason instead', async () => {
  const { user, server } = await open('kept', ['proofs.view']);
  await screen.findByText('Todo lo que se prueba se cumple.');
  const button = screen.getByRole('button', { name: /Probar ahora/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(server.asked.some(({ method }) => method === 'POST')).toBe(false);
});
