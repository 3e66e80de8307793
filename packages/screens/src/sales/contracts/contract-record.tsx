import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractVersions } from '@pauta/domain/sales/contracts/contract-version.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import type { PlanDisplay } from '@pauta/ui/command/plan-display.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { DocumentRecord } from '@pauta/ui/document/record/document-record.tsx';
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
import { BillPlan } from './bill-plan.tsx';

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
const versionColumns = ['label', 'created_at', 'hash'];
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
  show: ({ invoices: [invoice] }) => invoice && <BillPlan invoice={invoice} />,
  done: () => 'Borrador preparado: revíselo y emítalo en Facturas',
  also: [`/${invoices.path}`, '/billing/due'],
};
const commandPlans = { bill: billing };

const lineNotes = {
  lines: ({ line, record }: { readonly line: Line; readonly record: AnyRecord }): ReactElement => (
    <>
      <PriceChainButton line={line} path={`/contracts/${record.id}/prices`} />
      <PackageLineNote line={line} record={record} />
    </>
  ),
};

/** The page of a contract. An addendum that is made of it opens for editing. */
export function ContractRecord({ id = '' }: OwnScreenProps): ReactElement {
  const navigate = useNavigate();
  return (
    <DocumentRecord
      above={(contract) =>
        contract.status === 'draft' && (
          <ApprovalPanel kind="contracts" record={contract} resource={contracts} />
        )
      }
      commandInitial={(name) => {
        if (name === 'sign') return { signed_on: companyToday() };
        return name === 'amend' ? { effective_on: companyToday() } : {};
      }}
      commandPlans={commandPlans}
      id={id}
      inputs={inputs}
      lineNotes={lineNotes}
      onCommand={(name, answer) => {
        if (name === 'amend') void navigate(paths.edit(addenda, String(answer.addendum_id)));
      }}
      resource={contracts}
      tabs={[
        {
          id: 'vigente',
          label: 'En vigor',
          content: (contract) => (
            <RelatedList
              by="contract_id"
              columns={orderLineColumns}
              empty="Lo que está en vigor aparece al firmar el contrato."
              of={contract}
              resource={orderLines}
              title="name"
            />
          ),
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
          id: 'versiones',
          label: 'Versiones',
          content: (contract) => (
            <RelatedList
              by="contract_id"
              columns={versionColumns}
              empty="La firma guarda la primera versión, con la huella de su contenido."
              of={contract}
              resource={contractVersions}
              title="name"
            />
          ),
        },
      ]}
    />
  );
}
