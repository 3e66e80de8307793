import { conditionOf, toParameters } from '@pauta/domain/resource/query/condition.ts';
import {
  readCondition,
  storedDictionary,
  writeCondition,
} from '@pauta/domain/resource/query/condition-text.ts';
import { type ListQuery, pageSizes } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { ListFilter } from 'lucide-react';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { Field as Frame } from '../controls/field.tsx';
import { useLabels } from '../data/use-label.ts';
import type { CellProps } from '../field-components/cells.tsx';
import type { InputProps } from '../field-components/inputs.tsx';
import { writeText } from './query-text.ts';
import { useNames } from './use-names.ts';

const QueryBuilder = lazy(async () => ({ default: (await import('./query-builder.tsx')).QueryBuilder }));

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-2')};
  & > output { flex: 1 1 14rem; min-inline-size: 0; overflow-wrap: anywhere; }
`;

const queryOf = (resource: Resource, text: string): ListQuery => {
  const read = readCondition(text, storedDictionary(resource));
  const { filters, where } = toParameters(resource, read.ok ? read.condition : null);
  const sort = { field: resource.order.replace(/^-/, ''), descending: resource.order.startsWith('-') };
  return { q: '', filters, where, sort, limit: pageSizes[0], cursor: null, archived: false };
};

/** A stored condition in the notation that users type. */
function ConditionText({ resource, text }: { resource: Resource; text: string }): ReactElement {
  const labels = useLabels();
  const query = queryOf(resource, text);
  const { names, loading } = useNames(resource, query, []);
  return <>{loading ? '…' : writeText(resource, labels, query, names)}</>;
}

/**
 * Creates the input of a text field that holds a condition on another resource: displayed in words, edited in a dialog.
 *
 * @param everything text for an empty condition: `Todos los clientes`
 * @example resourceScreens(portfolioRules, { inputs: { conditions: conditionInput(clients, 'Todos los clientes') } })
 */
export const conditionInput = (resource: Resource, everything: string) =>
  function ConditionInput(props: InputProps): ReactElement {
    const { label, hint, error, required, name, value, onChange } = props;
    const [building, setBuilding] = useState(false);
    const text = typeof value === 'string' ? value : '';
    const take = (query: ListQuery): void => {
      const condition = conditionOf(query);
      onChange(condition ? writeCondition(condition, storedDictionary(resource)) : null);
      setBuilding(false);
    };
    return (
      <Frame error={error} hint={hint} label={label} name={name} required={required}>
        {(aria) => (
          <Box>
            <output aria-describedby={aria['aria-describedby']} id={aria.id}>
              {text === '' ? everything : <ConditionText resource={resource} text={text} />}
            </output>
            <Button
              icon={<ListFilter aria-hidden size={15} />}
              onClick={() => setBuilding(true)}
              size="small"
            >
              {text === '' ? 'Poner filtro' : 'Cambiar filtro'}
            </Button>
            {text !== '' && (
              <Button onClick={() => onChange(null)} size="small">
                Quitar filtro
              </Button>
            )}
            {building && (
              <Suspense>
                <QueryBuilder
                  onChange={take}
                  onClose={() => setBuilding(false)}
                  query={queryOf(resource, text)}
                  resource={resource}
                />
              </Suspense>
            )}
          </Box>
        )}
      </Frame>
    );
  };

/** Creates the cell of a field that holds a condition. */
export const conditionCell = (resource: Resource, everything: string) =>
  function ConditionCell({ value }: CellProps): ReactNode {
    return typeof value === 'string' && value !== '' ? (
      <ConditionText resource={resource} text={value} />
    ) : (
      everything
    );
  };
