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
