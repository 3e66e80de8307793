import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Link } from '../router.ts';

/** A view of the same data, at an address. */
export interface View {
  readonly id: string;
  readonly label: string;
  readonly to: string;
  readonly icon?: ReactNode;
}

const Switch = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-1);
  & a {
    display: inline-flex;
    align-items: center;
    gap: var(--pauta-space-2);
    min-block-size: var(--pauta-control-height);
    padding-inline: var(--pauta-space-3);
    border: 1px solid transparent;
    border-radius: var(--pauta-radius-md);
    color: var(--pauta-color-text-muted);
    font-weight: var(--pauta-weight-medium);
    text-decoration: none;
  }
  @media (max-width: 40rem) {
    flex-wrap: nowrap;
    overflow-x: auto;
    & a { flex: none; padding-inline: var(--pauta-space-2); }
    & svg { display: none; }
  }
  & a:hover { background: var(--pauta-color-hover); color: var(--pauta-color-text); }
  & a[aria-current] { border-color: var(--pauta-color-border-strong); background: var(--pauta-color-surface); color: var(--pauta-color-text); }
`;

/**
 * Links between the views of the same data, such as a list and a board.
 *
 * @example <ViewSwitch current="lista" views={[{ id: 'lista', label: 'Lista', to: '/crm/seguimiento' }, …]} />
 */
export function ViewSwitch({ views, current }: { views: readonly View[]; current: string }): ReactElement {
  return (
    <Switch aria-label="Vista">
      {views.map(({ id, label, to, icon }) => (
        <Link aria-current={id === current ? 'page' : undefined} key={id} to={to}>
          {icon}
          {label}
        </Link>
      ))}
    </Switch>
  );
}
