import { receiptDeliveries } from '@pauta/domain/billing/delivery/receipt-delivery.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** To whom the receipt of a payment was mailed. */
export const ReceiptMails = ({ payment }: { readonly payment: AnyRecord }): ReactElement => (
  <>
    <RelatedList
      by="payment_id"
      columns={['recipient', 'email', 'status', 'created_at', 'error']}
      empty="Con «Enviar recibo» aparece aquí a quién y cuándo se envió."
      of={payment}
      resource={receiptDeliveries}
      title="receipt_no"
    />
    <p>
      <LinkButton to={`${paths.list(payments)}/correos`}>Todos los correos de recibos</LinkButton>
    </p>
  </>
);
