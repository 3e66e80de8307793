// @vitest-environment happy-dom
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactElement } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CapturePhoto } from './capture-photo.tsx';
import { someItems, someLines, someReport } from './coverage-fixtures.ts';
import { CoverageTab } from './coverage-tab.tsx';

const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const open = (content: ReactElement, permissions = Object.values(evidenceReports.permissions)) => {
  const sent: { path: string; body: unknown }[] = [];
  const host = createHost(content, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input, init) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (path.endsWith('/coverage')) return answer({ data: { lines: someLines, items: someItems } });
      if (init?.method !== 'POST') return answer({ data: [] });
      const { body } = init;
      sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
      return path === '/files'
        ? answer({ data: { id: 'file-1', name: 'foto.jpg', mime: 'image/jpeg', bytes: 4 } }, 201)
        : answer({ data: { id: 'item-1' } }, 201);
    },
    permissions,
    path: '/postventa/reportes-evidencias',
    mount: '/postventa/reportes-evidencias',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return { sent, container: view.container };
};

test('a report shows its lines, its days as a table that reads without colours, and what to look at', async () => {
  const { container } = open(<CoverageTab report={someReport} />);
  await screen.findByRole('region', { name: 'Emitido por día' });
  expect(screen.getAllByText('2 de 3, con evidencia 2. En parte').length).toBeGreaterThan(0);
  expect(screen.getByText(/Su cámara dice .* antes del periodo/)).toBeTruthy();
  expect(screen.getByText(/casi la misma imagen que «Pieza al aire» del reporte EV-2026-00003/)).toBeTruthy();
  expect(screen.getByText(/Revise 1 evidencia con avisos/)).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a photo is sent with its time and the hash that was calculated when it was taken', async () => {
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    getCurrentPosition: (give: (place: object) => void) =>
      give({ coords: { latitude: 18.486058, longitude: -69.931212 } }),
  } as unknown as Geolocation);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { sent } = open(<CapturePhoto report={someReport} />);
  const input = screen.getByLabelText<HTMLInputElement>('Foto de la cámara');
  expect(input.getAttribute('capture')).toBe('environment');
  await userEvent.setup().upload(input, new File(['foto'], 'foto.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/files', '/evidence-items']));
  expect(sent[1]?.body).toMatchObject({
    report_id: someReport.id,
    kind: 'photo',
    file: 'file-1',
    // echo -n foto | sha256sum
    latitude: '18.486058',
    longitude: '-69.931212',
    captured_sha256: '6187eb884a2243dbed3a648d69e5a1a538be022abc7d72d596fc0b1024fa3dab',
  });
});

test('nobody takes photos for an approved report, or without the permission', () => {
  open(<CapturePhoto report={{ ...someReport, status: 'approved' }} />);
  open(<CapturePhoto report={someReport} />, ['evidence_reports.view_all']);
  expect(screen.queryByRole('button', { name: 'Tomar foto' })).toBeNull();
});
