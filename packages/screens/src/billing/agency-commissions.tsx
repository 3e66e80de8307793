import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Facturación › Comisiones de Agencia: what agencies earn on invoices, and how much of it is due. */
export const AgencyCommissions = resourceScreens(agencyCommissions, {
  list: {
    title: 'Comisiones de Agencia',
    empty: 'Emita una factura de una agencia con liquidación posterior: su comisión aparecerá aquí.',
    description:
      'Nacen al emitir facturas con liquidación posterior. Son exigibles al facturar o en proporción a lo cobrado, según el tipo de comisión de la agencia.',
  },
  detail: { description: ({ invoice_id }) => (invoice_id as Reference | null)?.label },
});
