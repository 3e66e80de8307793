import type { AnyRecord, Resource, Section, Values } from '@pauta/domain/resource/resource.ts';
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { Card } from '../controls/card.tsx';
import type { MenuAction } from '../controls/menu.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import type { CellProps } from '../field-components/cells.tsx';
import type { Input } from '../field-components/inputs.tsx';

const RelatedListView = lazy(async () => ({
  default: (await import('./related-list-view.tsx')).RelatedListView,
}));

export interface RelatedListProps {
  /** Resource of the listed records, which are part of `of`. */
  readonly resource: Resource;
  /** Their reference field to the record. */
  readonly by: string;
  /** The record whose page this is. */
  readonly of: AnyRecord;
  /** Field of `of` that names it. */
  readonly title: string;
  /** By default the resource's columns without `by`. */
  readonly columns?: readonly string[];
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Parts of the form; by default the resource's. `by` is never asked. */
  readonly sections?: readonly Section[];
  /** Values a new one begins with. */
  readonly initial?: Values;
  /** Buttons before "Nuevo". */
  readonly actions?: ReactNode;
  /** Fields that `rowActions` reads besides the columns and what every row has. */
  readonly needs?: readonly string[];
  /** Further entries of a row's menu. */
  readonly rowActions?: (record: AnyRecord) => readonly MenuAction[];
  /** Do rows lead to a page of their own? Otherwise they open in a dialog. */
  readonly pages?: boolean;
  /** Content while there are none. */
  readonly empty?: ReactNode;
}

/**
 * The records that are part of another one, in a tab of its page: list, create, change and archive, without leaving it.
 * The server filters by the parent record, and new records belong to it. Loaded when it is first shown, so that tabs do
 * not slow down the page.
 *
 * @example <RelatedList by="client_id" of={client} resource={brands} title="trade_name" />
 */
export const RelatedList = (props: RelatedListProps): ReactElement => (
  <Suspense
    fallback={
      <Card>
        <Skeleton lines={5} />
      </Card>
    }
  >
    <RelatedListView {...props} />
  </Suspense>
);
