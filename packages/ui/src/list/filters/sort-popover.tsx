import type { Sort } from '@pauta/domain/resource/query/query.ts';
import { groupsRows } from '@pauta/domain/resource/query/summary.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ReactElement, RefObject } from 'react';
import { Button } from '../../controls/button.tsx';
import { Page } from '../../controls/page.tsx';
import { Popover } from '../../controls/popover.tsx';
import { Select } from '../../controls/select.tsx';
import type { Column } from '../columns/columns.ts';

/**
 * A popover for the order and the groups of a list, for narrow screens, which have no column heads. Loaded when it is
 * first opened.
 */
export function SortPopover({
  resource,
  columns,
  sort,
  group,
  onSort,
  onGroup,
  onClose,
  trigger,
}: {
  resource: Resource;
  columns: readonly Column[];
  sort: Sort;
  group: string | null;
  onSort: (sort: Sort) => void;
  onGroup: (field: string | null) => void;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
}): ReactElement {
  const optionOf = (column: Column) => ({ value: column.name, label: column.label });
  const sortable = [
    ...Object.entries(resource.orders).map(([value, { label }]) => ({ value, label })),
    ...columns.flatMap((column) =>
      [column, ...(column.under ? [column.under] : [])].filter((one) => one.sortable).map(optionOf),
    ),
  ];
  const groupable = columns.filter((column) => groupsRows(column.field));
  return (
    <Popover label="Ordenar y agrupar" onClose={onClose} open trigger={trigger}>
      <Page>
        <Select
          clearable={false}
          label="Ordenar por"
          onChange={(field) => onSort({ ...sort, field })}
          options={sortable}
          value={sortable.some(({ value }) => value === sort.field) ? sort.field : ''}
        />
        <Select
          clearable={false}
          label="Sentido"
          onChange={(way) => onSort({ ...sort, descending: way === 'desc' })}
          options={[
            { value: 'asc', label: 'De menor a mayor' },
            { value: 'desc', label: 'De mayor a menor' },
          ]}
          value={sort.descending ? 'desc' : 'asc'}
        />
        {groupable.length > 0 && (
          <Select
            label="Agrupar por"
            onChange={(field) => onGroup(field || null)}
            options={groupable.map(optionOf)}
            placeholder="Sin grupos"
            value={group ?? ''}
          />
        )}
        <Button onClick={onClose} tone="primary">
          Listo
        </Button>
      </Page>
    </Popover>
  );
}
