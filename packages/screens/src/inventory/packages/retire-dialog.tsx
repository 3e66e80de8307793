import { createIdempotencyKey } from '@pauta/core';
import { useApiQuery } from '@pauta/core/react';
import { packages } from '@pauta/domain/inventory/packages/package.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { type ReactElement, useState } from 'react';

const { retire } = packages.commands;

const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** Asks before a package is retired, and warns of the documents that still offer it. */
export function RetireDialog({
  record,
  onClose,
}: {
  readonly record: AnyRecord;
  readonly onClose: () => void;
}): ReactElement {
  const commands = useCommands(packages);
  const [isRunning, setRunning] = useState(false);
  const { quotes = 0, contracts = 0 } =
    useApiQuery<{ readonly open: { readonly quotes: number; readonly contracts: number } }>(
      `/packages/${record.id}/sales`,
    ).data?.open ?? {};
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await commands.command(record, 'retire', {}, createIdempotencyKey());
      notify(retire?.done ?? '');
      onClose();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
      setRunning(false);
    }
  };
  return (
    <ConfirmDialog
      confirm={retire?.label ?? ''}
      loading={isRunning}
      onCancel={onClose}
      onConfirm={() => void run()}
      open
      title={`¿Retirar «${record.name}»?`}
      tone="danger"
    >
      <p>{retire?.explanation}</p>
      {quotes > 0 && (
        <p>
          <strong>
            {countOf(quotes, 'presupuesto en curso lo ofrece', 'presupuestos en curso lo ofrecen')}
          </strong>
          {': un borrador ya no podrá enviarse con él.'}
        </p>
      )}
      {contracts > 0 && (
        <p>
          <strong>
            {countOf(contracts, 'contrato sin firmar lo tiene', 'contratos sin firmar lo tienen')}
          </strong>
          {': todavía puede firmarse.'}
        </p>
      )}
    </ConfirmDialog>
  );
}
