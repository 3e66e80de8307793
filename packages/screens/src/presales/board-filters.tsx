import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { type ReferenceOptions, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Board } from '@pauta/domain/presales/board.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { useOptionLabels } from '@pauta/ui/data/use-options.ts';
import { inputs } from '@pauta/ui/field-components/inputs.tsx';
import { useSearchParams } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { ClientFilter } from './board-data.ts';

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
  align-items: start;
  gap: var(--pauta-space-3);
`;

/** Names of the filters in the address of the board. */
const names = { day: 'al', team: 'equipo', category: 'categoria', locality: 'localidad' } as const;

export interface BoardFilter {
  /** A past civil day; null: now. */
  readonly day: string | null;
  /** Id of the person to whom the shown sellers report; null: all. */
  readonly team: string | null;
  readonly clients: ClientFilter;
}

/** The filters of the board, from its address. */
export function useBoardFilter(): BoardFilter {
  const [params] = useSearchParams();
  const [category, locality] = [params.get(names.category), params.get(names.locality)];
  return {
    day: params.get(names.day),
    team: params.get(names.team),
    clients: { ...(category && { category }), ...(locality && { locality }) },
  };
}

const Choose = inputs.reference;
const nothing = (): void => {};

/** Chooses a record that clients refer to, by its id. */
function ReferenceFilter({
  field: name,
  label,
  value,
  onChange,
}: {
  readonly field: 'client_category_id' | 'locality_id';
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (id: string | null) => void;
}): ReactElement {
  const field = fieldOf(clients, name);
  const [chosen = null] = useOptionLabels(
    (field.options as ReferenceOptions).to(),
    value === undefined ? [] : [value],
  );
  return (
    <Choose
      field={{ ...field, options: { ...field.options, required: false } }}
      label={label}
      name={name}
      onBlur={nothing}
      onChange={(record) => onChange(referenceId(record) ?? null)}
      value={chosen}
      values={{}}
    />
  );
}

/** The day of the board, and which sellers and clients it shows; kept in its address. */
export function BoardFilters({ sellers }: Pick<Board, 'sellers'>): ReactElement {
  const [, setParams] = useSearchParams();
  const filter = useBoardFilter();
  const set = (name: string, value: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const leaders = new Map(sellers.flatMap(({ leader }) => (leader ? [[leader.id, leader.label]] : [])));
  return (
    <Fields aria-label="Filtros de la cartera" role="group">
      <DatePicker
        hint="Sin fecha, hoy. De un día pasado se ve quién tenía a cada cliente."
        label="Al día de"
        max={companyToday()}
        onChange={(value) => {
          if (value === '' || isCivilDate(value)) set(names.day, value < companyToday() ? value : null);
        }}
        value={filter.day ?? ''}
      />
      {(leaders.size > 0 || filter.team !== null) && (
        <Select
          label="Equipo"
          onChange={(value) => set(names.team, value)}
          options={[...leaders].map(([value, leader]) => ({ value, label: `De ${leader}` }))}
          placeholder="Todos"
          value={filter.team ?? ''}
        />
      )}
      <ReferenceFilter
        field="client_category_id"
        label="Categoría"
        onChange={(id) => set(names.category, id)}
        value={filter.clients.category}
      />
      <ReferenceFilter
        field="locality_id"
        label="Localidad"
        onChange={(id) => set(names.locality, id)}
        value={filter.clients.locality}
      />
    </Fields>
  );
}
