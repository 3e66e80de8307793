import { conditionLimits } from '@pauta/domain/resource/query/condition.ts';
import { filterableFields } from '@pauta/domain/resource/query/condition-text.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { Copy, FolderPlus, Plus, X } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Select } from '../controls/select.tsx';
import { narrow } from '../controls/style.ts';
import type { Labels } from '../data/use-label.ts';
import { filters as filterComponents } from '../field-components/filters.tsx';
import {
  duplicate,
  emptyGroup,
  emptyRow,
  faultOf,
  type GroupMode,
  type GroupNode,
  groupModes,
  isGroup,
  type QueryNode,
  type RowNode,
} from './query-tree.ts';

const Group = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  min-inline-size: 0;
  margin: 0;
  padding: ${t('space-3')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-md')};
  & & { background: ${t('color-surface-sunken')}; }
  & & & { background: ${t('color-surface')}; }
  & > [data-head], & > [data-foot] { display: flex; flex-wrap: wrap; align-items: end; gap: ${t('space-2')}; }
  & > [data-head] > :first-child { flex: 0 1 16rem; }
  & > [data-head] > [data-end] { margin-inline-start: auto; }
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(9rem, 14rem) 7rem minmax(0, 1fr) auto;
  align-items: start;
  gap: ${t('space-2')};
  &:not(:first-of-type) { border-block-start: 1px solid ${t('color-border')}; padding-block-start: ${t('space-3')}; }
  & > [data-value] { display: flex; flex-direction: column; gap: ${t('space-2')}; min-inline-size: 0; }
  & > [data-tools] { display: flex; margin-block-start: 1.5rem; }
  & > [role='alert'] { grid-column: 1 / -1; color: ${t('color-danger-text')}; font-size: ${t('text-sm')}; }
  ${narrow} {
    grid-template-columns: minmax(0, 1fr) 7rem;
    & > [data-value] { grid-column: 1 / -1; }
    & > [data-tools] { grid-column: 1 / -1; justify-content: flex-end; margin: 0; }
  }
`;

const polarities = [
  { value: 'is', label: 'es' },
  { value: 'not', label: 'no es' },
];

interface NodeProps {
  readonly resource: Resource;
  readonly labels: Labels;
  /** Replaces a node by others; an empty list removes it. */
  readonly onReplace: (key: string, by: readonly QueryNode[]) => void;
  /** Whether incomplete rows show what is missing. */
  readonly strict: boolean;
}

const ConditionRow = memo(function ConditionRow({
  row,
  place,
  ...rest
}: NodeProps & { row: RowNode; place: string }): ReactElement {
  const { resource, labels, onReplace, strict } = rest;
  const field = row.field === null ? undefined : fieldOf(resource, row.field);
  const FilterComponent = field && filterComponents[field.kind.name];
  const fault = strict ? faultOf(resource, row) : null;
  const change = (changes: Partial<RowNode>): void => onReplace(row.key, [{ ...row, ...changes }]);
  return (
    <Row aria-label={`Condición ${place}`} data-row={row.key} role="group">
      <Select
        clearable={false}
        label="Dato"
        onChange={(name) => change({ field: name, filter: undefined })}
        options={filterableFields(resource)
          .map((name) => ({ name, field: fieldOf(resource, name) }))
          .filter((one) => labels.visible(one.field) && filterComponents[one.field.kind.name] !== null)
          .map((one) => ({ value: one.name, label: labels.label(one.field) }))}
        value={row.field ?? ''}
      />
      <Select
        clearable={false}
        label="Relación"
        onChange={(polarity) => change({ negated: polarity === 'not' })}
        options={polarities}
        value={row.negated ? 'not' : 'is'}
      />
      <div data-value>
        {FilterComponent && field && row.field !== null && (
          <FilterComponent
            field={field}
            filter={row.filter}
            key={row.field}
            label={labels.label(field)}
            name={row.field}
            onChange={(filter) => change({ filter })}
          />
        )}
      </div>
      <div data-tools>
        <IconButton
          icon={<Copy aria-hidden size={16} />}
          label={`Duplicar la condición ${place}`}
          onClick={() => onReplace(row.key, [row, duplicate(row)])}
        />
        <IconButton
          icon={<X aria-hidden size={16} />}
          label={`Quitar la condición ${place}`}
          onClick={() => onReplace(row.key, [])}
        />
      </div>
      {fault !== null && <p role="alert">{fault}</p>}
    </Row>
  );
});

/** A group of conditions and nested groups, with the controls to edit it. */
export const QueryGroup = memo(function QueryGroup({
  group,
  place,
  depth,
  ...rest
}: NodeProps & {
  group: GroupNode;
  /** Path of the group: `1.2` is the second member of the first member; empty is the whole filter. */
  place: string;
  depth: number;
}): ReactElement {
  const { onReplace } = rest;
  const change = (changes: Partial<GroupNode>): void => onReplace(group.key, [{ ...group, ...changes }]);
  const isWhole = place === '';
  return (
    <Group aria-label={isWhole ? 'Condiciones' : `Grupo ${place}`} data-row={group.key}>
      <div data-head>
        <Select
          clearable={false}
          label={isWhole ? 'De estas condiciones' : `Del grupo ${place}`}
          onChange={(mode) => change({ mode: mode as GroupMode })}
          options={Object.entries(groupModes).map(([value, label]) => ({ value, label }))}
          value={group.mode}
        />
        {!isWhole && (
          <div data-end>
            <IconButton
              icon={<Copy aria-hidden size={16} />}
              label={`Duplicar el grupo ${place}`}
              onClick={() => onReplace(group.key, [group, duplicate(group)])}
            />
            <IconButton
              icon={<X aria-hidden size={16} />}
              label={`Quitar el grupo ${place}`}
              onClick={() => onReplace(group.key, [])}
            />
          </div>
        )}
      </div>
      {group.members.map((member, index) => {
        const at = isWhole ? `${index + 1}` : `${place}.${index + 1}`;
        return isGroup(member) ? (
          <QueryGroup {...rest} depth={depth + 1} group={member} key={member.key} place={at} />
        ) : (
          <ConditionRow {...rest} key={member.key} place={at} row={member} />
        );
      })}
      <div data-foot>
        <Button
          icon={<Plus aria-hidden size={16} />}
          onClick={() => change({ members: [...group.members, emptyRow()] })}
          size="small"
        >
          Agregar condición
        </Button>
        {depth < conditionLimits.depth - 1 && (
          <Button
            icon={<FolderPlus aria-hidden size={16} />}
            onClick={() => change({ members: [...group.members, emptyGroup()] })}
            size="small"
            tone="quiet"
          >
            Agregar grupo
          </Button>
        )}
      </div>
    </Group>
  );
});
