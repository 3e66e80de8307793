// @vitest-environment happy-dom
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SigningAnswer } from './signing-answer.ts';
import { client, complete, pendingContract, refused, waiting } from './signing-fixtures.ts';
import { SigningTab } from './signing-tab.tsx';

const all = ['contracts.view_all', 'contracts.update_all', 'contracts.sign'];

const open = async (signing: SigningAnswer | null, permissions = all, status = 'pending_signature') => {
  const host = await openScreens(
    contracts,
    <SigningTab record={{ ...pendingContract, status }} resource={contracts} />,
    {
      records: [pendingContract],
      permissions,
      before: (server) =>
        server.once('GET', `/contracts/${pendingContract.id}/signing`, {
          status: 200,
          body: { data: signing },
        }),
    },
  );
  const actions = () =>
    screen.queryAllByRole('button', { name: /: (Marta|Luis)/ }).map((one) => one.getAttribute('aria-label'));
  return { ...host, actions };
};

test('each signer is offered what applies to their turn, in order', async () => {
  const { actions } = await open(waiting);
  await screen.findByText('Marta Ibáñez');
  expect(actions()).toEqual([
    'Compartir: Marta Ibáñez',
    'Firmar en persona: Marta Ibáñez',
    'Firma en papel: Marta Ibáñez',
    'Compartir: Luis Núñez',
    'Firma en papel: Luis Núñez',
  ]);
  const badges = screen.getAllByRole('listitem').map((one) => one.querySelector('[data-badge]')?.textContent);
  expect(badges).toEqual(['Le toca', 'Espera su turno']);
});

test('a command is not offered without its permission, nor once the signing is over', async () => {
  const seller = await open(waiting, ['contracts.view_all', 'contracts.update_all']);
  await screen.findByText('Marta Ibáñez');
  expect(seller.actions()).toEqual(['Compartir: Marta Ibáñez', 'Compartir: Luis Núñez']);
  seller.unmount();

  const over = await open(refused, all, 'draft');
  await screen.findByText('Marta Ibáñez');
  expect(over.actions()).toEqual([]);
  expect(screen.getByText(/El plazo de pago acordado eran 60 días\./)).toBeTruthy();
});

test('the evidence of each signature is folded below it', async () => {
  await open(complete, all, 'signed');
  const [byLink, onPaper] = await screen.findAllByRole('listitem');
  expect(within(byLink!).getByText('190.80.12.4')).toBeTruthy();
  expect(within(byLink!).getByRole('img', { name: 'Firma de Marta Ibáñez', hidden: true })).toBeTruthy();
  expect(within(onPaper!).getByText('En papel')).toBeTruthy();
  expect(within(onPaper!).getByRole('button', { name: 'firma-luis.pdf', hidden: true })).toBeTruthy();
});

test('before the contract is submitted, the tab says what to do', async () => {
  await open(null, all, 'draft');
  expect(await screen.findByRole('heading', { name: 'Todavía no se envió a firma' })).toBeTruthy();
});

test('a shared link is of the signer, goes to their mail, and is shown once', async () => {
  const { user, server } = await open(waiting);
  await user.click(await screen.findByRole('button', { name: 'Compartir: Marta Ibáñez' }));
  const dialog = await screen.findByRole('dialog', { name: 'Compartir para firmar: Marta Ibáñez' });
  const path = `/contracts/${pendingContract.id}/share_signing`;
  const shared = {
    path: '/firmar/q7Zk2v9RrT',
    recipient: client.full_name,
    expires_on: '2100-10-30',
    mailed_to: client.email,
  };
  server.once('POST', path, { status: 200, body: { data: shared } });
  server.once('GET', `/contracts/${pendingContract.id}/signing`, { status: 200, body: { data: waiting } });
  await user.click(await within(dialog).findByRole('button', { name: 'Compartir para firmar' }));
  const link = await screen.findByRole('textbox', { name: 'Enlace' });
  expect((link as HTMLInputElement).value).toMatch(/\/firmar\/q7Zk2v9RrT$/);
  expect(server.asked.find((one) => one.path === path)?.body).toMatchObject({
    signer_id: client.id,
    email: 'marta@optica.example',
    sends_mail: true,
    expires_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  const chat = screen.getByRole('link', { name: /WhatsApp/ }).getAttribute('href') ?? '';
  expect(decodeURIComponent(chat)).toContain('Hola, Marta: le comparto el contrato CT-2026-00012');
});
