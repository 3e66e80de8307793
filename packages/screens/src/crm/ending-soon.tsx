import type { Resource } from '@pauta/domain/resource/resource.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import type { ReactElement } from 'react';

const day = (offset: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + offset))
    .toISOString()
    .slice(0, 10);
};

/** The list of what ends within 30 days, the next first. `more` are further filters of the list. */
export function EndingSoon({ resource, more = '' }: { resource: Resource; more?: string }): ReactElement {
  return (
    <LinkButton to={`${paths.list(resource)}?f.ends_on=${day(0)}..${day(30)}&sort=ends_on${more}`}>
      Por vencer en 30 días
    </LinkButton>
  );
}
