import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { SettleButton } from './commissions/settle-button.tsx';

const Commissions = resourceScreens(agencyCommissions, {
  list: {
    title: 'Comisiones de Agencia',
    actions: (
      <>
        <LinkButton to={paths.list(commissionSettlements)}>Liquidaciones</LinkButton>
        <SettleButton />
      </>
    ),
    empty: 'Emita una factura de una agencia con liquidación posterior: su comisión aparecerá aquí.',
    description:
      'Nacen al emitir facturas con liquidación posterior. Son exigibles al facturar o en proporción a lo cobrado, según el tipo de comisión de la agencia.',
  },
  detail: { description: ({ invoice_id }) => (invoice_id as Reference | null)?.label },
});

const Settlements = resourceScreens(commissionSettlements, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(agencyCommissions)}>Comisiones</LinkButton>
        <SettleButton />
      </>
    ),
    empty: 'Con «Liquidar comisiones» se reúne lo exigible de una agencia.',
    description:
      'Lo que se paga a cada agencia. Las aprueba otra persona que quien las prepara; después la agencia las factura y se pagan.',
  },
  detail: {
    actions: ({ id, number }) => (
      <DownloadButton
        name={`Liquidación ${String(number)}.pdf`}
        path={`/${commissionSettlements.path}/${id}/settlement.pdf`}
      >
        PDF
      </DownloadButton>
    ),
    description: ({ agency_id }) => (agency_id as Reference | null)?.label,
  },
});

/** Facturación › Comisiones de Agencia: what agencies earn on invoices, and below it what is paid of it. */
export function AgencyCommissions(): ReactElement {
  return (
    <Routes>
      <Route element={<Settlements />} path="liquidaciones/*" />
      <Route element={<Commissions />} path="*" />
    </Routes>
  );
}
