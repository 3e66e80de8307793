// @vitest-environment happy-dom
import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { ColumnsInput } from '../../column-files/columns-input.tsx';
import { UploadColumnFileButton } from '../../column-files/upload-button.tsx';
import { airLogKind } from './air-log-kind.ts';

const station = { id: '0190a000-0000-7000-8000-000000000001', label: 'Canal Nueve' };

test('a log is shown as it would be read, and sent when that is confirmed', async () => {
  const sent: string[] = [];
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<UploadColumnFileButton kind={airLogKind} />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (path.startsWith('/subdivisions/options')) return answer({ data: [station] });
      if (!path.startsWith('/air-logs/read')) return answer({ data: { id: 'log-1', row_version: 1 } });
      sent.push(path);
      return path.includes('/preview')
        ? answer({
            data: {
              columns: [{ header: 'Cuándo', samples: null, meaning: 'moment', day_first: true }],
              count: 1,
              missing: null,
              rows: [
                { line: 2, aired_at: '2026-11-03T14:00:00Z', code: 'HN-1', heard: 'Cuña', status: 'matched' },
              ],
            },
          })
        : answer({ data: { id: 'log-1', rows: 1 } }, 201);
    },
    permissions: ['air_logs.create'],
    path: '/postventa/reportes-evidencias/logs',
    mount: '/postventa/reportes-evidencias/logs',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Subir log' }));
  await user.click(await screen.findByRole('combobox', { name: /Canal o emisora/ }));
  await user.click(await screen.findByRole('option', { name: /Canal Nueve/ }));
  const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await user.upload(
    input as HTMLInputElement,
    new File(['Cuándo;Código\n'], 'log.csv', { type: 'text/csv' }),
  );
  const rows = await screen.findByRole('region', { name: 'Primeras filas' });
  expect(rows.textContent).toContain('1 fila: Conciliada 1');
  expect(screen.queryByRole('textbox', { name: /Fila de los títulos/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Subir y conciliar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    `/air-logs/read/preview?subdivision_id=${station.id}`,
    `/air-logs/read?subdivision_id=${station.id}`,
  ]);
});

test('the meaning of a column is changed, and a date asks for its order', async () => {
  const { columns: field } = airLogs.fields;
  if (!field) throw new Error('air logs have columns');
  let latest: unknown;
  const Form = () => {
    const [value, setValue] = useState<unknown>([
      { header: 'Cuándo', samples: '03/04/2026 10:00', meaning: 'none', day_first: true },
    ]);
    latest = value;
    return (
      <ColumnsInput
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
  await user.click(screen.getByRole('button', { name: /Qué es «Cuándo»/ }));
  await user.click(await screen.findByRole('option', { name: 'Fecha y hora' }));
  await user.click(screen.getByRole('button', { name: /Orden de la fecha/ }));
  await user.click(await screen.findByRole('option', { name: 'Mes/día/año' }));
  expect(latest).toEqual([
    { header: 'Cuándo', samples: '03/04/2026 10:00', meaning: 'moment', day_first: false },
  ]);
});
