import { useApiQuery } from '@pauta/core/react';
import { accountTransferItems, accountTransfers } from '@pauta/domain/crm/transfers/account-transfer.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { resourceIndex } from '@pauta/domain/resource-index.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { Link, Route, Routes } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { Plus } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode } from 'react';
import type { TransferPreview } from './transfer-data.ts';
import { TransferPreviewFacts } from './transfer-preview.tsx';

const NewTransfer = lazy(async () => ({ default: (await import('./new-transfer.tsx')).NewTransfer }));

function ListActions(): ReactElement {
  const may = useMay(accountTransfers).permission('transfers.execute');
  const icon = <Plus aria-hidden size={16} />;
  return (
    <>
      <LinkButton to={paths.list(accountTransferItems)}>Registros transferidos</LinkButton>
      {may.allowed ? (
        <LinkButton icon={icon} to={paths.create(accountTransfers)} tone="primary">
          Nueva transferencia
        </LinkButton>
      ) : (
        <Button disabledReason={may.reason} icon={icon} tone="primary">
          Nueva transferencia
        </Button>
      )}
    </>
  );
}

/** Amounts by currency; the field names match those that the money cell expects, so that each has its currency sign. */
function AmountsCell({ value }: CellProps): ReactNode {
  const amounts = (value ?? []) as readonly { currency: string; amount: string }[];
  return amounts.length === 0 ? '—' : amounts.map(formatAmount).join(' · ');
}

/** The transferred record, as a link if it has a page. */
function RecordCell({ value, record }: CellProps): ReactNode {
  const resource = resourceIndex.find(({ name }) => name === record?.entity);
  return resource ? (
    <Link to={paths.record(resource, String(record?.record_id))}>{String(value)}</Link>
  ) : (
    String(value)
  );
}

const itemCells = { label: RecordCell };

/** What a scheduled transfer would move if it ran today. */
function ScheduledPlan({ transfer }: { transfer: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: TransferPreview }>(
    `/account-transfers/${transfer.id}/plan`,
  );
  return (
    <Card title="Si se ejecutara hoy">
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !data && <Skeleton lines={3} />}
      {data && (
        <TransferPreviewFacts
          preview={data.data}
          receiver={(transfer.to_user_id as Reference | null)?.label ?? ''}
        />
      )}
    </Card>
  );
}

const Transfers = resourceScreens(accountTransfers, {
  cells: { amounts: AmountsCell },
  list: {
    title: 'Historial de Transferencias',
    description: 'Qué cuentas cambiaron de manos, quién lo hizo y por qué. Lo escrito aquí no se cambia.',
    actions: <ListActions />,
  },
  detail: {
    above: (transfer) => (
      <>
        {transfer.note !== null && <Banner tone="neutral">{String(transfer.note)}</Banner>}
        {transfer.status === 'scheduled' && <ScheduledPlan transfer={transfer} />}
      </>
    ),
    tabs: [
      {
        id: 'registros',
        label: 'Registros',
        content: (transfer) => (
          <RelatedList
            by="transfer_id"
            cells={itemCells}
            columns={['label', 'part', 'before_id', 'after_id', 'outcome', 'note']}
            empty="Todavía no movió ningún registro."
            of={transfer}
            resource={accountTransferItems}
            title="batch_no"
          />
        ),
      },
    ],
  },
  screens: { create: NewTransfer },
});

const Items = resourceScreens(accountTransferItems, {
  list: { description: 'Cada dato de cada registro que cambió de manos, en todas las transferencias.' },
});

/** Gestión › Historial de Transferencias: the log, the transferred records, a new transfer, and reverting one. */
export function AccountTransfers(): ReactElement {
  return (
    <Routes>
      <Route element={<Items />} path="registros/*" />
      <Route element={<Transfers />} path="*" />
    </Routes>
  );
}
