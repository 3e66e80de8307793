import { usePermission } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { paymentApplications } from '@pauta/domain/billing/payments/payment-application.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import type { ApplicationAnswer } from './application-plan.tsx';

// Loaded lazily, so that the list does not load it.
const ApplicationPlan = lazy(async () => ({
  default: (await import('./application-plan.tsx')).ApplicationPlan,
}));

const WithholdingProposal = lazy(async () => ({
  default: (await import('./payments/withholding-proposal.tsx')).WithholdingProposal,
}));
const WriteOffs = lazy(async () => ({
  default: (await import('./payments/write-offs.tsx')).WriteOffs,
}));
const ReceiptDeliveries = lazy(async () => ({
  default: (await import('./delivery/receipt-deliveries.tsx')).ReceiptDeliveries,
}));
const ReceiptMails = lazy(async () => ({
  default: (await import('./delivery/receipt-mails.tsx')).ReceiptMails,
}));
const BarterReceipts = lazy(async () => ({
  default: (await import('./barter/barter-receipts.tsx')).BarterReceipts,
}));
const Withholdings = lazy(async () => ({
  default: (await import('./payments/withholdings.tsx')).Withholdings,
}));
// Files of banks and receipts are pages and buttons of their own.
const BankFiles = lazy(async () => ({ default: (await import('./bank-files/bank-files.tsx')).BankFiles }));
const ReceiptButton = lazy(async () => ({
  default: (await import('./bank-files/receipt-button.tsx')).ReceiptButton,
}));
const bankFiles = '/facturacion/registro-cobros/archivos-bancarios';

/** Leads to the files of banks, for who may see them. */
function BankFilesLink(): ReactElement | null {
  return usePermission('bank_files.view_all') ? (
    <LinkButton to={bankFiles}>Archivos bancarios</LinkButton>
  ) : null;
}

const applying: PlanDisplay<ApplicationAnswer> = {
  show: (plan) => (
    <Suspense>
      <ApplicationPlan plan={plan} />
    </Suspense>
  ),
  done: ({ applications, discounts = [] }) =>
    [
      `Cobro aplicado a ${applications.length} ${applications.length === 1 ? 'factura' : 'facturas'}`,
      ...(discounts.length === 0
        ? []
        : [
            discounts.every(({ status }) => status === 'issued')
              ? 'nota de crédito por pronto pago emitida'
              : 'nota de crédito por pronto pago en borrador',
          ]),
    ].join('; '),
  also: [`/${invoices.path}`, `/${paymentApplications.path}`],
};

/** Taking a payment back also takes back the discounts that it had earned. */
const takingBack = (done: string): PlanDisplay<{ readonly archived: number; readonly charged: number }> => ({
  show: () => null,
  done: ({ archived, charged }) =>
    [
      done,
      ...(archived > 0 ? ['se archivó el borrador de su pronto pago'] : []),
      ...(charged > 0
        ? [
            'quedó en borrador la nota de débito por el pronto pago que ya no corresponde: emítala en Facturación',
          ]
        : []),
    ].join('; '),
  also: [`/${invoices.path}`, `/${paymentApplications.path}`],
});

const Own = resourceScreens(payments, {
  list: {
    title: 'Registro de Cobros',
    actions: (
      <>
        <LinkButton to={paths.list(paymentApplications)}>Aplicaciones</LinkButton>
        <BankFilesLink />
        <LinkButton to={`${paths.list(payments)}/retenciones?f.status=pending`}>
          Retenciones sin comprobante
        </LinkButton>
        <LinkButton to={`${paths.list(payments)}/incobrables`}>Cuentas incobrables</LinkButton>
        <LinkButton to={`${paths.list(payments)}/canjes`}>Canjes</LinkButton>
      </>
    ),
  },
  form: {
    above: (
      <Suspense>
        <WithholdingProposal />
      </Suspense>
    ),
  },
  detail: {
    actions: (payment) => (
      <Suspense>
        <ReceiptButton payment={payment} />
      </Suspense>
    ),
    description: ({ client_id, agency_id }) => ((client_id ?? agency_id) as Reference | null)?.label,
    commandInitial: (name) => (name.startsWith('apply') ? { prompt_discount: true } : {}),
    commandPlans: {
      apply_oldest: applying,
      apply: applying,
      unapply: takingBack('Aplicaciones quitadas'),
      return: takingBack('Cobro devuelto'),
      void: takingBack('Cobro anulado'),
    },
    tabs: [
      {
        id: 'aplicaciones',
        label: 'Aplicaciones',
        content: (payment) => (
          <RelatedList
            by="payment_id"
            columns={['applied_on', 'invoice_id', 'amount', 'payment_amount', 'for_another']}
            of={payment}
            resource={paymentApplications}
            title="receipt_no"
          />
        ),
      },
      {
        id: 'correos',
        label: 'Correos',
        content: (payment) => (
          <Suspense>
            <ReceiptMails payment={payment} />
          </Suspense>
        ),
      },
    ],
  },
});

const Applications = resourceScreens(paymentApplications, {
  list: {
    actions: <LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>,
    empty: 'Al aplicar un cobro a una factura, la aplicación aparecerá aquí.',
  },
});

/** Facturación › Registro de Cobros: payments, and below them what they were applied to and the files of banks. */
export function Payments(): ReactElement {
  return (
    <Routes>
      <Route element={<Applications />} path="aplicaciones/*" />
      <Route
        element={
          <Suspense>
            <Withholdings />
          </Suspense>
        }
        path="retenciones/*"
      />
      <Route
        element={
          <Suspense>
            <WriteOffs />
          </Suspense>
        }
        path="incobrables/*"
      />
      <Route
        element={
          <Suspense>
            <BarterReceipts />
          </Suspense>
        }
        path="canjes/*"
      />
      <Route
        element={
          <Suspense>
            <ReceiptDeliveries />
          </Suspense>
        }
        path="correos/*"
      />
      <Route
        element={
          <Suspense>
            <BankFiles />
          </Suspense>
        }
        path="archivos-bancarios/*"
      />
      <Route element={<Own />} path="*" />
    </Routes>
  );
}
