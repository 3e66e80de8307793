import { useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { FilterPicker } from '../follow-up/filter-picker.tsx';
import { JoinTargetList } from './join-target-list.tsx';

/** Maximum number of clients per command. */
const most = 10_000;

/** Adds the clients that match a filter to a target list, after showing which of them can join. */
export function AddAccountsDialog({
  record: list,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement {
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const count = useApiQuery<{ total: number; total_is_estimate: boolean }>(
    filter === '' ? null : `/clients?${filter}&limit=1`,
  );
  const total = count.data?.total;
  const tooMany = count.data?.total_is_estimate === true;
  const selection = useMemo(() => ({ query: filter, expected: chosen }), [filter, chosen]);
  const reason =
    filter === ''
      ? 'Elija primero un filtro.'
      : total === undefined
        ? 'Espere a que se cuenten los clientes.'
        : tooMany
          ? `El filtro encuentra más de ${formatCount(most)} clientes; acótelo.`
          : total === 0
            ? 'El filtro no encuentra clientes.'
            : undefined;
  return (
    <Dialog onClose={onClose} open title={`Agregar desde filtro: ${String(list.name)}`} width={42}>
      {chosen === null ? (
        <>
          <FilterPicker
            hint={
              total === undefined
                ? 'Elija qué clientes entran a la lista.'
                : `Encuentra ${tooMany ? 'más de ' : ''}${formatCount(total)} ${total === 1 ? 'cliente' : 'clientes'}.`
            }
            label="Clientes"
            onChange={setFilter}
            required
            value={filter}
          />
          {count.error && <FailureBanner error={count.error} onRetry={() => void count.mutate()} />}
          <DialogActions>
            <Button onClick={onClose}>Cancelar</Button>
            <Button disabledReason={reason} onClick={() => setChosen(total ?? null)} tone="primary">
              Continuar
            </Button>
          </DialogActions>
        </>
      ) : (
        <JoinTargetList
          list={{ id: list.id, label: String(list.name) }}
          onCancel={onClose}
          onDone={onClose}
          selection={selection}
        />
      )}
    </Dialog>
  );
}
