// @vitest-environment happy-dom
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreens } from '../testing/screen-host.tsx';
import { EndingSoon } from './ending-soon.tsx';

test('leads to what ends within the days, the earliest first, with the other filters', async () => {
  await openScreens(
    clients,
    <>
      <EndingSoon resource={clients} />
      <EndingSoon days={90} more="&f.status=active" resource={clients} />
    </>,
  );
  const today = companyToday();
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('Por vencer en 30 días')).toBe(
    `/crm/clientes?f.ends_on=${today}..${addDays(today, 30)}&sort=ends_on`,
  );
  expect(addressOf('Por vencer en 90 días')).toBe(
    `/crm/clientes?f.ends_on=${today}..${addDays(today, 90)}&sort=ends_on&f.status=active`,
  );
});
