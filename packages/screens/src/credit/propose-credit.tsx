import { createIdempotencyKey } from '@pauta/core';
import {
  type creditAccounts,
  creditProposals,
  proposalFields,
} from '@pauta/domain/crm/clients/credit-proposal.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';

/** The kind of account of a proposal, by the field that refers to it. */
export type CreditAccount = keyof typeof creditAccounts;

/** «Proponer cambio» of the credit limit, for users who may propose but not set it; hidden for others. */
export function ProposeCredit({ by, of }: { by: CreditAccount; of: AnyRecord }): ReactElement | null {
  const may = useMay(creditProposals);
  const { create } = useCommands(creditProposals);
  const [key, setKey] = useState<string | null>(null);
  const sets = may.permission(creditProposals.permissions.updateAll).allowed;
  if (sets || !may.create.allowed || of.archived_at) return null;
  const close = () => setKey(null);
  const submit = async (values: Values): Promise<void> => {
    const { folio } = await create({ ...values, [by]: of.id }, key ?? createIdempotencyKey());
    close();
    notify(`Propuesta ${String(folio)} enviada. Su decisión se verá en la pestaña «Crédito».`);
  };
  return (
    <>
      <Button onClick={() => setKey(createIdempotencyKey())} size="small">
        Proponer cambio
      </Button>
      <Dialog onClose={close} open={key !== null} title="Proponer otro límite de crédito">
        <FieldsForm
          above={<p>Lo decide quien fija los límites de crédito. Hasta entonces rige el límite actual.</p>}
          autoFocus
          bar="dialog"
          fields={proposalFields}
          initial={{ currency_code: of.currency_code }}
          onCancel={close}
          onSubmit={submit}
          submitLabel="Enviar propuesta"
        />
      </Dialog>
    </>
  );
}
