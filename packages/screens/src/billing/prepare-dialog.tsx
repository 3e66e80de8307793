import { groupingInput, invoiceGroupings } from '@pauta/domain/billing/grouping/invoice-groupings.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { useCommand } from '@pauta/ui/command/use-command.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { type PreparedAnswer, PreparedInvoices } from './prepared-invoices.tsx';

const groupings = Object.entries(invoiceGroupings).map(([value, label]) => ({ value, label }));
const changed = [`/${contracts.path}`, '/billing/due'];

/** Shows which drafts would be prepared of the chosen contracts, and prepares them. */
export function PrepareDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}): ReactElement {
  const [grouping, setGrouping] = useState('contract');
  const body = useMemo(() => ({ ids, grouping }), [ids, grouping]);
  const { preview, error, running, run, again } = useCommand<PreparedAnswer>(
    invoices,
    'prepare',
    undefined,
    body,
    changed,
  );
  const undo = useUndo();
  const navigate = useNavigate();
  const { label = '', explanation } = invoices.commands.prepare ?? {};
  const prepare = async (): Promise<void> => {
    const done = await run();
    if (!done) return;
    const count = done.invoices.length;
    undo.offer(count === 1 ? '1 borrador preparado' : `${count} borradores preparados`, undefined);
    onDone();
  };
  return (
    <Dialog onClose={onClose} open title={label} width={42}>
      <p>{explanation}</p>
      <Select
        hint={groupingInput.options.hint}
        label={groupingInput.label}
        onChange={setGrouping}
        options={groupings}
        required
        value={grouping}
      />
      {error !== undefined && <FailureBanner error={error} onRetry={again} />}
      {error === undefined && !preview && (
        <div role="status">
          <p>Calculando…</p>
          <Skeleton lines={3} />
        </div>
      )}
      {preview && (
        <PreparedInvoices
          onGo={(path) => {
            onClose();
            void navigate(path);
          }}
          plan={preview}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          disabledReason={
            preview === undefined
              ? 'Espere a que se calculen las facturas.'
              : preview.invoices.length === 0
                ? 'De estos contratos no hay nada por facturar.'
                : undefined
          }
          loading={running}
          onClick={() => void prepare()}
          tone="primary"
        >
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
