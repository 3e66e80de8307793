import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { type ReactElement, useMemo } from 'react';

const columns = ['concept', 'client_id', 'po_number', 'status', 'fiscal_number', 'net', 'tax', 'total'];

/**
 * The invoices of a run: reviewed, taken out and archived one by one or together, and their concept and purchase order
 * corrected in place, also by keyboard.
 */
export function RunInvoices({ id }: { id: string }): ReactElement {
  const constant = useMemo<readonly Filter[]>(
    () => [{ field: 'billing_run_id', operator: 'in', values: [id] }],
    [id],
  );
  return (
    <ResourceList
      columns={columns}
      constant={constant}
      empty="La corrida no tiene facturas: se quitaron o se archivaron todas."
      header={null}
      newHref={null}
      resource={invoices}
      selectable
    />
  );
}
