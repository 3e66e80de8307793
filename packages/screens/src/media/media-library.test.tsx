// @vitest-environment happy-dom
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactElement } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { MediaPreview } from '../previews/media-preview.tsx';
import { peaks, sound } from './media-fixtures.ts';
import { Audio } from './media-library.tsx';
import { MediaUsage } from './media-usage.tsx';
import { MediaVersions } from './media-versions.tsx';

const permissions = ['media.view_all', 'media.create', 'media.update_all'];

test('a list becomes a grid of the same links and selection, at an address of its own', async () => {
  const records = [
    sound(1),
    sound(2, { status: 'processing', duration_sec: null }),
    sound(3, { status: 'rejected', refusal: 'El audio está incompleto.', duration_sec: null }),
  ];
  const { user, address } = await openScreens(mediaFiles, <Audio />, {
    records,
    permissions,
    path: '/multimedia/audio',
    mount: '/multimedia/audio',
  });
  const link = (name: RegExp) => screen.findByRole('link', { name });
  expect((await link(/^Cuña 1$/)).getAttribute('href')).toContain(records[0]?.id);
  await user.click(await link(/Cuadrícula/));
  expect(address()).toContain('vista=cuadricula');
  const tile = await link(/Cuña 1.*31\.2/);
  expect(tile.getAttribute('href')).toContain(records[0]?.id);
  await link(/Cuña 2\s*En proceso/);
  await link(/Cuña 3\s*Rechazado/);
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar Cuña 2' }));
  await user.click(await link(/^Lista/));
  expect(address()).not.toContain('vista');
});

const show = (record: ReturnType<typeof sound>) => {
  const asked: string[] = [];
  const host = createHost(<MediaPreview record={record} />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input) => {
      const path = String(input).replace(/^.*\/api/, '');
      asked.push(path);
      return path.startsWith('/files/')
        ? new Response(new Blob(['sound']))
        : new Response(JSON.stringify({ data: path.endsWith('/waveform') ? { peaks } : [] }), {
            headers: { 'Content-Type': 'application/json' },
          });
    },
    permissions,
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return { asked, ...view };
};

test('one moves in a sound by keyboard and by pointer', async () => {
  const { container } = show(sound(1));
  const slider = await screen.findByRole('slider', { name: 'Posición en «Cuña 1»' });
  const player = container.querySelector('audio') as HTMLAudioElement;
  const at = () => [player.currentTime, slider.getAttribute('aria-valuetext')];
  fireEvent.keyDown(slider, { key: 'PageUp' });
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  await waitFor(() => expect(at()).toEqual([11, '11 s de 31 s']));
  fireEvent.keyDown(slider, { key: 'End' });
  await waitFor(() => expect(player.currentTime).toBe(31.2));
  fireEvent.keyDown(slider, { key: 'PageDown' });
  fireEvent.keyDown(slider, { key: 'Home' });
  await waitFor(() => expect(at()).toEqual([0, '0 s de 31 s']));
});

test('a refused file says why and is not opened; one that is measured says so', async () => {
  const { asked, unmount } = show(sound(1, { status: 'rejected', refusal: 'El audio está incompleto.' }));
  expect((await screen.findByText(/fue rechazado/)).textContent).toContain('El audio está incompleto.');
  expect(asked.filter((path) => path.startsWith('/files/'))).toEqual([]);
  unmount();
  show(sound(2, { status: 'processing', duration_sec: null }));
  expect((await screen.findByRole('status')).textContent).toContain('Se está midiendo');
});

const shown = (page: ReactElement, data: object) => {
  const host = createHost(page, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input) =>
      String(input).includes('/files/') && !String(input).includes('media-files')
        ? new Response(new Blob(['sound']))
        : new Response(JSON.stringify({ data }), { headers: { 'Content-Type': 'application/json' } }),
    permissions,
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return view;
};

test('where a file is used has links, and says when nothing of it may be seen', async () => {
  const { container, unmount } = shown(<MediaUsage media={sound(1)} />, {
    total: 14,
    places: [{ label: 'Colocaciones', count: 12, records: [{ title: 'Cuña 30 s', path: '/cupos/1' }] }],
  });
  expect((await screen.findByRole('link', { name: 'Cuña 30 s' })).getAttribute('href')).toBe('/cupos/1');
  expect(container.textContent).toContain('y 11 más');
  expect((await axe.run(container)).violations).toEqual([]);
  unmount();
  shown(<MediaUsage media={sound(2)} />, { total: 1, places: [] });
  expect((await screen.findByText(/usted no puede ver/)).textContent).toContain('un registro');
});

test('an earlier version is compared with the present one, and what differs is marked', async () => {
  const version = {
    version: 1,
    file: { id: sound(1).id, name: 'cuna-v1.wav', mime: 'audio/wav', bytes: 88_244 },
    width_px: null,
    height_px: null,
    duration_sec: '30.000',
    approved_at: null,
    approved_by: null,
    replaced_at: '2026-10-05T13:00:00Z',
    replaced_by: null,
  };
  shown(<MediaVersions media={sound(1, { version: 2 })} />, { versions: [version], links: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Comparar con la actual' }));
  const dialog = await screen.findByRole('dialog', { name: 'Comparar «Cuña 1»' });
  const differing = Array.from(dialog.querySelectorAll('[data-differs]'), (one) => one.textContent);
  expect(differing).toEqual(['cuna-v1.wav', '30 s', 'cuna-1.wav', '31.2 s']);
  expect((await axe.run(dialog)).violations).toEqual([]);
});
