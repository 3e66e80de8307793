import { divide, round, subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Row } from '../insert-rows.ts';
import type { DemoInvoice } from './make-documents.ts';

/** The number of the invoice that a client issued for what it gave. */
export const barterNumber = (place: number): string => `B01${String(5000 + place).padStart(8, '0')}`;

const given = [
  ['Noches de hotel y salones para eventos', 'services', 'supplies'],
  ['Mobiliario de oficina', 'goods', 'fixed_assets'],
  ['Combustible en tarjetas', 'goods', 'supplies'],
  ['Mantenimiento de la flota de vehículos', 'services', 'supplies'],
] as const;

/** The invoice of the client for a payment by barter. */
export const barterRow = ({
  id,
  at,
  day,
  place,
  amount,
  invoice,
}: {
  readonly id: string;
  readonly at: Date;
  readonly day: string;
  readonly place: number;
  readonly amount: string;
  readonly invoice: DemoInvoice;
}): Row => {
  const net = round(divide(amount, '1.18', 6), 2);
  const number = barterNumber(place);
  const [description, supplied, kind] = given[place % given.length] ?? given[0];
  return {
    name: `${number} · ${formatAmount({ currency: 'DOP', amount })}`,
    company_id: invoice.company,
    client_id: invoice.client.id,
    fiscal_number: number,
    issued_on: day,
    received_on: day,
    description,
    supplied,
    purchase_kind: kind,
    currency_code: 'DOP',
    amount: net,
    tax: subtract(amount, net),
    supplier_tax_id: invoice.client.row.tax_id,
    payment_id: id,
    created_at: at,
  };
};
