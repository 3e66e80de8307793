import type { Sort } from '@pauta/domain/resource/query.ts';
import type { ReactElement, RefObject } from 'react';
import { Button } from '../controls/button.tsx';
import { Page } from '../controls/page.tsx';
import { Popover } from '../controls/popover.tsx';
import { Select } from '../controls/select.tsx';
import type { Column } from './columns.ts';

/** The order of a list, where it has no heads to click on. Loaded when it is first opened. */
export function SortPopover({
  columns,
  sort,
  onSort,
  onClose,
  trigger,
}: {
  columns: readonly Column[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
}): ReactElement {
  return (
    <Popover label="Ordenar" onClose={onClose} open trigger={trigger}>
      <Page>
        <Select
          clearable={false}
          label="Ordenar por"
          onChange={(field) => onSort({ ...sort, field })}
          options={columns.map((column) => ({ value: column.name, label: column.label }))}
          value={columns.some((column) => column.name === sort.field) ? sort.field : ''}
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
        <Button onClick={onClose} tone="primary">
          Listo
        </Button>
      </Page>
    </Popover>
  );
}
