import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef, useState } from 'react';

const { propose } = makegoodOffers.commands;

interface Proposed {
  readonly proposed: number;
  readonly without_place: number;
  readonly left: number;
}

const saidOf = ({ proposed, without_place, left }: Proposed): string =>
  [
    `${countOf(makegoodOffers.label, proposed)} con lugar.`,
    without_place === 0
      ? null
      : `${without_place === 1 ? 'Una no tiene' : `${without_place} no tienen`} lugar de igual valor dentro del vuelo: acuerde una fecha con el cliente.`,
    left === 0 ? null : `Faltan ${left}: proponga otra vez.`,
  ]
    .filter((part) => part !== null)
    .join(' ');

/** Asks for a contract, and proposes a makegood for each of its placements that were not aired. */
export function ProposeDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const fields = propose?.fields ?? {};
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: Proposed }>(
        `/${makegoodOffers.path}/propose`,
        toBody(fields, values),
        { idempotencyKey: key.current },
      );
      // If reloading fails, the query reports it.
      invalidate(`/${makegoodOffers.path}`).catch(() => {});
      notify(saidOf(data));
      onClose();
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} open title={propose?.label ?? ''} width={36}>
      <FieldsForm
        above={<p>{propose?.explanation}</p>}
        autoFocus
        bar="dialog"
        fields={fields}
        initial={{}}
        onCancel={onClose}
        onSubmit={submit}
        submitLabel="Proponer"
      />
    </Dialog>
  );
}

/** Opens the dialog; beside the list of offers. */
export function ProposeButton(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(makegoodOffers).permission('placements.makegood');
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
        {propose?.label}
      </Button>
      {isOpen && <ProposeDialog onClose={() => setOpen(false)} />}
    </>
  );
}
