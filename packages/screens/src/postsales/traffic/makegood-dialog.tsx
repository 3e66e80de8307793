import { useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type {
  MakegoodEffect,
  MakegoodProposals,
  MakegoodSlot,
} from '@pauta/domain/postsales/traffic/makegood.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Slots = styled.ul`
  display: grid;
  gap: var(--pauta-space-2);
  margin: var(--pauta-space-3) 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2) var(--pauta-space-3); padding: var(--pauta-space-2) var(--pauta-space-3); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-md); }
  & > li > span { flex: 1 1 12rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
`;

const effectText = ({ worth, currency, is_billed_as_aired }: MakegoodEffect): string => {
  const amount = formatAmount({ currency, amount: worth });
  return is_billed_as_aired
    ? `Lo no emitido (${amount}) no se factura. Al emitirse la compensación se factura ese monto, una sola vez.`
    : `No cambia lo facturado: lo no emitido (${amount}) ya está en las cuotas del contrato.`;
};

const daysOf = ({ starts_on, ends_on }: MakegoodSlot): string =>
  starts_on === ends_on
    ? formatCivilDate(starts_on)
    : `Del ${formatCivilDate(starts_on)} al ${formatCivilDate(ends_on)}`;

/** Where what was not aired can be made good at the same value, and what that does to the invoice. */
export function MakegoodDialog({
  record,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement {
  const answer = useApiQuery<{ readonly data: MakegoodProposals }>(`/placements/${record.id}/makegoods`);
  const [chosen, setChosen] = useState<MakegoodSlot | 'other' | null>(null);
  const { makegood } = placements.commands;
  const data = answer.data?.data;
  if (chosen !== null && makegood && data)
    return (
      <CommandDialog
        above={<Banner tone="info">{effectText(data.effect)}</Banner>}
        command={makegood}
        fields={makegood.fields}
        initial={
          chosen === 'other'
            ? {}
            : { starts_on: chosen.starts_on, inventory_item_id: { id: chosen.item_id, label: chosen.item } }
        }
        keepsDraft={false}
        name="makegood"
        onClose={onClose}
        onDone={onClose}
        record={record}
        resource={placements}
        title={String(record.description)}
      />
    );
  return (
    <Dialog onClose={onClose} open title={`Compensar: ${String(record.description)}`} width={40}>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {!data ? (
        !answer.error && <Skeleton lines={5} />
      ) : (
        <>
          <Banner tone="info">{effectText(data.effect)}</Banner>
          {data.slots.length === 0 ? (
            <p>
              {`No queda ningún lugar de igual valor hasta el ${formatCivilDate(data.until)}, cuando termina el vuelo. Acuerde otra fecha con el cliente y elíjala abajo.`}
            </p>
          ) : (
            <Slots>
              {data.slots.map((slot) => (
                <li key={`${slot.item_id} ${slot.starts_on}`}>
                  <span>
                    {daysOf(slot)}
                    <small>{[slot.airs_at, slot.item].filter(Boolean).join(' · ')}</small>
                  </span>
                  <Button
                    onClick={() => setChosen(slot)}
                  >{`Elegir el ${formatCivilDate(slot.starts_on)}`}</Button>
                </li>
              ))}
            </Slots>
          )}
          <Button onClick={() => setChosen('other')}>Otro día u otro espacio</Button>
        </>
      )}
    </Dialog>
  );
}
