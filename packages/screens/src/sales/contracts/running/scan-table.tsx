import { contractStates } from '@pauta/domain/sales/contracts/contract.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { ComboBox, type Option, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { MappingTable } from '@pauta/ui/import/import-style.ts';
import { memo, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { contractLabel, type ImportedContract } from './scanned-contract.ts';
import type { Scan } from './use-scans.ts';

/** Options that are shown at once. */
const mostOptions = 50;

const states = {
  reading: ['neutral', 'Leyendo…'],
  unfit: ['danger', 'No se agrega'],
  ready: ['info', 'Por agregar'],
  sending: ['info', 'Subiendo'],
  attached: ['success', 'Agregado'],
  already: ['neutral', 'Ya lo tenía'],
  failed: ['danger', 'No se agregó'],
} as const;

const isDone = ({ state }: Scan): boolean => state === 'attached' || state === 'already';

const optionOf = (contract: ImportedContract): Option => ({
  id: contract.id,
  label: contractLabel(contract),
});

/** What the user should know before the file is attached. */
const warningsOf = (scan: Scan, contract: ImportedContract | undefined, isSecond: boolean): string[] => {
  if (scan.failure !== null) return [scan.failure];
  if (isDone(scan)) return [];
  const { match, contractId } = scan;
  if (contractId === null) {
    if (match.certainty === 'ambiguous')
      return [`Su nombre puede ser de ${match.candidates.length} contratos: elija uno, o quedará fuera.`];
    return match.certainty === 'none'
      ? ['Su nombre no dice ningún número importado: elija el contrato, o quedará fuera.']
      : ['Queda fuera.'];
  }
  return [
    ...(contractId === match.id && match.certainty === 'likely'
      ? ['Su nombre coincide solo en parte con el número: compruébelo.']
      : []),
    ...(contract?.has_scan
      ? ['El contrato ya tiene uno: este se agrega a sus documentos.']
      : isSecond
        ? ['Es otro archivo del mismo contrato: se agrega a sus documentos.']
        : []),
  ];
};

interface RowProps {
  readonly scan: Scan;
  readonly contracts: readonly ImportedContract[];
  readonly contract: ImportedContract | undefined;
  /** An earlier file of the table becomes the signed scan of the same contract. */
  readonly isSecond: boolean;
  readonly isLocked: boolean;
  readonly onChoose: (key: string, contractId: string | null) => void;
}

function ContractChoice({ scan, contracts, contract, isLocked, onChoose }: RowProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { key, path, match } = scan;
  const isFixed = isLocked || isDone(scan) || scan.state === 'unfit';
  if (contract && (isFixed || !isOpen)) {
    const [label, tone] = contractStates[contract.status];
    return (
      <>
        {contractLabel(contract)} <Badge tone={tone}>{label}</Badge>{' '}
        {!isFixed && (
          <Button
            aria-label={`Cambiar el contrato de ${path}`}
            onClick={() => setOpen(true)}
            size="small"
            tone="quiet"
          >
            Cambiar
          </Button>
        )}
      </>
    );
  }
  if (isFixed) return <>Sin contrato</>;
  const find = (text: string): OptionsState => {
    const words = fold(text).split(' ');
    const found = contracts.filter((one) => {
      const whole = fold(`${contractLabel(one)} ${one.name}`);
      return words.every((word) => whole.includes(word));
    });
    // What the name of the file may mean comes first.
    const likely = (one: ImportedContract): number => (match.candidates.includes(one.id) ? 0 : 1);
    const options = found.toSorted((a, b) => likely(a) - likely(b)).slice(0, mostOptions);
    return { options: options.map(optionOf), loading: false };
  };
  return (
    <ComboBox
      hideLabel
      label={`Contrato de ${path}`}
      onChange={(option) => {
        onChoose(key, option?.id ?? null);
        if (option) setOpen(false);
      }}
      placeholder="Elija el contrato"
      useOptions={find}
      value={contract ? optionOf(contract) : null}
    />
  );
}

// Hundreds of rows; while one is uploaded, only that one changes.
const Row = memo(function Row(props: RowProps): ReactElement {
  const { scan, contract, isSecond } = props;
  const isOut = scan.contractId === null && !isDone(scan) && scan.state !== 'unfit';
  const [tone, label] = isOut ? (['warning', 'Sin contrato'] as const) : states[scan.state];
  return (
    <tr data-unmatched={isOut || undefined}>
      <th scope="row">{scan.path}</th>
      <td data-choice>
        <ContractChoice {...props} />
      </td>
      <td>
        <Badge tone={tone}>
          {scan.state === 'sending' ? `${label} ${Math.round(scan.part * 100)} %` : label}
        </Badge>
        {warningsOf(scan, contract, isSecond).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </td>
    </tr>
  );
});

/** The chosen files, each with its contract and what becomes of it. */
export function ScanTable({
  scans,
  contracts,
  isLocked,
  onChoose,
}: {
  readonly scans: readonly Scan[];
  readonly contracts: readonly ImportedContract[];
  /** The choice of contracts waits for the upload. */
  readonly isLocked: boolean;
  readonly onChoose: RowProps['onChoose'];
}): ReactElement {
  const latest = useRef(onChoose);
  useEffect(() => {
    latest.current = onChoose;
  });
  // The same function in every render, so that only changed rows are rendered.
  const choose = useCallback<RowProps['onChoose']>((key, id) => latest.current(key, id), []);
  const byId = new Map(contracts.map((one) => [one.id, one]));
  const taken = new Set<string>();
  return (
    <MappingTable aria-label="Archivos y sus contratos">
      <thead>
        <tr>
          <th scope="col">Archivo</th>
          <th scope="col">Contrato</th>
          <th scope="col">Estado y avisos</th>
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => {
          const { contractId } = scan;
          const isSecond = contractId !== null && taken.has(contractId);
          if (contractId !== null && scan.state !== 'unfit') taken.add(contractId);
          return (
            <Row
              contract={contractId === null ? undefined : byId.get(contractId)}
              contracts={contracts}
              isLocked={isLocked}
              isSecond={isSecond}
              key={scan.key}
              onChoose={choose}
              scan={scan}
            />
          );
        })}
      </tbody>
    </MappingTable>
  );
}
