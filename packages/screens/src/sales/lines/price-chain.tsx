import { useApiQuery } from '@pauta/core/react';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { PriceExplanation } from '@pauta/domain/sales/lines/explain-price.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Steps = styled(FigureTable)`
  /* A dialog has another background than the page, and the table fits into it. */
  & tr > :first-child { position: static; background: none; }
  & tr > :nth-child(2) { color: var(--pauta-color-text-muted); text-align: start; white-space: normal; }
  & tr[data-result] > * { font-weight: var(--pauta-weight-bold); }
`;

/** The steps from the list price of a line to its total, as a table. */
export function PriceChain({ explanation }: { readonly explanation: PriceExplanation }): ReactElement {
  return (
    <>
      {!explanation.isCurrent && (
        <Banner tone="warning">
          La tarifa, el espacio o el impuesto cambiaron desde que se calculó este renglón: hoy daría este
          resultado. El renglón conserva sus montos.
        </Banner>
      )}
      <Steps>
        <table>
          <thead>
            <tr>
              <th scope="col">Paso</th>
              <th scope="col">Cómo</th>
              <th scope="col">Resultado</th>
            </tr>
          </thead>
          <tbody>
            {explanation.rows.map(({ label, how, value, isResult }, place) => (
              <tr data-result={isResult} key={place}>
                <th scope="row">{label}</th>
                <td>{how}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Steps>
    </>
  );
}

/** Reads and shows the steps of one line of a stored document. @param path API path of the steps of all its lines */
function LoadedChain({ path, id }: { readonly path: string; readonly id: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: Readonly<Record<string, PriceExplanation>> }>(path);
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  const explanation = data?.data[id];
  return explanation ? <PriceChain explanation={explanation} /> : <Skeleton />;
}

interface PriceChainButtonProps {
  readonly line: Values;
  /** API path of the steps of all lines of a stored document. */
  readonly path?: string;
  /** The steps of a line that is being edited. */
  readonly explain?: () => PriceExplanation;
}

/** Opens the steps of the price of a line. */
export function PriceChainButton({ line, path, explain }: PriceChainButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} size="small" tone="quiet">
        ¿De dónde sale este precio?
      </Button>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          open
          title={`De dónde sale el precio de «${String(line.description ?? '')}»`}
          width={44}
        >
          {path !== undefined && <LoadedChain id={String(line.id)} path={path} />}
          {explain && <PriceChain explanation={explain()} />}
        </Dialog>
      )}
    </>
  );
}
