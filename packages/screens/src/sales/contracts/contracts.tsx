import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractVersions } from '@pauta/domain/sales/contracts/contract-version.ts';
import { contractFiles } from '@pauta/domain/sales/contracts/documents/contract-file.ts';
import { documentRequirements } from '@pauta/domain/sales/contracts/documents/document-requirement.ts';
import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import { contractTexts } from '@pauta/domain/sales/contracts/texts/contract-text.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useImportVerdict } from '@pauta/ui/import/use-import-verdict.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { ComponentsInput } from '../lines/components/components-input.tsx';
import { BrandInput } from '../quotes/brand-input.tsx';
import { ClientInput } from '../quotes/client-input.tsx';
import { followLine } from '../quotes/follow-line.ts';
import { QuoteLineNote } from '../quotes/line-note.tsx';
import { useQuoteTables } from '../quotes/quote-tables.ts';

const ContractRecord = lazy(async () => ({
  default: (await import('./contract-record.tsx')).ContractRecord,
}));
const ScansScreen = lazy(async () => ({
  default: (await import('./running/scans-screen.tsx')).ScansScreen,
}));
const ContractTexts = lazy(async () => ({
  default: (await import('./texts/contract-texts.tsx')).ContractTexts,
}));

const scansPath = 'escaneados';
const scansLink = <LinkButton to={`${paths.list(contracts)}/${scansPath}`}>Escaneos firmados</LinkButton>;

/** Lead to the import and to the scans of what was imported, for users who may import contracts. */
function RunningContractsLinks(): ReactElement | null {
  return useImportVerdict(contracts).allowed ? (
    <>
      <LinkButton to={paths.import(contracts)}>Importar vigentes</LinkButton>
      {scansLink}
    </>
  ) : null;
}

const ContractScreens = resourceScreens(contracts, {
  inputs: { client_id: ClientInput, brand_id: BrandInput },
  list: {
    actions: (
      <>
        <LinkButton to={paths.list(orderLines)}>Renglones contratados</LinkButton>
        <LinkButton to={paths.list(cancellationProposals)}>Cancelaciones</LinkButton>
        <LinkButton to={paths.list(contractTexts)}>Textos</LinkButton>
        <LinkButton to={paths.list(documentRequirements)}>Documentos requeridos</LinkButton>
        <RunningContractsLinks />
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
  routes: { [scansPath]: { title: 'Agregar contratos firmados escaneados', screen: ScansScreen } },
  takenOver: {
    text: '¿Tiene los contratos firmados en papel? Agregue sus escaneos: cada archivo se une a su contrato por el número del sistema anterior.',
    link: scansLink,
  },
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

const Requirements = resourceScreens(documentRequirements, {
  list: {
    actions: back,
    description:
      'Lo que un contrato debe tener adjunto antes de enviarse a firma o de firmarse, según cómo sea.',
  },
});
const Files = resourceScreens(contractFiles, {
  list: { actions: back, empty: 'Lo que se adjunta a los contratos aparece aquí.' },
});

/** Ventas › Contratos: contracts, what cancelled ones settle, the lines that are in force, the signed versions, texts, and documents. */
export function Contracts(): ReactElement {
  return (
    <Routes>
      <Route element={<OrderLines />} path="renglones/*" />
      <Route element={<Cancellations />} path="cancelaciones/*" />
      <Route element={<Versions />} path="versiones/*" />
      <Route element={<Requirements />} path="requisitos/*" />
      <Route element={<Files />} path="documentos/*" />
      <Route
        element={
          <Suspense>
            <ContractTexts />
          </Suspense>
        }
        path="textos/*"
      />
      <Route element={<ContractScreens />} path="*" />
    </Routes>
  );
}
