import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { sellerPlans } from '@pauta/domain/billing/commissions/seller-plan.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { rebateAccruals } from '@pauta/domain/billing/rebates/rebate-accrual.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { ComputeRebateButton } from './commissions/compute-rebate-button.tsx';
import { PayrollButton } from './commissions/payroll-button.tsx';
import type { RebateNotesAnswer } from './commissions/rebate-notes-plan.tsx';
import { SettleButton } from './commissions/settle-button.tsx';

const CommissionSimulator = lazy(async () => ({
  default: (await import('./commissions/commission-simulator.tsx')).CommissionSimulator,
}));

const RebateNotesPlan = lazy(async () => ({
  default: (await import('./commissions/rebate-notes-plan.tsx')).RebateNotesPlan,
}));

const crediting: PlanDisplay<RebateNotesAnswer> = {
  show: (plan) => (
    <Suspense>
      <RebateNotesPlan plan={plan} />
    </Suspense>
  ),
  done: ({ notes }) =>
    notes.length === 1
      ? 'Una nota de crédito preparada: emítala en Facturación'
      : `${notes.length} notas de crédito preparadas: emítalas en Facturación`,
  also: [`/${invoices.path}`],
};

/** Who earns a commission or is paid by a settlement. */
const beneficiary = ({ agency_id, seller_id, referral_id }: AnyRecord): string | undefined =>
  ((agency_id ?? seller_id ?? referral_id) as Reference | null)?.label;

const Commissions = resourceScreens(agencyCommissions, {
  list: {
    title: 'Comisiones de Agencia',
    actions: (
      <>
        <LinkButton to={`${paths.list(agencyCommissions)}/simulador`}>Simulador</LinkButton>
        <LinkButton to={paths.list(sellerPlans)}>Planes</LinkButton>
        <LinkButton to={paths.list(rebateAccruals)}>Bonificaciones</LinkButton>
        <LinkButton to={paths.list(commissionSettlements)}>Liquidaciones</LinkButton>
        <SettleButton />
      </>
    ),
    empty:
      'Emita la factura de un contrato, o la de una agencia con liquidación posterior: sus comisiones aparecerán aquí.',
    description:
      'De agencias con liquidación posterior, ejecutivos y referentes. Nacen al emitir facturas y son exigibles al facturar o en proporción a lo cobrado, según su tipo.',
  },
  detail: { description: beneficiary },
});

const Settlements = resourceScreens(commissionSettlements, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(agencyCommissions)}>Comisiones</LinkButton>
        <PayrollButton />
        <SettleButton />
      </>
    ),
    empty: 'Con «Liquidar comisiones» se reúne lo exigible de una agencia, un ejecutivo o un referente.',
    description:
      'Lo que se paga a cada beneficiario. Las aprueba otra persona que quien las prepara; las agencias las facturan antes de cobrarlas, los demás están en el archivo de nómina.',
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
    description: beneficiary,
  },
});

const Plans = resourceScreens(sellerPlans, {
  list: {
    actions: <LinkButton to={paths.list(agencyCommissions)}>Comisiones</LinkButton>,
    empty: 'Sin un plan, los ejecutivos no ganan comisión de lo que se firme.',
    description:
      'Según qué tipo de comisión ganan los ejecutivos. La firma fija la tasa: cambiar un plan no cambia lo ya vendido.',
  },
});

const Rebates = resourceScreens(rebateAccruals, {
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(agencyCommissions)}>Comisiones</LinkButton>
        <ComputeRebateButton />
      </>
    ),
    empty: 'Con «Calcular bonificación» se bonifica el volumen de una agencia en un periodo que terminó.',
    description:
      'Lo que se debe a las agencias por el volumen de cada periodo, según su acuerdo. Las aprueba otra persona que quien las calcula; después se pagan, o se acreditan en las facturas del periodo.',
  },
  detail: { description: beneficiary, commandPlans: { credit: crediting } },
});

/** Facturación › Comisiones de Agencia: what is earned on invoices, and below it what is paid of it, and by which plans. */
export function AgencyCommissions(): ReactElement {
  return (
    <Routes>
      <Route element={<Settlements />} path="liquidaciones/*" />
      <Route element={<Rebates />} path="bonificaciones/*" />
      <Route element={<Plans />} path="planes/*" />
      <Route
        element={
          <Suspense>
            <CommissionSimulator />
          </Suspense>
        }
        path="simulador"
      />
      <Route element={<Commissions />} path="*" />
    </Routes>
  );
}
