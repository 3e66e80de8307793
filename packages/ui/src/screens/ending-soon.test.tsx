// @vitest-environment happy-dom
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreens } from '../testing/screen-host.tsx';
import { EndingSoon } from './ending-soon.tsx';

test('leads to what ends within the days, with the other filters, the earliest first where lists have that order', async () => {
  await openScreens(
    clientAgencies,
    <>
      <EndingSoon resource={clientAgencies} />
      <EndingSoon days={90} more="&f.status=active" resource={contracts} />
    </>,
  );
  const today = companyToday();
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')?.split('?')[1];
  expect(addressOf('Por vencer en 30 días')).toBe(`f.ends_on=${today}..${addDays(today, 30)}&sort=ends_on`);
  expect(addressOf('Por vencer en 90 días')).toBe(
    `f.ends_on=${today}..${addDays(today, 90)}&f.status=active`,
  );
});
