import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { NewButton } from '@pauta/ui/list/resource-list.tsx';
import { Link, useLocation } from '@pauta/ui/router.ts';
import { CalendarDays, CalendarX2, Columns3, List } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { AttentionButton } from '../../activities/attention-button.tsx';

export type FollowUpView = 'lista' | 'agenda' | 'tablero';

const views = [
  { id: 'lista', label: 'Lista', icon: <List aria-hidden size={16} /> },
  { id: 'agenda', label: 'Agenda', icon: <CalendarDays aria-hidden size={16} /> },
  { id: 'tablero', label: 'Tablero', icon: <Columns3 aria-hidden size={16} /> },
] as const;

/** The list of clients without a planned activity. */
const withoutNext = '/crm/clientes?f.status=prospect,active&f.next_activity_at=-';

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

/** The view given by the address. */
export const viewOf = (search: string): FollowUpView =>
  views.find(({ id }) => id === new URLSearchParams(search).get('vista'))?.id ?? 'lista';

/** Switches between the views of the same activities; filters are kept, because they are in the address. */
export function ViewSwitch(): ReactElement {
  const { pathname, search } = useLocation();
  const current = viewOf(search);
  const to = (view: FollowUpView): string => {
    const parameters = new URLSearchParams(search);
    for (const name of ['vista', 'cursor', ...(view === 'agenda' ? [] : ['dia', 'rango'])])
      parameters.delete(name);
    if (view !== 'lista') parameters.set('vista', view);
    const text = parameters.toString();
    return `${pathname}${text && '?'}${text}`;
  };
  return (
    <Switch aria-label="Vista">
      {views.map(({ id, label, icon }) => (
        <Link aria-current={id === current ? 'page' : undefined} key={id} to={to(id)}>
          {icon}
          {label}
        </Link>
      ))}
      <Link to={withoutNext}>
        <CalendarX2 aria-hidden size={16} />
        Sin próxima acción
      </Link>
    </Switch>
  );
}

/** The header of the screen, the same in each view; on a phone `AttentionButton` is in the toolbar of the view. */
export function FollowUpHead(): ReactElement {
  const may = useMay(activities);
  const isNarrow = useNarrow();
  return (
    <>
      <PageHeader
        actions={
          <>
            {!isNarrow && <AttentionButton isOfPage />}
            <NewButton may={may} resource={activities} to={paths.create(activities)} />
          </>
        }
        title="Seguimiento"
      />
      <ViewSwitch />
    </>
  );
}
