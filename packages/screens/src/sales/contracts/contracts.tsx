import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractVersions } from '@pauta/domain/sales/contracts/contract-version.ts';
import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement } from 'react';
import { ComponentsInput } from '../lines/components/components-input.tsx';
import { BrandInput } from '../quotes/brand-input.tsx';
import { ClientInput } from '../quotes/client-input.tsx';
import { followLine } from '../quotes/follow-line.ts';
import { QuoteLineNote } from '../quotes/line-note.tsx';
import { useQuoteTables } from '../quotes/quote-tables.ts';

const ContractRecord = lazy(async () => ({
  default: (await import('./contract-record.tsx')).ContractRecord,
}));

const ContractScreens = resourceScreens(contracts, {
  inputs: { client_id: ClientInput, brand_id: BrandInput },
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(orderLines)}>Renglones contratados</LinkButton>
        <LinkButton to={paths.list(cancellationProposals)}>Cancelaciones</LinkButton>
      </>
    ),
  },
  form: {
    useTables: useQuoteTables,
    follows: { lines: followLine },
    lineInputs: { lines: { components: ComponentsInput } },
    lineNotes: { lines: QuoteLineNote },
  },
  screens: { detail: ContractRecord },
});

const back = <LinkButton to={paths.list(contracts)}>Contratos</LinkButton>;

const OrderLines = resourceScreens(orderLines, {
  list: { actions: back, empty: 'Al firmar un contrato, sus renglones entran en vigor y aparecen aquí.' },
});
const Versions = resourceScreens(contractVersions, {
  list: { actions: back, empty: 'La firma de un contrato y cada adenda aplicada guardan una versión.' },
});

const Cancellations = resourceScreens(cancellationProposals, {
  list: {
    actions: back,
    empty: 'Al cancelar un contrato firmado, lo que hay que acreditar y cobrar aparece aquí.',
  },
});

/** Ventas › Contratos: contracts, what cancelled ones settle, the lines that are in force, and the signed versions. */
export function Contracts(): ReactElement {
  return (
    <Routes>
      <Route element={<OrderLines />} path="renglones/*" />
      <Route element={<Cancellations />} path="cancelaciones/*" />
      <Route element={<Versions />} path="versiones/*" />
      <Route element={<ContractScreens />} path="*" />
    </Routes>
  );
}
