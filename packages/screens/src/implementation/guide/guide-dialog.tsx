import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { Selection } from '@pauta/ui/query/selection.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const formats = [
  ['pdf', 'PDF para imprimir'],
  ['csv', 'CSV para hojas de cálculo'],
  ['txt', 'TXT para automatización'],
] as const;

const Files = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2);
  margin-block-start: var(--pauta-space-3);
`;

/**
 * Saves what is in the breaks of a day for some orders, or for all that its reader may see.
 *
 * @param orders ids; null: all
 */
export function GuideDialog({
  orders,
  onClose,
}: {
  readonly orders: readonly string[] | null;
  readonly onClose: () => void;
}): ReactElement {
  const [day, setDay] = useState(companyToday());
  const query = `day=${day}${orders ? `&orders=${orders.join(',')}` : ''}`;
  return (
    <Dialog onClose={onClose} open title="Exportar guía" width={36}>
      <p>
        {orders
          ? `Lo colocado en los cortes de un día para ${countOf(workOrders.label, orders.length)}.`
          : 'Lo colocado en los cortes de un día para todas las órdenes que usted ve.'}{' '}
        El TXT es de un solo canal o emisora.
      </p>
      <DatePicker label="Día" onChange={setDay} value={day} />
      <Files>
        {formats.map(([format, label]) => (
          <DownloadButton
            disabledReason={day ? undefined : 'Indique el día.'}
            key={format}
            name={`guia-ordenes-${day}.${format}`}
            path={`/${workOrders.path}/guide.${format}?${query}`}
          >
            {label}
          </DownloadButton>
        ))}
      </Files>
    </Dialog>
  );
}

const most = 200;

/** Beside the selected orders; a selection by a query has no list of them. */
export function GuideOfSelection({ selection }: { readonly selection: Selection }): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const verdict = useMay(workOrders).permission(workOrders.permissions.export ?? '');
  if (selection.kind !== 'ids' || selection.ids.length > most) return null;
  return (
    <>
      <Button
        disabledReason={verdict.allowed ? undefined : verdict.reason}
        onClick={() => setOpen(true)}
        size="small"
      >
        Exportar guía
      </Button>
      {isOpen && <GuideDialog onClose={() => setOpen(false)} orders={selection.ids} />}
    </>
  );
}
