import type { Filter } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { Plus } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';
import { useNarrow } from '../controls/use-narrow.ts';
import { type May, useMay } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import type { CellProps } from '../field-components/cells.tsx';
import type { Input } from '../field-components/inputs.tsx';
import type { Selection } from '../query/selection.ts';
import { ForbiddenList } from './empty-states.tsx';
import { List } from './list.tsx';
import { ListFrame } from './list-style.ts';

export interface ResourceListProps {
  readonly resource: Resource;
  /** Title of the page; by default the plural of the resource. */
  readonly title?: string;
  readonly description?: ReactNode;
  /** Names of the columns, if not those of the resource. */
  readonly columns?: readonly string[];
  /** Custom cells, by field. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Buttons of the page, before "Nuevo"; on a phone they are in the filter bar. */
  readonly actions?: ReactNode;
  /** Shown after the filters. */
  readonly toolbar?: ReactNode;
  /** Whether rows can be selected. Default: yes, except in a list inside another screen. */
  readonly selectable?: boolean;
  /** Buttons of the selection bar, before the derived ones. */
  readonly selectionActions?: (selection: Selection, clear: () => void) => ReactNode;
  /** Custom inputs for changes of the selection, by field. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Shown between the header and the filters, for example notices and figures. */
  readonly above?: ReactNode;
  /** Fields that `rowActions` and `recordHref` need besides the columns and those of every row. */
  readonly needs?: readonly string[];
  /** Buttons at the end of a row. */
  readonly rowActions?: (record: AnyRecord) => ReactNode;
  /** Width of the column of `rowActions`, in CSS pixels; 112 by default. */
  readonly rowActionsWidth?: number;
  /** Address that a row opens; null for none. Default: the record's page. */
  readonly recordHref?: (record: AnyRecord) => string | null;
  /** Address of "Nuevo"; null hides it. Default: the resource's form, when records can be created. */
  readonly newHref?: string | null;
  /** The default query of the list, in the form of its address; it does not count as set by the user. */
  readonly opensWith?: string;
  /** Filters that always apply and are not shown, such as the kind on a page of one kind; the same array on each render. */
  readonly constant?: readonly Filter[];
  /** Replaces the text of a list without records. */
  readonly empty?: ReactNode;
  /** Replaces the header of the page; null for a list inside another screen. */
  readonly header?: ReactNode;
}

/**
 * The list of a resource. Search, filters, order, page, columns and groups are in the URL. Rows can be selected, peeked
 * at and edited in place, also by keyboard. It has four empty states, and Back returns to the same row.
 *
 * @example <ResourceList resource={clients} />
 */
export function ResourceList(props: ResourceListProps): ReactElement {
  const { resource, title = resource.label.many, description, actions, newHref, header } = props;
  const may = useMay(resource);
  const isNarrow = useNarrow();
  const to =
    newHref === undefined
      ? resource.operations.includes('create')
        ? paths.create(resource)
        : null
      : newHref;
  const create = to !== null && <NewButton may={may} resource={resource} to={to} />;
  return (
    <Page>
      {header === undefined ? (
        <PageHeader
          actions={
            (actions || create) && (
              <>
                {!isNarrow && actions}
                {create}
              </>
            )
          }
          description={description}
          title={title}
        />
      ) : (
        header
      )}
      {props.above}
      {may.view.allowed ? (
        <List
          selectable={header !== null}
          {...props}
          actions={isNarrow ? actions : undefined}
          create={create}
          createHref={may.create.allowed ? to : null}
          title={title}
          whole={header !== null}
        />
      ) : (
        <ListFrame aria-label={title}>
          <ForbiddenList label={resource.label} reason={may.view.reason} permission={may.view.permission} />
        </ListFrame>
      )}
    </Page>
  );
}

/** The button to create a record; without the permission it is disabled and names the missing one. */
export function NewButton({ resource, may, to }: { resource: Resource; may: May; to: string }): ReactElement {
  const icon = <Plus aria-hidden size={16} />;
  return may.create.allowed ? (
    <LinkButton icon={icon} to={to} tone="primary">
      {newOne(resource.label)}
    </LinkButton>
  ) : (
    <Button disabledReason={may.create.reason} icon={icon} tone="primary">
      {newOne(resource.label)}
    </Button>
  );
}
