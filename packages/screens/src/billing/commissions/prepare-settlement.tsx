import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { type ReactElement, useRef } from 'react';

const { prepare } = commissionSettlements.commands;

/** Asks of whom to settle what is due, and opens the settlement. */
export function PrepareSettlement({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const key = useRef(createIdempotencyKey());
  const fields = prepare?.fields ?? {};
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: { id: string } }>(
        `/${commissionSettlements.path}/prepare`,
        toBody(fields, values),
        { idempotencyKey: key.current },
      );
      // If reloading fails, the query reports it.
      for (const { path } of [commissionSettlements, agencyCommissions])
        invalidate(`/${path}`).catch(() => {});
      onClose();
      void navigate(paths.record(commissionSettlements, data.id));
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} open title={prepare?.label ?? ''} width={36}>
      <FieldsForm
        above={<p>{prepare?.explanation}</p>}
        autoFocus
        bar="dialog"
        fields={fields}
        initial={{ beneficiary_kind: 'agency', currency_code: 'DOP' }}
        onCancel={onClose}
        onSubmit={submit}
        submitLabel="Liquidar"
      />
    </Dialog>
  );
}
