import { useApiQuery } from '@pauta/core/react';
import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useNavigate } from '@pauta/ui/router.ts';
import { CircleCheck } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { dueNotices, dueReasons } from './due-notices.ts';
import { DueTable } from './due-table.tsx';
import { PrepareDialog } from './prepare-dialog.tsx';

const Filter = styled.div`
  inline-size: 16rem;
  max-inline-size: 100%;
`;

const reasonOptions = Object.entries(dueReasons).map(([value, label]) => ({ value, label }));

/** The answer of `GET /billing/due`. */
export interface Due {
  readonly contracts: readonly DueContract[];
  /** Only the contracts that are due longest are listed. */
  readonly is_cut: boolean;
}

/** What is to be invoiced, by contract; who bills chooses contracts and prepares their drafts. */
export function DueCard(): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: Due }>('/billing/due', {
    keepPreviousData: true,
  });
  const may = useMay(invoices).permission('invoices.create');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const due = data?.data;
  const shown = useMemo(
    () =>
      (due?.contracts ?? []).filter(
        (contract) => reason === '' || dueNotices(contract).some((notice) => notice.reason === reason),
      ),
    [due, reason],
  );
  // In the order of the table; what was billed meanwhile is no longer chosen.
  const ids = useMemo(() => shown.flatMap(({ id }) => (chosen.has(id) ? [id] : [])), [chosen, shown]);
  return (
    <Card
      actions={
        due &&
        due.contracts.length > 0 && (
          <Button
            disabledReason={
              may.allowed
                ? ids.length > 0
                  ? undefined
                  : 'Elija en la tabla los contratos que va a facturar.'
                : may.reason
            }
            onClick={() => setOpen(true)}
            tone="primary"
          >
            {ids.length > 0 ? `Preparar facturas (${ids.length})` : 'Preparar facturas'}
          </Button>
        )
      }
      title="Por facturar"
    >
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!due && !error && <Skeleton lines={4} />}
      {due?.is_cut && (
        <Banner tone="info">Se muestran los 200 contratos que esperan desde hace más tiempo.</Banner>
      )}
      {due && due.contracts.length === 0 && (
        <EmptyState icon={<CircleCheck aria-hidden size={24} />} title="Nada por facturar">
          Aquí aparecen las cuotas que vencen y lo cumplido que aún no se factura.
        </EmptyState>
      )}
      {due && due.contracts.length > 0 && (
        <>
          <Filter>
            <Select label="Motivo" onChange={setReason} options={reasonOptions} value={reason} />
          </Filter>
          {shown.length > 0 ? (
            <DueTable chosen={may.allowed ? chosen : undefined} due={shown} onChoose={setChosen} />
          ) : (
            <EmptyState title="Ningún contrato espera por ese motivo">
              Elija otro motivo o quítelo.
            </EmptyState>
          )}
        </>
      )}
      {isOpen && (
        <PrepareDialog
          ids={ids}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setChosen(new Set());
            void navigate(`${paths.list(invoices)}?f.status=draft`);
          }}
        />
      )}
    </Card>
  );
}
