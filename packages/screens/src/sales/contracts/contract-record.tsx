import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { DocumentRecord } from '@pauta/ui/document/record/document-record.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { OwnScreenProps } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { ApprovalPanel } from '../../approvals/approval-panel.tsx';
import { ContractBridge } from '../addenda/money-bridge.tsx';
import { PackageLineNote } from '../lines/components/package-line-note.tsx';
import { PriceChainButton } from '../lines/price-chain.tsx';
import { BrandInput } from '../quotes/brand-input.tsx';
import { ClientInput } from '../quotes/client-input.tsx';
import { SigningTab } from '../signing/signing-tab.tsx';
import { BillPlan } from './bill-plan.tsx';
import { CancellationAmounts, type SettledCancellation } from './cancellation-amounts.tsx';
import { CancellationCard } from './cancellation-card.tsx';
import { ContractOnDayCard } from './contract-on-day.tsx';
import { ContractVersions } from './contract-versions.tsx';
import { DocumentsTab } from './documents/documents-tab.tsx';
import { ConsumptionTab } from './sold/consumption-tab.tsx';
import { SoldTermsCard } from './sold/sold-terms-card.tsx';
import { TermsCard } from './texts/terms-card.tsx';

const orderLineColumns = ['description', 'flight', 'quantity', 'net', 'billed_net', 'status'];
const invoiceColumns = [
  'concept',
  'fiscal_number',
  'doc_kind',
  'period',
  'issue_date',
  'total',
  'balance',
  'status',
];
const renewalColumns = ['name', 'number', 'version', 'flight', 'total', 'status'];
const addendumColumns = [
  'number',
  'kinds',
  'effective_on',
  'delta_net',
  'delta_total',
  'signed_on',
  'status',
];
const inputs = { client_id: ClientInput, brand_id: BrandInput };

const billing: PlanDisplay<{ readonly invoices: readonly PreparedInvoice[] }> = {
  show: ({ invoices: drafts }) => <BillPlan invoices={drafts} />,
  done: ({ invoices: { length } }) =>
    length === 1
      ? 'Borrador preparado: revíselo y emítalo en Facturas'
      : `${length} borradores preparados: revíselos y emítalos en Facturas`,
  also: [`/${invoices.path}`, '/billing/due'],
};
const cancelling: PlanDisplay<{ readonly cancellation: SettledCancellation | null }> = {
  show: ({ cancellation }) =>
    cancellation ? (
      <CancellationAmounts cancellation={cancellation} />
    ) : (
      <p>No está firmado: no hay nada que liquidar.</p>
    ),
  also: [`/${cancellationProposals.path}`, `/${addenda.path}`, '/billing/due'],
};
const commandPlans = { bill: billing, cancel: cancelling };

const lineNotes = {
  lines: ({ line, record }: { readonly line: Line; readonly record: AnyRecord }): ReactElement => (
    <>
      <PriceChainButton line={line} path={`/contracts/${record.id}/prices`} />
      <PackageLineNote line={line} record={record} />
    </>
  ),
};

/** What its stations have to air, for whoever may see its quotas. */
function TransmissionOrder({ contract }: { readonly contract: AnyRecord }): ReactElement | null {
  return useMay(quotas).view.allowed ? (
    <DownloadButton
      name={`Orden de transmisión ${String(contract.number ?? contract.name)}.pdf`}
      path={`/contracts/${contract.id}/transmission-order.pdf`}
    >
      Orden de transmisión
    </DownloadButton>
  ) : null;
}

/** The page of a contract. An addendum or a renewal that is made of it opens for editing. */
export function ContractRecord({ id = '' }: OwnScreenProps): ReactElement {
  const navigate = useNavigate();
  return (
    <DocumentRecord
      actions={(contract) => (
        <>
          {contract.signed_on !== null && <TransmissionOrder contract={contract} />}
          <DownloadButton
            name={`Contrato ${String(contract.number ?? contract.name)}.pdf`}
            path={`/contracts/${contract.id}/contract.pdf`}
          >
            PDF
          </DownloadButton>
        </>
      )}
      above={(contract) => (
        <>
          {contract.status === 'draft' && (
            <ApprovalPanel kind="contracts" record={contract} resource={contracts} />
          )}
          {contract.status === 'cancelled' && contract.signed_on !== null && (
            <CancellationCard contract={contract} />
          )}
        </>
      )}
      commandInitial={(name, contract) => {
        if (name === 'sign') return { signed_on: companyToday() };
        if (name === 'renew') return { name: contract.name, price_list_id: contract.price_list_id };
        return name === 'amend' ? { effective_on: companyToday() } : {};
      }}
      commandPlans={commandPlans}
      id={id}
      inputs={inputs}
      lineNotes={lineNotes}
      onCommand={(name, answer) => {
        if (name === 'amend') void navigate(paths.edit(addenda, String(answer.addendum_id)));
        if (name === 'renew') void navigate(paths.edit(quotes, String(answer.quote_id)));
      }}
      resource={contracts}
      tabs={[
        {
          id: 'vigente',
          label: 'En vigor',
          content: (contract) => (
            <>
              <RelatedList
                by="contract_id"
                columns={orderLineColumns}
                empty="Lo que está en vigor aparece al firmar el contrato."
                of={contract}
                resource={orderLines}
                title="name"
              />
              {contract.signed_on !== null && <SoldTermsCard contract={contract} />}
            </>
          ),
        },
        { id: 'consumo', label: 'Consumo', content: (contract) => <ConsumptionTab contract={contract} /> },
        {
          id: 'condiciones',
          label: 'Condiciones',
          content: (contract) => <TermsCard contract={contract} />,
        },
        {
          id: 'documentos',
          label: 'Documentos',
          content: (contract) => <DocumentsTab contract={contract} />,
        },
        {
          id: 'firmas',
          label: 'Firmas',
          content: (contract) => <SigningTab record={contract} resource={contracts} />,
        },
        {
          id: 'al-dia',
          label: 'Al día de',
          content: (contract) => <ContractOnDayCard contract={contract} />,
        },
        {
          id: 'adendas',
          label: 'Adendas',
          content: (contract) => (
            <>
              <RelatedList
                by="contract_id"
                columns={addendumColumns}
                empty="No tiene adendas. Un contrato firmado se cambia con «Crear adenda»."
                of={contract}
                pages
                resource={addenda}
                title="name"
              />
              {contract.signed_on !== null && <ContractBridge contract={contract} />}
            </>
          ),
        },
        {
          id: 'facturas',
          label: 'Facturas',
          content: (contract) => (
            <RelatedList
              by="contract_id"
              columns={invoiceColumns}
              empty="Use «Facturar» para preparar la factura de lo que está por facturar."
              of={contract}
              pages
              resource={invoices}
              title="name"
            />
          ),
        },
        {
          id: 'renovaciones',
          label: 'Renovaciones',
          content: (contract) => (
            <RelatedList
              by="renewal_of_id"
              columns={renewalColumns}
              empty="Use «Renovar» para ofrecerlo otra vez en otras fechas."
              of={contract}
              pages
              resource={quotes}
              title="name"
            />
          ),
        },
        {
          id: 'versiones',
          label: 'Versiones',
          content: (contract) => <ContractVersions contract={contract} />,
        },
      ]}
    />
  );
}
