import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { ViewSwitch } from '@pauta/ui/controls/view-switch.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { NewButton } from '@pauta/ui/list/resource-list.tsx';
import { useLocation } from '@pauta/ui/router.ts';
import { ChartNoAxesColumn, Columns3, History, Table2, Target } from 'lucide-react';
import type { ReactElement } from 'react';

export type PipelineView = 'tablero' | 'tabla' | 'pronostico' | 'cambios' | 'compromisos';

const base = '/ventas/pipeline';

/** The Monday of the current week. @example lastMonday('2026-11-27') // '2026-11-23' */
export const lastMonday = (today: string = companyToday()): string => {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
};

/** What the list of changes opens with: everything since Monday. */
export const sinceMonday = (): string => `f.moved_at=${lastMonday()}..${companyToday()}`;

/** The view of the address: board, table or forecast. */
export const viewOf = (search: string): PipelineView => {
  const asked = new URLSearchParams(search).get('vista');
  return asked === 'tabla' || asked === 'pronostico' ? asked : 'tablero';
};

/** The header of the pipeline and its views; board and table have the same filters, which are in the address. */
export function PipelineHead({ current }: { current: PipelineView }): ReactElement {
  const may = useMay(opportunities);
  const { search } = useLocation();
  const to = (view?: string): string => {
    const parameters = new URLSearchParams(['tablero', 'tabla'].includes(current) ? search : '');
    for (const name of ['vista', 'cursor']) parameters.delete(name);
    if (view) parameters.set('vista', view);
    const text = parameters.toString();
    return `${base}${text && '?'}${text}`;
  };
  const icon = { 'aria-hidden': true, size: 16 } as const;
  return (
    <>
      <PageHeader
        actions={<NewButton may={may} resource={opportunities} to={paths.create(opportunities)} />}
        title="Pipeline"
      />
      <ViewSwitch
        current={current}
        views={[
          { id: 'tablero', label: 'Tablero', to: to(), icon: <Columns3 {...icon} /> },
          { id: 'tabla', label: 'Tabla', to: to('tabla'), icon: <Table2 {...icon} /> },
          {
            id: 'pronostico',
            label: 'Pronóstico',
            to: `${base}?vista=pronostico`,
            icon: <ChartNoAxesColumn {...icon} />,
          },
          { id: 'cambios', label: 'Qué cambió', to: `${base}/cambios`, icon: <History {...icon} /> },
          { id: 'compromisos', label: 'Compromisos', to: `${base}/compromisos`, icon: <Target {...icon} /> },
        ]}
      />
    </>
  );
}
