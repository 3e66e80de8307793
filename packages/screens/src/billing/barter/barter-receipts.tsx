import { barterReceipts } from '@pauta/domain/billing/barter/barter-receipt.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { paymentApplications } from '@pauta/domain/billing/payments/payment-application.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Registro de Cobros › Canjes: the invoices of clients for what they give, and what they settled. */
export const BarterReceipts = resourceScreens(barterReceipts, {
  list: {
    title: 'Canjes',
    actions: (
      <>
        <LinkButton to={`${paths.list(barterReceipts)}?f.status=registered&group=client_id`}>
          Por cliente
        </LinkButton>
        <LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>
      </>
    ),
    empty:
      'Registre el comprobante que el cliente emitió por lo que entrega: compensa sus facturas de contratos de canje.',
  },
  detail: {
    description: ({ client_id }) => (client_id as Reference | null)?.label,
    actions: ({ payment_id }) => (
      <LinkButton to={paths.record(payments, referenceId(payment_id) ?? '')}>Ver el cobro</LinkButton>
    ),
    tabs: [
      {
        id: 'compensado',
        label: 'Facturas compensadas',
        content: ({ payment_id, ...receipt }) => (
          <RelatedList
            by="payment_id"
            columns={['applied_on', 'invoice_id', 'amount']}
            empty={`Nada todavía. Sus ${invoices.label.many.toLowerCase()} de contratos de canje se compensan en el cobro.`}
            of={{ ...receipt, id: referenceId(payment_id) ?? '' }}
            resource={paymentApplications}
            title="name"
          />
        ),
      },
    ],
  },
});
