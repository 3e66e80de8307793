import { createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { accountTransfers } from '@pauta/domain/crm/transfers/account-transfer.ts';
import { choice, choices } from '@pauta/domain/kinds/choice.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { type Reference, references } from '@pauta/domain/kinds/reference.ts';
import { longText } from '@pauta/domain/kinds/text.ts';
import type { AnyRecord, Rule, Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { conditionInput } from '@pauta/ui/query/condition-input.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import type { TransferPreview } from './transfer-data.ts';
import { TransferPreviewFacts } from './transfer-preview.tsx';

interface Part {
  readonly key: string;
  readonly label: string;
}

/** The request; a `null` date means today. */
interface Plan {
  readonly from_user_id: string;
  readonly to_user_id: string;
  readonly parts: readonly string[];
  readonly ids?: readonly string[];
  readonly query?: string;
  readonly reason: string;
  readonly effective_on: string | null;
}

interface Reviewed {
  readonly plan: Plan;
  readonly preview: TransferPreview;
  readonly from: string;
  readonly to: string;
}

const given = accountTransfers.commands.execute?.fields ?? {};

const fieldsOf = (parts: readonly Part[]): Fields => ({
  from_user_id: given.from_user_id as Field,
  to_user_id: given.to_user_id as Field,
  parts: choices('Qué se transfiere', Object.fromEntries(parts.map(({ key, label }) => [key, label])), {
    required: true,
    width: 'full',
  }) as Field,
  which: choice(
    'Qué cuentas',
    { all: 'Todas', filter: 'Los clientes de un filtro', chosen: 'Los clientes que elija' },
    { required: true, initial: 'all' },
  ) as Field,
  where: longText('Filtro de clientes', {
    max: 2000,
    required: true,
    width: 'full',
    when: { field: 'which', is: ['filter'] },
  }) as Field,
  ids: references('Clientes', () => clients, {
    required: true,
    width: 'full',
    when: { field: 'which', is: ['chosen'] },
    filter: { primary_sales_rep_id: 'from_user_id' },
    hint: 'Los que tiene como vendedor principal. Elija primero de quién.',
  }) as Field,
  effective_on: given.effective_on as Field,
  reason: given.reason as Field,
});

const toOther: Rule = ({ from_user_id: from, to_user_id: to }) =>
  from && to && (from as Reference).id === (to as Reference).id
    ? { to_user_id: ['Elija a otra persona: ya es quien las tiene.'] }
    : null;

const planOf = (values: Values): Plan => {
  const { which, where, ids } = values;
  return {
    from_user_id: (values.from_user_id as Reference).id,
    to_user_id: (values.to_user_id as Reference).id,
    parts: values.parts as readonly string[],
    ...(which === 'filter' && { query: new URLSearchParams({ where: String(where) }).toString() }),
    ...(which === 'chosen' && { ids: (ids as readonly Reference[]).map(({ id }) => id) }),
    reason: String(values.reason),
    effective_on: (values.effective_on as string | null) ?? null,
  };
};

const inputs = { where: conditionInput(clients, 'Elija qué clientes') };

function Wizard({ parts }: { parts: readonly Part[] }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const key = useRef(createIdempotencyKey());
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fields = useMemo(() => fieldsOf(parts), [parts]);

  const review = async (values: Values): Promise<void> => {
    setFailure(null);
    const plan = planOf(values);
    const { data } = await api.post<{ data: TransferPreview }>('/account-transfers/preview', plan);
    setReviewed({
      plan,
      preview: data,
      from: (values.from_user_id as Reference).label,
      to: (values.to_user_id as Reference).label,
    });
  };
  const run = async ({ plan }: Reviewed): Promise<void> => {
    setPending(true);
    try {
      const { data } = await api.post<{ data: AnyRecord }>('/account-transfers', plan, {
        idempotencyKey: key.current,
      });
      notify(
        data.status === 'scheduled'
          ? `Transferencia ${String(data.batch_no)} programada`
          : `Transferencia ${String(data.batch_no)} ejecutada`,
      );
      navigate(paths.record(accountTransfers, data.id), { replace: true });
      void invalidate('/account-transfers', '/clients', '/portfolio');
    } catch (error) {
      key.current = createIdempotencyKey();
      setReviewed(null);
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  const total = reviewed?.preview.total ?? 0;
  const later = reviewed?.plan.effective_on ?? null;
  return (
    <>
      {failure !== null && (
        <Banner live tone="danger">
          {describeFailure(failure).message}
        </Banner>
      )}
      <FieldsForm
        autoFocus
        bar="sticky"
        fields={fields}
        initial={{ parts: parts.map((part) => part.key), which: 'all' }}
        inputs={inputs}
        label="Nueva transferencia"
        onCancel={() => navigate(paths.list(accountTransfers))}
        onSubmit={review}
        rules={[toOther]}
        submitLabel="Revisar"
      />
      <ConfirmDialog
        confirm={later === null ? 'Transferir' : 'Programar'}
        loading={pending}
        onCancel={() => setReviewed(null)}
        onConfirm={() => reviewed && void run(reviewed)}
        open={reviewed !== null}
        title={
          total === 0
            ? 'No hay nada que transferir'
            : `¿${later === null ? 'Transferir' : 'Programar'} ${total === 1 ? '1 registro' : `${formatCount(total)} registros`}?`
        }
      >
        {reviewed && (
          <>
            <p>
              De <strong>{reviewed.from}</strong> a <strong>{reviewed.to}</strong>
              {later !== null && `, el ${later}. Se moverá lo que tenga ese día`}.
            </p>
            <TransferPreviewFacts preview={reviewed.preview} receiver={reviewed.to} />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** `crm/historial-transferencias/nuevo`: the two users and the scope, the preview, and executing or scheduling it. */
export function NewTransfer(): ReactElement {
  const may = useMay(accountTransfers).permission('transfers.execute');
  const { data, error, mutate } = useApiQuery<{ data: readonly Part[] }>(
    may.allowed ? '/account-transfers/parts' : null,
  );
  return (
    <Page data-width="form">
      <PageHeader
        back={{ to: paths.list(accountTransfers), label: 'Historial de Transferencias' }}
        description="Antes de ejecutarla verá cuántos registros y cuánto dinero cambian de manos."
        title="Nueva transferencia"
      />
      {!may.allowed ? (
        <NoAccess title="No puede transferir cuentas">{may.reason}</NoAccess>
      ) : error && !data ? (
        <FailureBanner error={error} onRetry={() => void mutate()} />
      ) : (
        <Card>{data ? <Wizard parts={data.data} /> : <Skeleton lines={8} />}</Card>
      )}
    </Page>
  );
}
