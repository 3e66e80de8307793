import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { workCrews } from '@pauta/domain/implementation/crews/work-crew.ts';
import { lateStarts } from '@pauta/domain/implementation/late-starts/late-start.ts';
import { workChecklists } from '@pauta/domain/implementation/work-orders/work-checklist.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { preparingStates } from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import { countOf, type Label } from '@pauta/domain/text/label.ts';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Menu } from '@pauta/ui/controls/menu.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { ViewSwitch } from '@pauta/ui/controls/view-switch.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { NewButton } from '@pauta/ui/list/resource-list.tsx';
import { useLocation, useNavigate } from '@pauta/ui/router.ts';
import { CalendarClock, CalendarDays, Columns3, Ellipsis, List } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { GuideDialog } from '../guide/guide-dialog.tsx';

/** Ways to look at the orders. */
export type WorkOrderView = 'lista' | 'tablero' | 'calendario';

const views = [
  { id: 'lista', label: 'Lista', icon: <List aria-hidden size={16} /> },
  { id: 'tablero', label: 'Tablero', icon: <Columns3 aria-hidden size={16} /> },
  { id: 'calendario', label: 'Calendario', icon: <CalendarDays aria-hidden size={16} /> },
] as const;

/** The view given by the address. */
export const viewOf = (search: string): WorkOrderView =>
  views.find(({ id }) => id === new URLSearchParams(search).get('vista'))?.id ?? 'lista';

/** What begins within a week and is not on the air yet, the next first. */
const startsSoon = (): string => {
  const today = companyToday();
  return new URLSearchParams({
    'f.status': preparingStates.join(),
    'f.sla_due': `${today}..${addDays(today, 7)}`,
    sort: 'sla_due',
  }).toString();
};

const removal: Label = { one: 'desinstalación', many: 'desinstalaciones', gender: 'f' };
const order: Label = { one: 'orden', many: 'órdenes', gender: 'f' };

/** Makes the orders that are missing, after a confirmation. */
function GenerateDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [isRunning, setRunning] = useState(false);
  const api = useApi();
  const invalidate = useInvalidate();
  const { generate } = workOrders.commands;
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const { data } = await api.post<{ data: { orders: number; removals: number } }>(
        `/${workOrders.path}/generate`,
        {},
        { idempotencyKey: createIdempotencyKey() },
      );
      invalidate(`/${workOrders.path}`).catch(() => {});
      notify(
        data.orders + data.removals === 0
          ? 'No falta ninguna orden'
          : `Se crearon ${countOf(order, data.orders)} y ${countOf(removal, data.removals)}`,
      );
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      confirm="Generar"
      loading={isRunning}
      onCancel={onClose}
      onConfirm={() => void run()}
      open
      title={generate?.label ?? ''}
    >
      {generate?.explanation}
    </ConfirmDialog>
  );
}

/** The header of the screen, the same in each view. */
export function WorkOrderHead(): ReactElement {
  const may = useMay(workOrders);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [isGuideOpen, setGuideOpen] = useState(false);
  const mayExport = may.permission(workOrders.permissions.export ?? '');
  const to = (view: WorkOrderView): string => {
    const parameters = new URLSearchParams(search);
    for (const name of ['vista', 'cursor', 'dia']) parameters.delete(name);
    if (view !== 'lista') parameters.set('vista', view);
    const text = parameters.toString();
    return `${pathname}${text && '?'}${text}`;
  };
  return (
    <>
      <PageHeader
        actions={
          <>
            <LinkButton to={`/${workOrders.screen}/ruta`}>Ruta de hoy</LinkButton>
            <Menu
              actions={[
                {
                  id: 'generate',
                  label: 'Generar órdenes…',
                  disabledReason: may.create.allowed ? undefined : may.create.reason,
                  onAction: () => setAsking(true),
                },
                {
                  id: 'guide',
                  label: 'Exportar guía…',
                  disabledReason: mayExport.allowed ? undefined : mayExport.reason,
                  onAction: () => setGuideOpen(true),
                },
                ...[lateStarts, workCrews, workChecklists].map((resource) => ({
                  id: resource.name,
                  label: resource.label.many,
                  onAction: () => void navigate(paths.list(resource)),
                })),
              ]}
              label="Más de implementación"
            >
              <IconButton icon={<Ellipsis aria-hidden size={18} />} label="Más de implementación" />
            </Menu>
            <NewButton may={may} resource={workOrders} to={paths.create(workOrders)} />
          </>
        }
        description="El trabajo que pone al aire lo vendido: quién lo hace, cuándo y qué lo impide."
        title="Implementación"
      />
      <ViewSwitch
        current={viewOf(search)}
        views={[
          ...views.map((view) => ({ ...view, to: to(view.id) })),
          {
            id: 'arranca',
            label: 'Arranca en 7 días',
            icon: <CalendarClock aria-hidden size={16} />,
            to: `/${workOrders.screen}?${startsSoon()}`,
          },
        ]}
      />
      {isGuideOpen && <GuideDialog onClose={() => setGuideOpen(false)} orders={null} />}
      {isAsking && <GenerateDialog onClose={() => setAsking(false)} />}
    </>
  );
}
