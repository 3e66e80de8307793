import {
  type Condition,
  conditionLimits,
  conditionOf,
  depthOf,
  filtersOf,
  toParameters,
} from '@pauta/domain/resource/query/condition.ts';
import {
  storedDictionary,
  type TextError,
  writeCondition,
} from '@pauta/domain/resource/query/condition-text.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { focusFirst } from '../controls/focus.ts';
import { useLabels } from '../data/use-label.ts';
import { QueryBar } from './query-bar.tsx';
import { QueryGroup } from './query-rows.tsx';
import { readText, type TextQuery, writeText } from './query-text.ts';
import {
  emptyRow,
  faultOf,
  type GroupNode,
  type QueryNode,
  reconcile,
  replaceNode,
  rowsOf,
  toCondition,
  toTree,
} from './query-tree.ts';
import { useNames } from './use-names.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  & > [inert] { opacity: 0.6; }
`;

export interface QueryBuilderProps {
  readonly resource: Resource;
  readonly query: ListQuery;
  /** The list with the filter that was built, at its first page. */
  readonly onChange: (query: ListQuery) => void;
  readonly onClose: () => void;
}

const startTree = (condition: Condition | null): GroupNode => {
  const tree = toTree(condition);
  return tree.members.length > 0 ? tree : { ...tree, members: [emptyRow()] };
};

/** Why a condition is too large, in Spanish; null when it fits. */
const excessOf = (resource: Resource, condition: Condition | null): string | null => {
  if (!condition) return null;
  if (filtersOf(condition).length > conditionLimits.terms)
    return `Use como máximo ${conditionLimits.terms} condiciones.`;
  if (depthOf(condition) > conditionLimits.depth)
    return `Use como máximo ${conditionLimits.depth} niveles de grupos; una negación cuenta como uno.`;
  return writeCondition(condition, storedDictionary(resource)).length > conditionLimits.length
    ? 'El filtro es demasiado largo. Quite alguna condición o algún valor.'
    : null;
};

/**
 * Edits a filter as conditions in groups (and, or, not) and, synchronized with them, as text. Typed text is kept until
 * it is valid: while it has an error the rows do not change, and unfinished rows are reported before applying.
 */
export function QueryBuilder({ resource, query, onChange, onClose }: QueryBuilderProps): ReactElement {
  const labels = useLabels();
  const [q, setQ] = useState(query.q);
  const [tree, setTree] = useState<GroupNode>(() => startTree(conditionOf(query)));
  /** Typed text that is not yet applied to the rows; null while the rows are the source. */
  const [typed, setTyped] = useState<string | null>(null);
  const [strict, setStrict] = useState(false);
  const [errors, setErrors] = useState<readonly TextError[]>([]);
  const rows = useRef<HTMLDivElement>(null);
  const focusOn = useRef<string | null>(null);

  const condition = toCondition(resource, tree);
  const present: TextQuery = { q, ...toParameters(resource, condition) };
  const names = useNames(resource, present, errors);
  const text = typed ?? writeText(resource, labels, present, names.names);
  const faults = rowsOf(tree).filter((row) => faultOf(resource, row) !== null);
  const excess = excessOf(resource, condition);
  const isBroken = errors.length > 0;

  const type = (next: string): void => {
    setTyped(next);
    const read = readText(resource, labels, next, names.names);
    setErrors(read.ok ? [] : read.errors);
    if (!read.ok) return;
    setQ(read.query.q);
    setTree((before) => reconcile(startTree(conditionOf(read.query)), before));
  };
  // Parses the text again when a name has been looked up, because that may resolve its last error.
  const known = names.names;
  const retype = useRef(type);
  useEffect(() => {
    retype.current = type;
  });
  const waiting = useRef<string | null>(null);
  useEffect(() => {
    waiting.current = typed !== null && isBroken ? typed : null;
  }, [typed, isBroken]);
  useEffect(() => {
    if (waiting.current !== null) retype.current(waiting.current);
  }, [known]);

  useEffect(() => {
    if (focusOn.current === null) return;
    const row = rows.current?.querySelector(`[data-row="${focusOn.current}"]`);
    focusOn.current = null;
    focusFirst(row ?? rows.current);
  });

  const replace = (key: string, by: readonly QueryNode[]): void => {
    const keysBefore = new Set(keysOf(tree));
    const next =
      key === tree.key ? ((by[0] as GroupNode | undefined) ?? startTree(null)) : replaceNode(tree, key, by);
    const added = keysOf(next).find((one) => !keysBefore.has(one));
    // A new row gets the focus; after a removal, the neighbouring row does.
    if (added !== undefined) focusOn.current = added;
    else if (by.length === 0) focusOn.current = neighbourOf(tree, key);
    setTree(next);
    setTyped(null);
  };
  // A stable callback, so that a keystroke does not render unchanged rows again.
  const latest = useRef(replace);
  useEffect(() => {
    latest.current = replace;
  });
  const onReplace = useCallback((key: string, by: readonly QueryNode[]): void => latest.current(key, by), []);
  const discard = (): void => {
    setTyped(null);
    setErrors([]);
  };
  const apply = (): void => {
    setStrict(true);
    if (isBroken || excess !== null) {
      if (isBroken) focusFirst(document.querySelector('[data-field="query-text"]'));
      return;
    }
    // A single empty row is not an error: it means no condition.
    const begun = faults.filter((row) => row.field !== null || rowsOf(tree).length > 1);
    const [first] = begun;
    if (first) {
      focusFirst(rows.current?.querySelector(`[data-row="${first.key}"]`));
      return;
    }
    onChange({ ...query, ...present, cursor: null });
    onClose();
  };

  return (
    <Dialog onClose={onClose} open title="Filtro avanzado" width={56}>
      <Root
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            apply();
          }
        }}
      >
        <QueryBar
          autoFocus
          errors={errors}
          labels={labels}
          names={names}
          onChange={type}
          onEnter={apply}
          resource={resource}
          value={text}
        />
        {isBroken && (
          <Banner
            actions={
              <Button onClick={discard} size="small">
                Descartar el texto
              </Button>
            }
            tone="warning"
          >
            Corrija el texto para seguir con las condiciones de abajo, o descártelo.
          </Banner>
        )}
        <div inert={isBroken} ref={rows}>
          <QueryGroup
            depth={0}
            group={tree}
            labels={labels}
            onReplace={onReplace}
            place=""
            resource={resource}
            strict={strict && (faults.length > 1 || rowsOf(tree).length > 1 || faults[0]?.field != null)}
          />
        </div>
        {excess !== null && (
          <Banner live tone="danger">
            {excess}
          </Banner>
        )}
      </Root>
      <DialogActions>
        <Button
          onClick={() => {
            setTree(startTree(null));
            setQ('');
            discard();
          }}
          tone="quiet"
        >
          Vaciar
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
        <Button aria-keyshortcuts="Control+Enter" onClick={apply} tone="primary">
          Aplicar
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const keysOf = (node: QueryNode): readonly string[] =>
  'members' in node ? [node.key, ...node.members.flatMap(keysOf)] : [node.key];

/** Key of the node before or, for the first one, after the given node; else of its group. */
function neighbourOf(group: GroupNode, key: string): string {
  const index = group.members.findIndex((member) => member.key === key);
  if (index > 0) return group.members[index - 1]?.key ?? group.key;
  if (index === 0) return group.members[1]?.key ?? group.key;
  for (const member of group.members) {
    if ('members' in member && keysOf(member).includes(key)) return neighbourOf(member, key);
  }
  return group.key;
}
