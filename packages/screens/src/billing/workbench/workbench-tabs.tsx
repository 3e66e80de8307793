import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { ViewSwitch } from '@pauta/ui/controls/view-switch.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { ReactElement } from 'react';

/** Address of the workbench, whose first tab is `Por facturar`. */
export const workbenchPath = '/facturacion/facturacion-cobros';

export type WorkbenchTab =
  | 'por-facturar'
  | 'facturado'
  | 'cartera'
  | 'gestion'
  | 'disputas'
  | 'anticipos'
  | 'estados-de-cuenta';

/** The tabs whose data the user may see, each at an address of its own. */
export function useWorkbenchTabs(): readonly { id: WorkbenchTab; label: string; to: string }[] {
  const invoice = useMay(invoices);
  const seesAll = invoice.permission('invoices.view_all').allowed;
  const tabs: readonly { id: WorkbenchTab; label: string; to: string; shown: boolean }[] = [
    {
      id: 'por-facturar',
      label: 'Por facturar',
      to: workbenchPath,
      shown: useMay(contracts).view.allowed,
    },
    {
      id: 'facturado',
      label: 'Facturado del mes',
      to: `${workbenchPath}/facturado`,
      shown: invoice.view.allowed,
    },
    { id: 'cartera', label: 'Cartera', to: `${workbenchPath}/cartera`, shown: seesAll },
    {
      id: 'gestion',
      label: 'Gestión de cobro',
      to: paths.filtered(collectionCases, { status: 'open' }),
      shown: useMay(collectionCases).view.allowed,
    },
    {
      id: 'disputas',
      label: 'Disputas',
      to: paths.filtered(invoiceDisputes, { status: 'open' }),
      shown: useMay(invoiceDisputes).view.allowed,
    },
    {
      id: 'anticipos',
      label: 'Anticipos sin aplicar',
      to: `${workbenchPath}/anticipos`,
      shown: useMay(payments).view.allowed,
    },
    {
      id: 'estados-de-cuenta',
      label: 'Estados de cuenta',
      to: `${workbenchPath}/estados-de-cuenta`,
      shown: seesAll,
    },
  ];
  return tabs.filter(({ shown }) => shown);
}

/** Links to the tabs of Facturación y Cobros. */
export function WorkbenchTabs({ current }: { current: WorkbenchTab }): ReactElement {
  return <ViewSwitch current={current} views={useWorkbenchTabs()} />;
}
