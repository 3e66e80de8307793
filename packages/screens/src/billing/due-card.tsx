import { useApiQuery } from '@pauta/core/react';
import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import { reasonNames } from '@pauta/domain/billing/runs/reason-names.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useNavigate, useSearchParams } from '@pauta/ui/router.ts';
import { CircleCheck } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { DueTable } from './due-table.tsx';
import { PrepareDialog } from './prepare-dialog.tsx';
import { RunButton } from './runs/run-button.tsx';

const Filter = styled.div`
  inline-size: 16rem;
  max-inline-size: 100%;
`;

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
  // In the address, so that a figure elsewhere leads to its contracts.
  const [parameters, setParameters] = useSearchParams();
  const reason = parameters.get('motivo') ?? '';
  const setReason = (code: string): void => {
    const next = new URLSearchParams(parameters);
    if (code === '') next.delete('motivo');
    else next.set('motivo', code);
    setParameters(next, { replace: true });
  };
  const due = data?.data;
  const codes = [
    ...new Set((due?.contracts ?? []).flatMap(({ reasons }) => reasons.map(({ code }) => code))),
  ];
  const listed = useMemo(
    () =>
      (due?.contracts ?? []).filter(
        ({ reasons }) => reason === '' || reasons.some(({ code }) => code === reason),
      ),
    [due, reason],
  );
  // In the order of the table; what was billed meanwhile, or is filtered out, is not chosen.
  const ids = useMemo(() => listed.flatMap(({ id }) => (chosen.has(id) ? [id] : [])), [chosen, listed]);
  return (
    <Card
      actions={
        <>
          <LinkButton to={paths.list(billingRuns)}>Corridas</LinkButton>
          <RunButton />
          {due && due.contracts.length > 0 && (
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
          )}
        </>
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
          {codes.length > 0 && (
            <Filter>
              <Select
                label="Motivo"
                onChange={setReason}
                options={[
                  { value: '', label: 'Todos' },
                  ...codes.map((code) => ({ value: code, label: reasonNames[code] ?? code })),
                ]}
                value={codes.includes(reason) ? reason : ''}
              />
            </Filter>
          )}
          <DueTable chosen={may.allowed ? chosen : undefined} due={listed} onChoose={setChosen} />
        </>
      )}
      {isOpen && (
        <PrepareDialog
          ids={ids}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setChosen(new Set());
            void navigate(paths.filtered(invoices, { status: 'draft' }));
          }}
        />
      )}
    </Card>
  );
}
