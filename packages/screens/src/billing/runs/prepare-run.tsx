import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import type { RunPlan } from '@pauta/domain/billing/runs/run-plan.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link, useNavigate } from '@pauta/ui/router.ts';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { DraftList } from '../grouping/draft-list.tsx';
import { PayerPlan } from './payer-plan.tsx';
import { ReasonList } from './reason-list.tsx';

const { prepare } = billingRuns.commands;

/** Milliseconds that a large run may take. */
const longest = 60_000;

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; }
  & > details > summary { margin-block-end: var(--pauta-space-3); cursor: pointer; }
  & ul[data-obstacles] { display: grid; gap: var(--pauta-space-3); margin: 0; padding: 0; list-style: none; }
`;

/** The dry run: what would be billed, and what stands against it. */
export function RunPreview({
  plan: { invoices: count, drafts, payers, obstacles },
}: {
  plan: RunPlan;
}): ReactElement {
  return (
    <Root>
      <p>
        {count === 1 ? 'Se prepara 1 borrador.' : `Se preparan ${count} borradores.`} Nada se emite todavía.
      </p>
      <PayerPlan payers={payers} />
      {drafts.length > 0 && (
        <details>
          <summary>
            {drafts.length < count
              ? `Ver los primeros ${drafts.length} borradores`
              : `Ver ${count === 1 ? 'el borrador' : 'los borradores'}`}
          </summary>
          <DraftList drafts={drafts} />
        </details>
      )}
      {obstacles.length > 0 && (
        <section aria-label="Lo que no se factura o no se podrá emitir">
          <h3>Lo que no se factura o no se podrá emitir</h3>
          <ul data-obstacles>
            {obstacles.map(({ id, title, reasons }) => (
              <li key={id}>
                <Link to={paths.record(contracts, id)}>{title}</Link>
                <ReasonList label={`Motivos de ${title}`} reasons={reasons} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Root>
  );
}

/** Asks what to bill, shows the dry run, and prepares the run. */
export function PrepareRun({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const key = useRef(createIdempotencyKey());
  const fields = prepare?.fields ?? {};
  const [values, setValues] = useState<Values>({ until: companyToday() });
  const [plan, setPlan] = useState<RunPlan | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const [running, setRunning] = useState(false);

  const calculate = async (entered: Values): Promise<void> => {
    const { data } = await api.post<{ data: RunPlan }>(
      `/${billingRuns.path}/prepare/preview`,
      toBody(fields, entered),
      { timeout: longest },
    );
    setValues(entered);
    setPlan(data);
  };
  const run = async (): Promise<void> => {
    setRunning(true);
    setError(undefined);
    try {
      const { data } = await api.post<{ data: { id: string } }>(
        `/${billingRuns.path}/prepare`,
        toBody(fields, values),
        { idempotencyKey: key.current, timeout: longest },
      );
      // If reloading fails, the query reports it.
      for (const path of [billingRuns.path, invoices.path, 'billing/due'])
        invalidate(`/${path}`).catch(() => {});
      onClose();
      void navigate(paths.record(billingRuns, data.id));
    } catch (failure) {
      key.current = createIdempotencyKey();
      setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog onClose={onClose} open title={prepare?.label ?? ''} width={plan ? 60 : 36}>
      {plan === null ? (
        <FieldsForm
          above={<p>{prepare?.explanation}</p>}
          autoFocus
          bar="dialog"
          fields={fields}
          initial={values}
          onCancel={onClose}
          onSubmit={calculate}
          submitLabel="Calcular"
        />
      ) : (
        <>
          {error !== undefined && <FailureBanner error={error} onRetry={() => void run()} />}
          <RunPreview plan={plan} />
          <DialogActions>
            <Button onClick={() => setPlan(null)}>Cambiar parámetros</Button>
            <Button
              disabledReason={
                plan.invoices === 0 ? 'De lo que está por facturar no se puede preparar nada.' : undefined
              }
              loading={running}
              onClick={() => void run()}
              tone="primary"
            >
              Preparar borradores
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
