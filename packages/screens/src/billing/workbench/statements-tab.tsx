import { createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import type { OwingAccount, OwingAccounts } from '@pauta/domain/billing/collections/owing-account.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { TextArea } from '@pauta/ui/controls/text-area.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { CircleCheck } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { accountKey, accountPath, StatementTable } from './statement-table.tsx';
import { WorkbenchTabs } from './workbench-tabs.tsx';

interface Refusal {
  readonly name: string;
  readonly why: string;
}

/** Sends the statements of these accounts, each by a request of its own, and lists those that could not be sent. */
export function SendStatements({
  accounts,
  onClose,
}: {
  accounts: readonly OwingAccount[];
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const [message, setMessage] = useState('');
  /** Accounts that were tried; null until the user confirms. */
  const [tried, setTried] = useState<number | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const stopped = useRef(false);
  const isSending = tried !== null && tried < accounts.length;
  const send = async (): Promise<void> => {
    const refused: Refusal[] = [];
    setTried(0);
    for (const [place, account] of accounts.entries()) {
      if (stopped.current) break;
      try {
        await api.post(`${accountPath(account)}/statement`, message === '' ? {} : { message }, {
          idempotencyKey: createIdempotencyKey(),
        });
      } catch (error) {
        refused.push({ name: account.name, why: describeFailure(error).message });
      }
      setTried(place + 1);
    }
    // If reloading fails, the query reports it.
    invalidate('/billing/statements', `/${collectionCases.path}`).catch(() => {});
    setRefusals(refused);
    const sent = accounts.length - refused.length;
    if (!stopped.current && sent > 0)
      notify(sent === 1 ? 'Estado de cuenta enviado' : `${sent} estados de cuenta enviados`);
    if (refused.length === 0) onClose();
  };
  const close = (): void => {
    stopped.current = true;
    onClose();
  };
  const [first] = accounts;
  return (
    <Dialog onClose={close} open title="Enviar estado de cuenta" width={36}>
      <p>
        {accounts.length === 1
          ? `Se envía por correo, en PDF, al contacto de facturación de ${first?.name}.`
          : `Se envía por correo, en PDF, al contacto de facturación de cada una de las ${accounts.length} cuentas.`}
      </p>
      {refusals.length > 0 ? (
        <Banner tone="warning">
          No se enviaron:
          <ul>
            {refusals.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </Banner>
      ) : (
        <TextArea
          hint="Va al principio del correo."
          label="Mensaje"
          onChange={setMessage}
          readOnly={tried !== null}
          value={message}
        />
      )}
      <p role="status">{isSending ? `Enviados ${tried} de ${accounts.length}` : ''}</p>
      <DialogActions>
        <Button onClick={close}>{refusals.length > 0 ? 'Cerrar' : 'Cancelar'}</Button>
        {refusals.length === 0 && (
          <Button loading={isSending} onClick={() => void send()} tone="primary">
            Enviar
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Facturación y Cobros › Estados de cuenta: every account that owes something, to send or save its statement. */
export function StatementsTab(): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: OwingAccounts }>('/billing/statements', {
    keepPreviousData: true,
  });
  const may = useMay(collectionCases).permission('collections.manage');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const listed = data?.data.accounts ?? [];
  const selected = listed.filter((account) => account.email !== null && chosen.has(accountKey(account)));
  return (
    <Page>
      <PageHeader
        actions={
          listed.length > 0 && (
            <Button
              disabledReason={
                may.allowed
                  ? selected.length > 0
                    ? undefined
                    : 'Elija en la tabla las cuentas.'
                  : may.reason
              }
              onClick={() => setOpen(true)}
              tone="primary"
            >
              {selected.length > 0
                ? `Enviar estado de cuenta (${selected.length})`
                : 'Enviar estado de cuenta'}
            </Button>
          )
        }
        title="Estados de cuenta"
      />
      <WorkbenchTabs current="estados-de-cuenta" />
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {data?.data.is_cut && (
        <Banner tone="info">Se muestran las 200 cuentas con la deuda más antigua.</Banner>
      )}
      {data && (
        <Card>
          {listed.length > 0 ? (
            <StatementTable
              accounts={listed}
              chosen={may.allowed ? chosen : undefined}
              onChoose={setChosen}
            />
          ) : (
            <EmptyState icon={<CircleCheck aria-hidden size={24} />} title="Nadie debe nada">
              Aquí aparecen las cuentas con facturas pendientes, vencidas o no.
            </EmptyState>
          )}
        </Card>
      )}
      {isOpen && (
        <SendStatements
          accounts={selected}
          onClose={() => {
            setOpen(false);
            setChosen(new Set());
          }}
        />
      )}
    </Page>
  );
}
