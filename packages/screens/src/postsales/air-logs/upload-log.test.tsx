// @vitest-environment happy-dom
import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { LogColumnsInput } from './log-columns-input.tsx';
import { UploadLogButton } from './upload-log-button.tsx';

const station = { id: '0190a000-0000-7000-8000-000000000001', label: 'Canal Nueve' };

const open = (refuse?: string, permissions: readonly string[] = ['air_logs.create']) => {
  const sent: string[] = [];
  const answer = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const host = createHost(<UploadLogButton />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async (input) => {
      const path = String(input).replace(/^.*\/api/, '');
      if (path.startsWith('/subdivisions/options')) return answer({ data: [station] });
      if (!path.startsWith('/air-logs/read')) return answer({ data: [] });
      sent.push(path);
      return refuse
        ? answer({ status: 409, code: 'same_log', message: refuse }, 409)
        : answer({ data: { id: 'log-1', rows: 3 } }, 201);
    },
    permissions,
    path: '/postventa/reportes-evidencias/logs',
    mount: '/postventa/reportes-evidencias/logs',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  const user = userEvent.setup();
  const give = async (): Promise<void> => {
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(
      input as HTMLInputElement,
      new File(['Fecha;Hora;Código\n'], 'log.csv', { type: 'text/csv' }),
    );
  };
  const choose = async (): Promise<void> => {
    await user.click(await screen.findByRole('combobox', { name: /Canal o emisora/ }));
    await user.click(await screen.findByRole('option', { name: /Canal Nueve/ }));
  };
  return { sent, user, give, choose };
};

test('a log needs its station, and is sent once it has one', async () => {
  const { sent, user, give, choose } = open();
  await user.click(screen.getByRole('button', { name: 'Subir log' }));
  await screen.findByRole('dialog', { name: 'Subir log de emisión' });
  await give();
  await screen.findByText('Elija el canal o la emisora del log.');
  expect(sent).toEqual([]);
  await choose();
  await give();
  await waitFor(() => expect(sent).toEqual([`/air-logs/read?subdivision_id=${station.id}`]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refused log says why, and stays to be chosen again', async () => {
  const { user, give, choose } = open('Ese mismo archivo ya se subió para este canal o emisora.');
  await user.click(screen.getByRole('button', { name: 'Subir log' }));
  await choose();
  await give();
  expect((await screen.findByRole('alert')).textContent).toContain('ya se subió');
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeTruthy();
});

test('nobody uploads without the permission', () => {
  open(undefined, []);
  expect(screen.queryByRole('button', { name: 'Subir log' })).toBeNull();
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
      <LogColumnsInput
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
