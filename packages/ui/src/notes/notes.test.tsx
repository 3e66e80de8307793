// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { uuid } from '../testing/contract.ts';
import { createHost } from '../testing/host.tsx';
import { attachmentFixture, commentFixture, createNotesContract } from '../testing/notes-contract.ts';
import { Attachments } from './attachments.tsx';
import { Comments } from './comments.tsx';
import type { UploadWithProgress } from './upload-file.ts';

beforeEach(() => localStorage.clear());

const id = uuid(1);
const everything = ['clients.view_all', 'comments.create', 'attachments.create'];

const open = (
  children: ReactNode,
  options: Parameters<typeof createNotesContract>[0] = {},
  permissions = everything,
) => {
  const contract = createNotesContract(options);
  const host = createHost(children, {
    baseUrl: 'http://pauta.example/api',
    fetch: contract.fetch,
    permissions,
  });
  const view = render(<host.Host />);
  return { ...contract, user: userEvent.setup(), ...view };
};
const openComments = (...rest: Parameters<typeof open> extends [unknown, ...infer Rest] ? Rest : never) =>
  open(<Comments id={id} resource={clients} />, ...rest);

test('shows the comments with their mentions, and offers to change only those that the user may change', async () => {
  openComments({
    comments: [
      commentFixture(1, { text: 'Llamar a @María Núñez.', mentions: [{ id: '3', label: 'María Núñez' }] }),
      commentFixture(2, { author: { id: '7', label: 'Ana Pérez' }, edited_at: '2026-03-09T15:00:00.000Z' }),
    ],
  });
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(first!).getByText('@María Núñez').tagName).toBe('B');
  expect(within(first!).queryByRole('button')).toBeNull();
  expect(within(second!).getByText(/editado/)).toBeTruthy();
  expect(within(second!).getByRole('button', { name: /^Editar el comentario/ })).toBeTruthy();
});

test('Ctrl+Enter sends; unsent text is kept in this browser', async () => {
  const { user, asked, unmount } = openComments();
  const box = await screen.findByRole('textbox', { name: 'Comentario nuevo' });
  await user.type(box, 'Firma el lunes');
  unmount();
  const again = openComments();
  const restored = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comentario nuevo' });
  expect(restored.value).toBe('Firma el lunes');
  restored.focus();
  await again.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Firma el lunes', { selector: 'p span' })).toBeTruthy();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  expect(again.asked.find(({ method }) => method === 'POST')).toMatchObject({
    path: `/clients/${id}/comments`,
    body: { text: 'Firma el lunes', mentions: [] },
  });
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test('an @ suggests users, and the selected one is mentioned', async () => {
  const { user, asked } = openComments();
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comentario nuevo' });
  await user.type(box, 'Ver con @mar');
  const option = await screen.findByRole('option', { name: 'María Núñez' });
  await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toBe(option.id));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(box.value).toBe('Ver con @María Núñez '));
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      text: 'Ver con @María Núñez',
      mentions: [uuid(3, 5)],
    }),
  );
});

test('a refused comment stays in the box, with the reason', async () => {
  const { user, refuse } = openComments();
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comentario nuevo' });
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByText('Escriba el comentario.')).toBeTruthy();
  refuse(503, 'Intente en unos segundos.');
  await user.type(box, 'Hola');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByText('Intente en unos segundos.')).toBeTruthy();
  expect(box.value).toBe('Hola');
});

test('users edit, delete and restore their own comments', async () => {
  const { user, asked } = openComments({
    comments: [commentFixture(2, { author: { id: '7', label: 'Ana Pérez' } })],
  });
  await user.click(await screen.findByRole('button', { name: /^Editar el comentario/ }));
  const box = screen.getByRole('textbox', { name: 'Editar comentario' });
  await user.clear(box);
  await user.type(box, 'Corregido');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Corregido', { selector: 'p span' })).toBeTruthy();
  expect(asked.find(({ method }) => method === 'PATCH')?.ifMatch).toBe('"1"');
  await user.click(screen.getByRole('button', { name: /^Eliminar el comentario/ }));
  await waitFor(() => expect(screen.queryByText('Corregido')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Corregido', { selector: 'p span' })).toBeTruthy();
});

test('without permission to comment the reason is shown; a failure offers a retry', async () => {
  openComments({}, ['clients.view_all']);
  expect(await screen.findByText('Le falta el permiso «Comentar registros».')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('shows that comments could not be loaded', async () => {
  openComments({ fails: true });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

const pdf = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'application/pdf' });
const stored = { id: uuid(1, 9), name: 'nuevo.pdf', mime: 'application/pdf', bytes: 10 };

test('dropped and pasted files are uploaded one after another, with their progress, and attached', async () => {
  const gates: { done: () => void; file: File }[] = [];
  const upload: UploadWithProgress = (file, { onProgress }) =>
    new Promise((resolve) => {
      onProgress(0.4);
      gates.push({ file, done: () => resolve(stored) });
    });
  const { asked } = open(<Attachments id={id} resource={clients} upload={upload} />);
  const zone = await screen.findByRole('group', { name: 'Agregar archivos' });
  fireEvent.drop(zone, { dataTransfer: { files: [pdf('uno.pdf')] } });
  fireEvent.paste(zone, { clipboardData: { files: [pdf('dos.pdf')] } });
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Subiendo uno.pdf' });
  await waitFor(() => expect(bar.value).toBe(0.4));
  expect(gates).toHaveLength(1);
  gates[0]?.done();
  await waitFor(() => expect(gates).toHaveLength(2));
  gates[1]?.done();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { file_id: stored.id },
    { file_id: stored.id },
  ]);
});

test('an invalid file is refused at once; a failed upload can be repeated', async () => {
  let fails = true;
  const upload: UploadWithProgress = async () => {
    if (fails) throw new Error('No hay conexión con el servidor. Intente de nuevo.');
    return stored;
  };
  const { user } = open(<Attachments id={id} resource={clients} upload={upload} />);
  const zone = await screen.findByRole('group', { name: 'Agregar archivos' });
  fireEvent.drop(zone, {
    dataTransfer: { files: [new File(['x'], 'virus.exe', { type: 'application/x-msdownload' })] },
  });
  expect(await screen.findByText(/Ese tipo de archivo no se puede adjuntar/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Descartar virus.exe' }));
  fireEvent.drop(zone, { dataTransfer: { files: [pdf('uno.pdf')] } });
  expect(await screen.findByText(/No hay conexión/)).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('nuevo.pdf')).toBeTruthy();
});

test('only its owner can rename, delete and restore an attachment', async () => {
  const { user, asked } = open(<Attachments id={id} resource={clients} />, {
    attachments: [attachmentFixture(1), attachmentFixture(2, { author: { id: '8', label: 'Luis Gómez' } })],
  });
  expect(await screen.findByRole('button', { name: 'Descargar Contrato 2' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Quitar Contrato 2' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Editar Contrato 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar adjunto' });
  const title = within(dialog).getByRole('textbox', { name: /Título/ });
  await user.clear(title);
  await user.type(title, 'Firmado');
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Firmado')).toBeTruthy();
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    title: 'Firmado',
    kind: 'contract',
  });
  await user.click(screen.getByRole('button', { name: 'Quitar Firmado' }));
  await waitFor(() => expect(screen.queryByText('Firmado')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Firmado')).toBeTruthy();
});
