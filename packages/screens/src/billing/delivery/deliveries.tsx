import { invoiceDeliveries } from '@pauta/domain/billing/delivery/invoice-delivery.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Facturación › Correos de facturas: what was mailed, to whom, and what could not be. */
export const Deliveries = resourceScreens(invoiceDeliveries, {
  list: {
    actions: <LinkButton to={paths.list(invoices)}>Facturación</LinkButton>,
    empty: 'Con «Enviar por correo» en una factura emitida aparece aquí a quién y cuándo se envió.',
    description:
      'Cada correo con una factura. Los que no se enviaron dicen por qué: corrija el contacto y envíela otra vez.',
  },
});
