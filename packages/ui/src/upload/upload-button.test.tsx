import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import type { ResumableOptions, UploadedFile } from '../data/resumable-upload.ts';
import { createHost } from '../testing/host.tsx';
import { UploadButton } from './upload-button.tsx';

interface Sending extends ResumableOptions {
  readonly file: File;
  done(sha256?: string): void;
  fail(message: string): void;
}

const unfinished = {
  id: 'u1',
  name: 'Documental.mp4',
  fingerprint: 'huella',
  bytes: 2_097_152,
  received: 1_048_576,
  expires_at: '2026-03-09T15:00:00Z',
};

const open = async (begun: readonly object[] = []) => {
  const sendings: Sending[] = [];
  const asked: string[] = [];
  const created: string[] = [];
  let refusal: string | null = null;
  const upload = (file: File, options: ResumableOptions) =>
    new Promise<UploadedFile>((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(options.signal.reason));
      sendings.push({
        ...options,
        file,
        done: (sha256 = file.name) =>
          resolve({ id: file.name, name: file.name, mime: file.type, bytes: file.size, sha256 }),
        fail: (message) => reject(new Error(message)),
      });
    });
  const host = createHost(
    <UploadButton
      accept={['video/mp4']}
      kinds="Videos MP4"
      maxBytes={4 * 1024 ** 3}
      onUploaded={async ({ name }) => {
        if (refusal !== null) throw new Error(refusal);
        created.push(name);
      }}
      title="Subir videos"
      upload={upload}
    />,
    {
      baseUrl: 'http://pauta.example/api',
      fetch: async (url, init) => {
        asked.push(`${init?.method ?? 'GET'} ${String(url).replace('http://pauta.example/api', '')}`);
        return Response.json({ data: begun });
      },
    },
  );
  render(<host.Host />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Subir videos' }));
  const dialog = await screen.findByRole('dialog', { name: 'Subir videos' });
  const choose = (...files: File[]) =>
    fireEvent.change(dialog.querySelector('input[accept]') as HTMLInputElement, { target: { files } });
  return {
    user,
    sendings,
    asked,
    created,
    dialog,
    choose,
    refuse: (message: string | null) => {
      refusal = message;
    },
  };
};

const video = (name: string, size = 1000) => new File([new Uint8Array(size)], name, { type: 'video/mp4' });
const line = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

test('files are sent two at a time, and each becomes a record', async () => {
  const { choose, sendings, created, dialog } = await open();
  choose(video('a.mp4'), video('b.mp4'), video('c.mp4'), new File(['x'], '.DS_Store'));
  await waitFor(() => expect(sendings.map(({ file }) => file.name)).toEqual(['a.mp4', 'b.mp4']));
  expect(line('c.mp4').getByText(/^En espera/)).toBeTruthy();
  expect(screen.queryByText('.DS_Store')).toBeNull();
  await act(async () => sendings[0]?.onProgress(0.5));
  await waitFor(() => expect(line('a.mp4').getByRole('progressbar').getAttribute('value')).toBe('0.5'));
  expect((await axe.run(dialog)).violations).toEqual([]);
  await act(async () => sendings[0]?.done());
  await waitFor(() => expect(created).toEqual(['a.mp4']));
  await waitFor(() => expect(sendings).toHaveLength(3));
  await act(async () => sendings[1]?.done());
  await act(async () => sendings[2]?.done());
  await waitFor(() => expect(created).toEqual(['a.mp4', 'b.mp4', 'c.mp4']));
  await waitFor(() =>
    expect(dialog.querySelector('[aria-live="polite"]')?.textContent).toBe('3 de 3 archivos listos'),
  );
});

test('an upload pauses, continues, waits for the network and is cancelled', async () => {
  const { choose, sendings, user, asked } = await open();
  choose(video('a.mp4'));
  await waitFor(() => expect(sendings).toHaveLength(1));
  await act(async () => sendings[0]?.onBegun?.('u9'));
  await act(async () => sendings[0]?.onWaiting?.(true));
  await waitFor(() => expect(line('a.mp4').getByText(/^Sin conexión/)).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Pausar a.mp4' }));
  expect(sendings[0]?.signal.aborted).toBe(true);
  await waitFor(() => expect(line('a.mp4').getByText(/^En pausa/)).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Continuar a.mp4' }));
  await waitFor(() => expect(sendings).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Cancelar a.mp4' }));
  await waitFor(() => expect(screen.queryByText('a.mp4')).toBeNull());
  expect(sendings[1]?.signal.aborted).toBe(true);
  await waitFor(() => expect(asked).toContain('DELETE /uploads/u9'));
});

test('what failed says why, and a refused record is tried again without sending its file again', async () => {
  const { choose, sendings, user, refuse, created } = await open();
  choose(new File(['x'], 'a.txt', { type: 'text/plain' }), video('b.mp4'));
  expect(await screen.findByText('Ese tipo de archivo no se acepta aquí. Elija otro.')).toBeTruthy();
  refuse('Este mismo archivo ya está en la biblioteca como «B».');
  await waitFor(() => expect(sendings).toHaveLength(1));
  await act(async () => sendings[0]?.done());
  expect(await screen.findByText('Este mismo archivo ya está en la biblioteca como «B».')).toBeTruthy();
  refuse(null);
  await user.click(screen.getByRole('button', { name: 'Reintentar b.mp4' }));
  await waitFor(() => expect(created).toEqual(['b.mp4']));
  expect(sendings).toHaveLength(1);
});

test('the same content twice is told', async () => {
  const { choose, sendings } = await open();
  choose(video('a.mp4'));
  await waitFor(() => expect(sendings).toHaveLength(1));
  await act(async () => sendings[0]?.done('igual'));
  await waitFor(() => expect(line('a.mp4').getByText(/^Listo/)).toBeTruthy());
  choose(video('copia.mp4'));
  await waitFor(() => expect(sendings).toHaveLength(2));
  await act(async () => sendings[1]?.done('igual'));
  expect(await screen.findByText('Es el mismo archivo que «a.mp4»: se guarda una sola vez.')).toBeTruthy();
});

test('what another tab left is listed until its file is chosen again', async () => {
  const { choose, sendings } = await open([unfinished]);
  expect(
    await screen.findByText('Quedó sin terminar · 50 % de 2 MB. Elija el mismo archivo para continuar.'),
  ).toBeTruthy();
  choose(video('Documental.mp4', 2_097_152));
  await waitFor(() => expect(sendings).toHaveLength(1));
  await act(async () => sendings[0]?.onBegun?.('u1'));
  await waitFor(() => expect(screen.getAllByText('Documental.mp4')).toHaveLength(1));
});
