import type { Report } from '@pauta/domain/reports/report.ts';
import { type Filter, formatFilter } from '@pauta/domain/resource/query/filter.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { FilterPopover } from '@pauta/ui/list/filters/filter-popover.tsx';
import { FilterText } from '@pauta/ui/list/filters/filter-text.tsx';
import { ListFilter, X } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2);
  & ul { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); margin: 0; padding: 0; list-style: none; }
  & li {
    display: inline-flex;
    align-items: center;
    gap: var(--pauta-space-1);
    padding-inline-start: var(--pauta-space-3);
    border: 1px solid var(--pauta-color-accent);
    border-radius: var(--pauta-radius-full);
    background: var(--pauta-color-accent-soft);
    color: var(--pauta-color-accent-text);
    font-size: var(--pauta-text-sm);
  }
`;

/** The filters of a report: those of the list of its rows, besides what the report itself limits. */
export function ReportFilters({
  report,
  filters,
  onChange,
}: {
  readonly report: Report;
  readonly filters: readonly Filter[];
  /** Null removes the filter. */
  readonly onChange: (name: string, text: string | null) => void;
}): ReactElement {
  const labels = useLabels();
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const resource = report.resource();
  const fixed = new Set([report.date, report.currency, ...Object.keys(report.only ?? {})]);
  const names = [...new Set([...report.dimensions, ...resource.filters])].filter((name) => !fixed.has(name));
  return (
    <Root>
      <Button icon={<ListFilter aria-hidden size={16} />} onClick={() => setIsOpen(true)} ref={trigger}>
        Filtrar
      </Button>
      {isOpen && (
        <FilterPopover
          filters={filters}
          labels={labels}
          names={names}
          onApply={(name, filter) => onChange(name, filter ? formatFilter(filter) : null)}
          onClose={() => setIsOpen(false)}
          resource={resource}
          start={null}
          trigger={trigger}
        />
      )}
      {filters.length > 0 && (
        <ul aria-label="Filtros">
          {filters.map((filter) => {
            const field = fieldOf(resource, filter.field);
            const label = labels.label(field);
            return (
              <li key={filter.field}>
                <span>
                  <strong>{label}:</strong> <FilterText field={field} filter={filter} />
                </span>
                <IconButton
                  icon={<X aria-hidden size={14} />}
                  label={`Quitar el filtro ${label}`}
                  onClick={() => onChange(filter.field, null)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </Root>
  );
}
