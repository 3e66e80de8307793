import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import type { ReactElement } from 'react';

/** A list of the records that end within 30 days, the earliest first. `more` are additional filters of the list. */
export function EndingSoon({ resource, more = '' }: { resource: Resource; more?: string }): ReactElement {
  const today = companyToday();
  return (
    <LinkButton to={`${paths.list(resource)}?f.ends_on=${today}..${addDays(today, 30)}&sort=ends_on${more}`}>
      Por vencer en 30 días
    </LinkButton>
  );
}
