import { formatCivilDate } from '../../kinds/date.ts';
import { formatAmount } from '../../money/currency-amount.ts';

/** The days of a placement in words: "15/05/2026", or "del 15/05/2026 al 21/05/2026". */
export const daysText = ({
  starts_on,
  ends_on,
}: {
  readonly starts_on: string;
  readonly ends_on: string;
}): string =>
  starts_on === ends_on
    ? formatCivilDate(starts_on)
    : `del ${formatCivilDate(starts_on)} al ${formatCivilDate(ends_on)}`;

/** What accepting an offered makegood does to the invoice of the client. */
export const offerEffect = ({
  worth,
  currency,
  is_billed_as_aired,
}: {
  /** Decimal text. */
  readonly worth: string;
  readonly currency: string;
  readonly is_billed_as_aired: boolean;
}): string => {
  const amount = formatAmount({ currency, amount: worth });
  return is_billed_as_aired
    ? `Sin costo adicional: ${amount} de lo no emitido no se facturan hasta que se emita la compensación, y una sola vez.`
    : `Sin costo: la factura no cambia. Lo no emitido (${amount}) ya está en las cuotas del contrato.`;
};
