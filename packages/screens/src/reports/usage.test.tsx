// @vitest-environment happy-dom
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UsageStatistics } from './usage.tsx';

const auditor = { id: '0199f0a2-0000-7000-8000-00000000000a', label: 'Auditor' };
const nothing = { status: 200, body: { data: { areas: [], days: [], people: [], total: null } } };

test('the figures are requested for the users with the chosen role, which the address keeps', async () => {
  const { user, server, address } = await openScreens(roles, <UsageStatistics />, {
    path: '/reportes/estadisticas?user=&days=7',
    mount: '/reportes/estadisticas',
    permissions: ['reports.usage'],
    before: (started) => {
      started.once('GET', '/usage', nothing);
      started.once('GET', '/usage', nothing);
      started.once('GET', '/roles/options', { status: 200, body: { data: [auditor] } });
      started.once('GET', '/roles/options', { status: 200, body: { data: [auditor] } });
    },
  });
  await screen.findByRole('heading', { name: 'Aún no hay uso que contar' });
  await user.click(screen.getByRole('combobox', { name: 'Rol' }));
  await user.click(await screen.findByRole('option', { name: 'Auditor' }));
  await waitFor(() =>
    expect(
      server.asked.some(({ path }) => path.startsWith('/usage?') && path.includes(`role=${auditor.id}`)),
    ).toBe(true),
  );
  expect(address()).toContain(`role=${auditor.id}`);
  expect(address()).toContain('days=7');
});
