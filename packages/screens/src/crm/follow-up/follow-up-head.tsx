import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { ViewSwitch } from '@pauta/ui/controls/view-switch.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { NewButton } from '@pauta/ui/list/resource-list.tsx';
import { useLocation } from '@pauta/ui/router.ts';
import { CalendarDays, CalendarX2, Columns3, List } from 'lucide-react';
import type { ReactElement } from 'react';
import { AttentionButton } from '../../activities/attention-button.tsx';

export type FollowUpView = 'lista' | 'agenda' | 'tablero';

const views = [
  { id: 'lista', label: 'Lista', icon: <List aria-hidden size={16} /> },
  { id: 'agenda', label: 'Agenda', icon: <CalendarDays aria-hidden size={16} /> },
  { id: 'tablero', label: 'Tablero', icon: <Columns3 aria-hidden size={16} /> },
] as const;

/** The list of clients without a planned activity. */
const withoutNext = '/crm/clientes?f.status=prospect,active&f.next_activity_at=-';

/** The view given by the address. */
export const viewOf = (search: string): FollowUpView =>
  views.find(({ id }) => id === new URLSearchParams(search).get('vista'))?.id ?? 'lista';

/** Switches between the views of the same activities; filters are kept, because they are in the address. */
function ActivityViews(): ReactElement {
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
    <ViewSwitch
      current={current}
      views={[
        ...views.map((view) => ({ ...view, to: to(view.id) })),
        {
          id: 'sin-proxima-accion',
          label: 'Sin próxima acción',
          icon: <CalendarX2 aria-hidden size={16} />,
          to: withoutNext,
        },
      ]}
    />
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
      <ActivityViews />
    </>
  );
}
