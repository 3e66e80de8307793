import { useApi, useUser } from '@pauta/core/react';
import { weekdayNames } from '@pauta/domain/catalogues/choices.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { choice, choices } from '@pauta/domain/kinds/choice.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { integer, money } from '@pauta/domain/kinds/number.ts';
import { referenceId, references } from '@pauta/domain/kinds/reference.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { distributionAims } from '@pauta/domain/sales/quotes/distribute-budget.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import type { LineActionProps } from '@pauta/ui/document/form/line-actions.ts';
import { draftKey, dropDraft } from '@pauta/ui/form/draft/draft.ts';
import { FieldsForm, Handled } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';
import { Distribution, type DistributionAnswer } from './distribution.tsx';

/** Asked for before money is divided; the rest is that of the quote. */
const fields = {
  amount: money('Importe', {
    currency: 'currency_code',
    required: true,
    min: 0.01,
    hint: 'Sin impuestos.',
  }),
  aim: choice('Cómo', distributionAims, { required: true, initial: 'even', width: 'wide' }),
  inventory_item_ids: references('Espacios', () => inventoryItems, {
    required: true,
    width: 'full',
    hint: 'Hasta 40. Solo los que se venden y tienen precio reciben dinero.',
  }),
  days: choices('Días', weekdayNames, { required: true, initial: Object.keys(weekdayNames), width: 'wide' }),
  most_per_day: integer('Máximo por día y espacio', { required: true, initial: 5, min: 1, max: 100 }),
  duration_sec: integer('Duración (s)', { min: 1, max: 7200, hint: 'Vacío: la usual de cada espacio.' }),
} as const;

/** What is left of the client's money, without what the lines already take; null if it is not known. */
const leftOf = (values: Values): string | null => {
  const budget = String(values.budget_amount ?? '');
  if (!/^\d+(\.\d+)?$/.test(budget)) return null;
  const left = subtract(budget, String(values.taxable ?? '0'));
  return compareDecimals(left, '0') > 0 ? left : null;
};

/** Asks how much is spent where, shows what would be bought, and adds the lines to the form. */
export function DistributeDialog({
  values: header,
  documentId,
  room,
  add,
  onClose,
}: LineActionProps & { onClose: () => void }): ReactElement {
  const api = useApi();
  const draft = draftKey(String(useUser()?.id ?? ''), 'quotes.distribute', documentId);
  const [answer, setAnswer] = useState<DistributionAnswer>();
  const currency = String(header.currency_code ?? 'DOP');
  const flight = header.flight as Partial<DateRange> | null | undefined;
  const submit = async (values: Values): Promise<void> => {
    const { data } = await api.post<{ data: DistributionAnswer }>('/quotes/distribute', {
      ...toBody(fields, values),
      flight,
      currency_code: currency,
      price_list_id: referenceId(header.price_list_id),
      company_id: referenceId(header.company_id),
      client_id: referenceId(header.client_id),
      brand_id: referenceId(header.brand_id),
      agency_id: referenceId(header.agency_id),
    });
    setAnswer(data);
    // What was asked is kept until its lines are added.
    throw new Handled();
  };
  const lines = answer?.spaces.flatMap(({ line }) => (line ? [line] : [])).slice(0, room) ?? [];
  if (!flight?.from || !flight.to || !header.price_list_id) {
    return (
      <Dialog onClose={onClose} open title="Repartir dinero" width={34}>
        <p>
          Elija antes la lista de precios y el vuelo del presupuesto: de ellos salen los precios y los días.
        </p>
        <DialogActions>
          <Button onClick={onClose} tone="primary">
            Entendido
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} open title="Repartir dinero" width={48}>
      <div hidden={answer !== undefined}>
        <FieldsForm
          autoFocus={!answer}
          bar="dialog"
          draft={draft}
          fields={fields}
          initial={{
            amount: leftOf(header),
            aim: 'even',
            days: Object.keys(weekdayNames),
            most_per_day: 5,
            currency_code: currency,
          }}
          onCancel={onClose}
          onSubmit={submit}
          submitLabel="Repartir"
        />
      </div>
      {answer && (
        <>
          <Distribution answer={answer} currency={currency} />
          <DialogActions>
            <Button
              disabledReason={lines.length > 0 ? undefined : 'Ningún espacio recibió dinero.'}
              onClick={() => {
                add(lines);
                dropDraft(draft);
                onClose();
              }}
              tone="primary"
            >
              {lines.length === 1 ? 'Agregar un renglón' : `Agregar ${lines.length} renglones`}
            </Button>
            <Button onClick={() => setAnswer(undefined)}>Cambiar</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
