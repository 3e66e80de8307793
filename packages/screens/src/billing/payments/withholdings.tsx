import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { paymentWithholdings } from '@pauta/domain/billing/payments/payment-withholding.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Registro de Cobros › Retenciones: what payers withheld, and which certificates are missing. */
export const Withholdings = resourceScreens(paymentWithholdings, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.filtered(paymentWithholdings, { status: 'pending' })}>
          Retenciones sin comprobante
        </LinkButton>
        <LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>
      </>
    ),
    empty: 'Cuando un cobro se registre con retenciones, aparecerán aquí hasta que llegue su comprobante.',
  },
});
