import { receiptDeliveries } from '@pauta/domain/billing/delivery/receipt-delivery.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Registro de Cobros › Correos de recibos: what was mailed, to whom, and what could not be. */
export const ReceiptDeliveries = resourceScreens(receiptDeliveries, {
  list: {
    actions: <LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>,
    empty: 'Con «Enviar recibo» en un cobro aparece aquí a quién y cuándo se envió.',
    description:
      'Cada correo con un recibo. Los que no se enviaron dicen por qué: corrija el contacto y envíelo otra vez.',
  },
});
