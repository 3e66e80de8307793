import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { collectionLetters } from '@pauta/domain/billing/collections/collection-letter.ts';
import { collectionStages } from '@pauta/domain/billing/collections/collection-stage.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import { activityOverrides } from '../../activities/record-page.tsx';
import { WorkbenchTabs } from '../workbench/workbench-tabs.tsx';

const ActivityList = lazy(async () => ({
  default: (await import('../../activities/activity-list.tsx')).ActivityList,
}));

/** The account of a case, in the form of the record that lists of its parts belong to. */
const accountOf = (record: AnyRecord): { by: 'client_id' | 'agency_id'; of: AnyRecord } => {
  const by = record.client_id ? 'client_id' : 'agency_id';
  const { id, label } = record[by] as Reference;
  return { by, of: { ...record, id, name: label } };
};

/** Facturación y Cobros › Gestión de cobro: the accounts that are overdue, and who collects from them. */
export const CollectionCases = resourceScreens(collectionCases, {
  list: {
    above: <WorkbenchTabs current="gestion" />,
    actions: (
      <>
        <LinkButton to={paths.list(paymentPromises)}>Promesas</LinkButton>
        <LinkButton to={paths.list(collectionLetters)}>Cartas</LinkButton>
        <LinkButton to={paths.list(collectionStages)}>Etapas</LinkButton>
      </>
    ),
    empty: 'Cuando una cuenta tenga una factura vencida, su gestión aparecerá aquí.',
    description:
      'Se abren solas cuando una cuenta tiene algo vencido y se cierran cuando no. Asigne quién cobra y anote cuándo toca volver.',
  },
  detail: {
    actions: (record) => {
      const { by, of } = accountOf(record);
      return (
        <>
          <DownloadButton
            disabledReason={
              record.stage_id
                ? undefined
                : 'Todavía no llega a los días de la primera etapa de cobro, o ya no debe nada.'
            }
            name={`Carta de cobro ${String(of.name)}.pdf`}
            path={`/collection-cases/${record.id}/letter.pdf`}
          >
            Carta
          </DownloadButton>
          <DownloadButton
            name={`Estado de cuenta ${String(of.name)}.pdf`}
            path={`/${by === 'client_id' ? 'clients' : 'agencies'}/${of.id}/statement.pdf`}
          >
            Estado de cuenta
          </DownloadButton>
        </>
      );
    },
    description: ({ client_id, agency_id }) => ((client_id ?? agency_id) as Reference | null)?.label,
    ...activityOverrides(({ client_id, agency_id }) =>
      client_id ? { client_id: client_id as Reference } : { agency_id: agency_id as Reference },
    ),
    tabs: [
      {
        id: 'promesas',
        label: 'Promesas',
        content: (record) => {
          const { by, of } = accountOf(record);
          return (
            <RelatedList
              by={by}
              columns={['promised_on', 'invoice_id', 'amount', 'received', 'said_by', 'standing']}
              empty="Registre lo que la cuenta prometió pagar y cuándo."
              of={of}
              pages
              resource={paymentPromises}
              sections={[
                {
                  label: 'Promesa',
                  fields: ['invoice_id', 'amount', 'currency_code', 'promised_on', 'said_by', 'note'],
                },
              ]}
              title="name"
            />
          );
        },
      },
      {
        id: 'cartas',
        label: 'Cartas',
        content: (record) => (
          <RelatedList
            by="case_id"
            columns={['subject', 'stage_id', 'recipient', 'email', 'sent_at', 'sender_id']}
            empty="Con «Enviar carta de cobro» aparece aquí qué se envió, a quién y cuándo."
            of={record}
            pages
            resource={collectionLetters}
            title="name"
          />
        ),
      },
      {
        id: 'seguimiento',
        label: 'Seguimiento',
        content: (record) => (
          <Suspense fallback={<Skeleton lines={5} />}>
            <ActivityList {...accountOf(record)} title="name" />
          </Suspense>
        ),
      },
    ],
  },
});

/** Facturación y Cobros › Promesas: what accounts promised to pay. */
export const PaymentPromises = resourceScreens(paymentPromises, {
  list: {
    actions: (
      <LinkButton to={paths.filtered(collectionCases, { status: 'open' })}>Gestión de cobro</LinkButton>
    ),
    description:
      'Lo que pague una cuenta cuenta primero para la promesa más próxima. Las abiertas cambian el dinero esperado y liberan el crédito que se retuvo solo.',
    empty: 'Registre aquí lo que una cuenta prometió pagar.',
  },
  detail: {
    description: ({ client_id, agency_id }) => ((client_id ?? agency_id) as Reference | null)?.label,
  },
});

/** Facturación y Cobros › Disputas: what payers do not accept of their invoices. */
export const InvoiceDisputes = resourceScreens(invoiceDisputes, {
  list: {
    above: <WorkbenchTabs current="disputas" />,
    description:
      'Lo que las cuentas objetan de sus facturas. Mientras están abiertas, su importe se muestra aparte en la cartera y no se cobra.',
    empty: 'Abra una disputa desde la factura, con «Abrir disputa».',
  },
  detail: { description: ({ invoice_id }) => (invoice_id as Reference | null)?.label },
});
