import { describeLimits, type LimitsGiven } from '@pauta/domain/inventory/tech-templates/material-limits.ts';
import { token as t } from '@pauta/layout/theme';
import { Fragment, type ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.dl`
  display: grid;
  grid-template-columns: fit-content(45%) minmax(0, 1fr);
  gap: 1px ${t('space-3')};
  margin: 0;
  font-size: ${t('text-sm')};
  & > dt { color: ${t('color-text-muted')}; }
  & > dd { margin: 0; overflow-wrap: anywhere; }
`;

/** The limits of a material, each with its name; nothing without limits. */
export function LimitList({ limits }: { limits: LimitsGiven }): ReactElement | null {
  const found = describeLimits(limits);
  if (found.length === 0) return null;
  return (
    <Root>
      {found.map(({ label, text }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </Root>
  );
}
