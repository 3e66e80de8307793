import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { LinkButton } from '../controls/link-button.tsx';
import { paths } from '../data/paths.ts';

/**
 * A list of the records that end within some days, the earliest first where the list can be ordered by that day. `more` are
 * additional filters of the list.
 */
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
  const order = resource.fields.ends_on?.options.sortable ? '&sort=ends_on' : '';
  return (
    <LinkButton to={`${paths.list(resource)}?f.ends_on=${today}..${addDays(today, days)}${order}${more}`}>
      {`Por vencer en ${days} días`}
    </LinkButton>
  );
}
