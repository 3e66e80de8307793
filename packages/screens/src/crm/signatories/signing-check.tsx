import { useApi } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { choice } from '@pauta/domain/kinds/choice.ts';
import { date } from '@pauta/domain/kinds/date.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { money } from '@pauta/domain/kinds/number.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';
import { SigningVerdicts, type Verdict } from './signing-verdicts.tsx';

const fields: Fields = {
  on: date('Día de la firma', { required: true }),
  amount: money('Monto', { currency: 'currency', min: 0, hint: 'Vacío: sin mirar los límites.' }),
  currency: choice('Moneda', currencies, { required: true, width: 'short' }),
};
const sections = [{ label: 'Documento', fields: ['on', 'amount', 'currency'] }];

/** Checks who may sign for a client or an agency on a day and for an amount, and why others may not. */
export function SigningCheck({
  by,
  of,
  title,
  onClose,
}: {
  by: 'client_id' | 'agency_id';
  of: AnyRecord;
  title: string;
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const [verdicts, setVerdicts] = useState<readonly Verdict[] | null>(null);
  const ask = async ({ on, amount, currency }: Values): Promise<void> => {
    const query = new URLSearchParams({ [by]: of.id, on: String(on) });
    if (amount) {
      query.set('amount', String(amount));
      query.set('currency', String(currency));
    }
    const { data } = await api.get<{ data: readonly Verdict[] }>(`/signatories/eligible?${query}`);
    setVerdicts(data);
  };
  return (
    <Dialog onClose={onClose} open title={`¿Quién puede firmar por ${title}?`} width={38}>
      <SigningVerdicts verdicts={verdicts} />
      <FieldsForm
        bar="dialog"
        fields={fields}
        initial={{ on: companyToday(), currency: of.currency_code ?? 'DOP' }}
        onCancel={onClose}
        onSubmit={ask}
        sections={sections}
        submitLabel="Comprobar"
      />
    </Dialog>
  );
}
