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
  /** The resource of the listed records, which are part of `of`. */
  readonly resource: Resource;
  /** Name of their reference field to `of`. */
  readonly by: string;
  /** The record whose page contains the list. */
  readonly of: AnyRecord;
  /** Name of the field with the title of `of`. */
  readonly title: string;
  /** Names of the columns; by default those of the resource without `by`. */
  readonly columns?: readonly string[];
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Sections of the form; by default those of the resource. The form never contains `by`. */
  readonly sections?: readonly Section[];
  /** Initial values of a new record. */
  readonly initial?: Values;
  /** Buttons shown before "Nuevo". */
  readonly actions?: ReactNode;
  /** Names of the fields that `rowActions` reads, besides the columns and those that every row has. */
  readonly needs?: readonly string[];
  /** Further entries of the menu of a row. */
  readonly rowActions?: (record: AnyRecord) => readonly MenuAction[];
  /** Whether rows link to the page of their record; otherwise they open in a dialog. */
  readonly pages?: boolean;
  /** Content of an empty list. */
  readonly empty?: ReactNode;
}

/**
 * The records that are part of another one, for a tab of its page, where they can be listed, created, changed and
 * archived. The server filters by the parent record, and new records belong to it. The code is loaded when the list is
 * first shown, so that tabs do not slow down the page.
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
