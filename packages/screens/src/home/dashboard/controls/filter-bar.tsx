import {
  type DashboardChoice,
  type DashboardLayout,
  type DashboardOption,
  dashboardFilters,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { forecastPeriods } from '@pauta/domain/sales/pipeline/forecast.ts';
import { Select } from '@pauta/ui/controls/select.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Bar = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
  gap: var(--pauta-space-3);
  align-items: end;
`;

const periods = Object.entries(forecastPeriods).map(([value, label]) => ({ value, label }));

/** The filters of the Dashboard. A filter without a choice between several records is left out. */
export function FilterBar({
  layout,
  choice,
  onChoose,
}: {
  layout: Pick<DashboardLayout, 'companies' | 'divisions' | 'sellers'>;
  choice: DashboardChoice;
  onChoose: (name: keyof DashboardChoice, value: string) => void;
}): ReactElement {
  const records: readonly (readonly [
    'company' | 'division' | 'seller',
    readonly DashboardOption[],
    string,
  ])[] = [
    ['company', layout.companies, 'Todas'],
    ['division', layout.divisions, 'Todas'],
    ['seller', layout.sellers, 'Todos'],
  ];
  return (
    <Bar aria-label="Filtros del Dashboard" role="group">
      <Select
        clearable={false}
        label={dashboardFilters.period}
        onChange={(value) => onChoose('period', value)}
        options={periods}
        value={choice.period}
      />
      {records.map(
        ([name, options, placeholder]) =>
          (options.length > 1 || choice[name] !== undefined) && (
            <Select
              key={name}
              label={dashboardFilters[name]}
              onChange={(value) => onChoose(name, value)}
              options={options.map(({ id, label }) => ({ value: id, label }))}
              placeholder={placeholder}
              value={choice[name] ?? ''}
            />
          ),
      )}
    </Bar>
  );
}
