import { useApiQuery } from '@pauta/core/react';
import { invoiceDeliveries } from '@pauta/domain/billing/delivery/invoice-delivery.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { type InvoiceTables, noInvoiceTables } from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { paymentApplications } from '@pauta/domain/billing/payments/payment-application.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import { DemonstrationNotice } from './demonstration-notice.tsx';

const ExpectedWithholdings = lazy(async () => ({
  default: (await import('./payments/expected-withholdings.tsx')).ExpectedWithholdings,
}));

const InvoiceContracts = lazy(async () => ({
  default: (await import('./grouping/invoice-contracts.tsx')).InvoiceContracts,
}));

/** What the amounts of an invoice depend on besides its values: taxes, the agency's terms, and what a note takes back. */
const useInvoiceTables = (values: Values): InvoiceTables => {
  const query = new URLSearchParams();
  for (const name of ['company_id', 'client_id', 'agency_id', 'contract_id']) {
    const id = referenceId(values[name]);
    if (id) query.set(name, id);
  }
  const from = (values.period as DateRange | null | undefined)?.from;
  if (from) query.set('from', from);
  if (typeof values.id === 'string') query.set('invoice_id', values.id);
  const { data } = useApiQuery<{ readonly data: InvoiceTables }>(`/invoices/tables?${query}`, {
    keepPreviousData: true,
  });
  return data?.data ?? noInvoiceTables;
};

/** Facturación › Facturación: invoices, credit notes and debit notes. */
export const Invoices = resourceScreens(invoices, {
  list: {
    title: 'Facturación',
    actions: (
      <>
        <LinkButton to="/facturacion/facturacion/comprobantes-electronicos">
          Comprobantes electrónicos
        </LinkButton>
        <LinkButton to="/facturacion/facturacion/comprobantes-recibidos">Comprobantes recibidos</LinkButton>
        <LinkButton to="/facturacion/facturacion/correos">Correos</LinkButton>
        <LinkButton to="/facturacion/facturacion/paginas-de-cuenta">Páginas de cuenta</LinkButton>
        <LinkButton to="/facturacion/facturacion/reportes-fiscales">Reportes fiscales</LinkButton>
        <LinkButton to="/facturacion/facturacion-cobros">Facturación y Cobros</LinkButton>
      </>
    ),
    above: <DemonstrationNotice />,
  },
  form: { useTables: useInvoiceTables },
  detail: {
    actions: ({ id, fiscal_number, internal_no, concept, ecf_status }) => {
      const name = String(fiscal_number ?? internal_no ?? concept);
      return (
        <>
          <DownloadButton name={`${name}.pdf`} path={`/invoices/${id}/invoice.pdf`}>
            PDF
          </DownloadButton>
          {ecf_status !== 'none' && (
            <DownloadButton
              disabledReason={
                ecf_status === 'to_sign' ? 'Todavía no está firmado. Espere un momento.' : undefined
              }
              name={`${name}.xml`}
              path={`/invoices/${id}/invoice.xml`}
            >
              XML
            </DownloadButton>
          )}
        </>
      );
    },
    above: ({ has_fiscal_value }) =>
      has_fiscal_value === false && (
        <Banner tone="warning">
          <strong>SIN VALOR FISCAL.</strong> Es de una demostración: no se envía a la autoridad fiscal ni se
          entrega a un cliente.
        </Banner>
      ),
    description: ({ client_id, fiscal_number }) =>
      [(client_id as Reference | null)?.label, fiscal_number].filter(Boolean).join(' · '),
    tabs: [
      {
        id: 'contratos',
        label: 'Contratos',
        content: (invoice) => (
          <Suspense>
            <InvoiceContracts invoice={invoice} />
          </Suspense>
        ),
      },
      {
        id: 'cobros',
        label: 'Cobros',
        content: (invoice) => (
          <>
            <Suspense>
              <ExpectedWithholdings invoice={invoice} />
            </Suspense>
            <RelatedList
              by="invoice_id"
              columns={['applied_on', 'payment_id', 'amount']}
              of={invoice}
              resource={paymentApplications}
              title="concept"
            />
          </>
        ),
      },
      {
        id: 'correos',
        label: 'Correos',
        content: (invoice) => (
          <RelatedList
            by="invoice_id"
            columns={['recipient', 'email', 'origin', 'status', 'created_at', 'error']}
            empty="Con «Enviar por correo» aparece aquí a quién y cuándo se envió."
            of={invoice}
            resource={invoiceDeliveries}
            title="concept"
          />
        ),
      },
      {
        id: 'notas',
        label: 'Notas',
        content: (invoice) => (
          <RelatedList
            by="modifies_invoice_id"
            columns={['concept', 'fiscal_number', 'doc_kind', 'issue_date', 'total', 'status']}
            of={invoice}
            pages
            resource={invoices}
            title="concept"
          />
        ),
      },
    ],
  },
});
