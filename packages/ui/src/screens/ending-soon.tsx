import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { LinkButton } from '../controls/link-button.tsx';
import { paths } from '../data/paths.ts';

/** A list of the records that end within some days, the earliest first. `more` are additional filters of the list. */
export function EndingSoon({
  resource,
  days = 30,
  more = '',
}: {
  readonly resource: Resource;
  readonly days?: number;
  readonly more?: string;
}): ReactElement {
  const today = companyToday();
  return (
    <LinkButton
      to={`${paths.list(resource)}?f.ends_on=${today}..${addDays(today, days)}&sort=ends_on${more}`}
    >
      {`Por vencer en ${days} días`}
    </LinkButton>
  );
}
