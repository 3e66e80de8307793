import { writeOffs } from '@pauta/domain/billing/adjustments/write-off.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Registro de Cobros › Cuentas incobrables: what is requested, written off and recovered. */
export const WriteOffs = resourceScreens(writeOffs, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.filtered(writeOffs, { status: 'requested' })}>Por aprobar</LinkButton>
        <LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>
      </>
    ),
    empty: 'Una factura que no se cobrará se cancela en su página, con «Cancelar por incobrable».',
  },
});
