import { packageItems } from '@pauta/domain/inventory/packages/package-item.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** The answer of the command `spread` of a package, and of its dry run. */
export interface Spreading {
  readonly shares: readonly {
    readonly id: string;
    readonly name: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** The answer of the command `retire` of a package, and of its dry run. */
export interface Retiring {
  readonly quotes: number;
  readonly contracts: number;
}

const share = (value: string): string => formatField(packageItems.fields.allocation_pct, value);

/** Shows the share of each component before and after the price is spread. */
export const SpreadPlan = ({ plan }: { readonly plan: Spreading }): ReactElement => (
  <DescriptionList
    items={plan.shares.map(({ id, name, before, after }) => ({
      key: id,
      label: name,
      value: `${share(before)} → ${share(after)}`,
    }))}
  />
);

const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** Warns of the documents that still offer a package that is being retired. */
export function RetirePlan({ plan: { quotes, contracts } }: { readonly plan: Retiring }): ReactElement {
  if (quotes + contracts === 0) return <p>No está en ningún presupuesto en curso ni contrato sin firmar.</p>;
  return (
    <>
      {quotes > 0 && (
        <p>
          <strong>
            {countOf(quotes, 'presupuesto en curso lo ofrece', 'presupuestos en curso lo ofrecen')}
          </strong>
          {': los que son borradores ya no podrán enviarse con él.'}
        </p>
      )}
      {contracts > 0 && (
        <p>
          <strong>
            {countOf(contracts, 'contrato sin firmar lo tiene', 'contratos sin firmar lo tienen')}
          </strong>
          {': todavía pueden firmarse.'}
        </p>
      )}
    </>
  );
}
