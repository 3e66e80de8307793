import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatQuery, type ListQuery, parseQueryText } from '@pauta/domain/resource/query/query.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Field } from '@pauta/ui/controls/field.tsx';
import { Menu } from '@pauta/ui/controls/menu.tsx';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { writeText } from '@pauta/ui/query/query-text.ts';
import { useNames } from '@pauta/ui/query/use-names.ts';
import { useViews } from '@pauta/ui/views/use-views.ts';
import { Bookmark, SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';

const QueryBuilder = lazy(async () => ({
  default: (await import('@pauta/ui/query/query-builder.tsx')).QueryBuilder,
}));

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2);
  & > p {
    flex: 1 1 14rem;
    min-inline-size: 0;
    margin: 0;
    padding: var(--pauta-space-2) var(--pauta-space-3);
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-md);
    overflow-wrap: anywhere;
  }
`;

const everyClient = (): ListQuery => {
  const read = parseQueryText(clients, '');
  if (!read.ok) throw new Error('the plain list of clients is always readable');
  return read.query;
};

/** The query of stored parameters; without filters if they are empty or cannot be parsed. */
const queryOf = (text: string): ListQuery => {
  const read = parseQueryText(clients, text);
  return read.ok ? read.query : everyClient();
};

/** A filter as text, as in the query bar. */
function FilterWords({ query }: { query: ListQuery }): ReactElement {
  const labels = useLabels();
  const { names, loading } = useNames(clients, query, []);
  return <>{loading ? '…' : writeText(clients, labels, query, names)}</>;
}

/** The stored parameters of a filter as text. */
export const FilterText = ({ value }: { value: string }): ReactElement => (
  <FilterWords query={queryOf(value)} />
);

export interface FilterPickerProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** Parameters of the list of clients; empty if nothing is chosen yet. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses a filter over clients: a saved view of the list of clients, or a filter built here. */
export function FilterPicker({
  label,
  hint,
  error,
  required,
  value,
  onChange,
}: FilterPickerProps): ReactElement {
  const { views = [] } = useViews(clients);
  const [building, setBuilding] = useState(false);
  // Only the conditions are kept, without columns and order, so that equal filters are equal texts.
  const keep = (query: ListQuery): void =>
    onChange(
      formatQuery(clients, {
        ...everyClient(),
        q: query.q,
        filters: query.filters,
        where: query.where,
      }).toString(),
    );
  return (
    <Field error={error} hint={hint} label={label} required={required}>
      {(control) => (
        <Box
          aria-describedby={control['aria-describedby']}
          aria-labelledby={control['aria-labelledby']}
          role="group"
        >
          <p aria-live="polite">
            {value === '' ? 'Ningún filtro elegido' : <FilterWords query={queryOf(value)} />}
          </p>
          <Button icon={<SlidersHorizontal aria-hidden size={15} />} onClick={() => setBuilding(true)}>
            {value === '' ? 'Crear filtro' : 'Cambiar filtro'}
          </Button>
          {views.length > 0 && (
            <Menu
              actions={views.map((view) => ({
                id: view.id,
                label: view.name,
                onAction: () => keep(queryOf(view.params)),
              }))}
              label="Vistas guardadas de clientes"
            >
              <Button icon={<Bookmark aria-hidden size={15} />}>Usar una vista guardada</Button>
            </Menu>
          )}
          {building && (
            <Suspense>
              <QueryBuilder
                onChange={(query) => {
                  setBuilding(false);
                  keep(query);
                }}
                onClose={() => setBuilding(false)}
                query={queryOf(value)}
                resource={clients}
              />
            </Suspense>
          )}
        </Box>
      )}
    </Field>
  );
}
