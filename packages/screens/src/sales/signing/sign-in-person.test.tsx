// @vitest-environment happy-dom
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { Answer } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SignInPerson } from './sign-in-person.tsx';
import { client, pendingContract } from './signing-fixtures.ts';

const path = `/contracts/${pendingContract.id}/sign_in_person`;

const open = async (isRead: boolean) => {
  const [onClose, onRead] = [vi.fn(), vi.fn()];
  const host = await openScreens(
    contracts,
    <SignInPerson
      record={pendingContract}
      resource={contracts}
      isRead={isRead}
      onClose={onClose}
      onRead={onRead}
      signer={client}
    />,
    { records: [pendingContract], permissions: ['contracts.view_all', 'contracts.sign'] },
  );
  const dialog = await screen.findByRole('dialog', { name: 'Firmar en persona: Marta Ibáñez' });
  await within(dialog).findByRole('textbox', { name: /^Nombre de quien firma/ });
  const sent = () => host.server.asked.filter((one) => one.method === 'POST' && one.path === path);
  return { ...host, inDialog: within(dialog), onClose, onRead, sent };
};

/** Draws a stroke in a pad whose size on the screen is half that of a drawing. */
const drawIn = (pad: Element): void => {
  pad.getBoundingClientRect = () => new DOMRect(100, 50, 300, 100);
  Object.assign(pad, { setPointerCapture: () => {} });
  const at = (clientX: number, clientY: number) => ({
    clientX,
    clientY,
    isPrimary: true,
    pointerId: 1,
    button: 0,
  });
  fireEvent.pointerDown(pad, at(110, 60));
  fireEvent.pointerMove(pad, at(120, 80));
  fireEvent.pointerMove(pad, at(120, 80));
  fireEvent.pointerMove(pad, at(900, 80));
  fireEvent.pointerUp(pad, at(900, 80));
};

test('the document is opened before anybody signs', async () => {
  const { user, inDialog, server, onRead, sent } = await open(false);
  await user.type(inDialog.getByRole('textbox', { name: /^Nombre de quien firma/ }), 'Marta Ibáñez');
  const sign = inDialog.getByRole('button', { name: 'Firmar en persona' });
  expect(sign.getAttribute('aria-disabled')).toBe('true');
  await user.click(sign);
  expect(sent()).toEqual([]);
  server.once('GET', `/contracts/${pendingContract.id}/signing.pdf`, { status: 200, body: {} });
  await user.click(inDialog.getByRole('button', { name: 'PDF que se firma' }));
  await waitFor(() => expect(onRead).toHaveBeenCalled());
});

test('a refused signature shows the reason at its field and keeps what was entered', async () => {
  const { user, inDialog, server, onClose, sent } = await open(true);
  const name = inDialog.getByRole('textbox', { name: /^Nombre de quien firma/ });
  expect((name as HTMLInputElement).value).toBe('');
  await user.type(name, 'Marta Ibáñez');
  drawIn(inDialog.getByRole('img', { name: 'Todavía no hay nada dibujado' }));
  expect(inDialog.getByRole('img', { name: 'Lo dibujado' })).toBeTruthy();
  const refusal: Answer = {
    status: 422,
    body: {
      error: 'invalid',
      message: 'Revise los datos.',
      errors: { consents: ['Sin su aceptación no hay firma.'] },
    },
  };
  server.once('POST', path, refusal);
  await user.click(inDialog.getByRole('button', { name: 'Firmar en persona' }));
  const consent = await inDialog.findByRole('checkbox', { name: /^Leí el contrato CT-2026-00012 completo/ });
  await waitFor(() => expect(consent.getAttribute('aria-invalid')).toBe('true'));
  expect((name as HTMLInputElement).value).toBe('Marta Ibáñez');
  expect(inDialog.getByRole('img', { name: 'Lo dibujado' })).toBeTruthy();

  await user.click(consent);
  server.once('POST', path, { status: 200, body: { data: { ...pendingContract, row_version: 4 } } });
  await user.click(inDialog.getByRole('button', { name: 'Firmar en persona' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().map(({ body }) => body.consents)).toEqual([false, true]);
  expect(sent().at(-1)?.body).toEqual({
    signer_id: client.id,
    typed_name: 'Marta Ibáñez',
    drawing: 'M20 20L40 60L599 60',
    consents: true,
  });
  expect(Object.keys(localStorage).filter((key) => key.includes('sign_in_person'))).toEqual([]);
});

test('a drawing is erased with the keyboard, and a touch without a stroke draws nothing', async () => {
  const { user, inDialog } = await open(true);
  const pad = inDialog.getByRole('img', { name: 'Todavía no hay nada dibujado' });
  drawIn(pad);
  const erase = inDialog.getByRole('button', { name: 'Borrar' });
  erase.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(erase);
  expect(inDialog.getByRole('img', { name: 'Todavía no hay nada dibujado' })).toBeTruthy();
  fireEvent.pointerDown(pad, { clientX: 150, clientY: 70, isPrimary: true, pointerId: 1, button: 0 });
  fireEvent.pointerUp(pad);
  expect(inDialog.getByRole('img', { name: 'Todavía no hay nada dibujado' })).toBeTruthy();
});
