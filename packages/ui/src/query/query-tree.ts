import { type Condition, normalizeCondition } from '@pauta/domain/resource/query/condition.ts';
import { type Filter, fitsField } from '@pauta/domain/resource/query/filter.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';

/** How the members of a group are combined. */
export const groupModes = {
  all: 'Se cumplen todas',
  any: 'Se cumple alguna',
  none: 'No se cumple ninguna',
  notAll: 'No se cumplen todas',
} as const;

export type GroupMode = keyof typeof groupModes;

/** One condition in the builder; an incomplete one has no field or no filter yet. */
export interface RowNode {
  readonly key: string;
  readonly field: string | null;
  readonly negated: boolean;
  readonly filter: Filter | undefined;
}

export interface GroupNode {
  readonly key: string;
  readonly mode: GroupMode;
  readonly members: readonly QueryNode[];
}

export type QueryNode = RowNode | GroupNode;

export const isGroup = (node: QueryNode): node is GroupNode => 'members' in node;

let last = 0;
const newKey = (): string => {
  last += 1;
  return `n${last}`;
};

export const emptyRow = (): RowNode => ({ key: newKey(), field: null, negated: false, filter: undefined });
export const emptyGroup = (): GroupNode => ({ key: newKey(), mode: 'any', members: [emptyRow()] });

/** A copy of a node and its members with new keys. */
export const duplicate = (node: QueryNode): QueryNode =>
  isGroup(node)
    ? { ...node, key: newKey(), members: node.members.map(duplicate) }
    : { ...node, key: newKey() };

const opposites = { notIn: 'in', present: 'empty' } as const;

const rowOf = (filter: Filter, negated: boolean): RowNode => {
  const base = { key: newKey(), field: filter.field };
  switch (filter.operator) {
    case 'notIn':
      return { ...base, negated: !negated, filter: { ...filter, operator: opposites.notIn } };
    case 'present':
      return { ...base, negated: !negated, filter: { ...filter, operator: opposites.present } };
    default:
      return { ...base, negated, filter };
  }
};

const nodeOf = (condition: Condition): QueryNode => {
  if ('field' in condition) return rowOf(condition, false);
  if ('all' in condition) return { key: newKey(), mode: 'all', members: condition.all.map(nodeOf) };
  if ('any' in condition) return { key: newKey(), mode: 'any', members: condition.any.map(nodeOf) };
  const { not } = condition;
  if ('field' in not) return rowOf(not, true);
  if ('not' in not) return nodeOf(not.not);
  const group = nodeOf(not) as GroupNode;
  return { ...group, mode: group.mode === 'any' ? 'none' : 'notAll' };
};

/** Converts a condition into a group of rows and nested groups. */
export function toTree(condition: Condition | null): GroupNode {
  if (condition === null) return { key: newKey(), mode: 'all', members: [] };
  const node = nodeOf(condition);
  return isGroup(node) ? node : { key: newKey(), mode: 'all', members: [node] };
}

/** The error of a row, in Spanish; null if it is complete. */
export function faultOf(resource: Resource, row: RowNode): string | null {
  if (row.field === null) return 'Elija el dato o quite esta condición.';
  if (row.filter === undefined) return 'Indique el valor o quite esta condición.';
  return fitsField(fieldOf(resource, row.field), row.filter) ? null : 'Revise el valor de esta condición.';
}

/** The rows of a tree, from top to bottom. */
export const rowsOf = (node: QueryNode): readonly RowNode[] =>
  isGroup(node) ? node.members.flatMap(rowsOf) : [node];

const conditionFrom = (resource: Resource, node: QueryNode): Condition | null => {
  if (!isGroup(node)) {
    if (!node.filter || faultOf(resource, node) !== null) return null;
    return node.negated ? { not: node.filter } : node.filter;
  }
  const members = node.members
    .map((member) => conditionFrom(resource, member))
    .filter((member) => member !== null);
  if (members.length === 0) return null;
  switch (node.mode) {
    case 'all':
      return { all: members };
    case 'any':
      return { any: members };
    case 'none':
      return { not: { any: members } };
    default:
      return { not: { all: members } };
  }
};

/** Converts the complete rows of a tree into a condition; incomplete ones are ignored. */
export function toCondition(resource: Resource, tree: GroupNode): Condition | null {
  const condition = conditionFrom(resource, tree);
  return condition && normalizeCondition(condition);
}

/** Returns the tree with the node of this key replaced by others. */
export function replaceNode(tree: GroupNode, key: string, by: readonly QueryNode[]): GroupNode {
  return {
    ...tree,
    members: tree.members.flatMap((member) => {
      if (member.key === key) return by;
      return isGroup(member) ? [replaceNode(member, key, by)] : [member];
    }),
  };
}

const withoutKey = ({ key: _, ...rest }: RowNode): string => JSON.stringify(rest);

const reconcileNode = (next: QueryNode, before: QueryNode | undefined): QueryNode => {
  if (before === undefined) return next;
  if (isGroup(next)) return isGroup(before) ? reconcile(next, before) : next;
  if (isGroup(before)) return next;
  return withoutKey(next) === withoutKey(before) ? before : { ...next, key: before.key };
};

/**
 * Returns the next tree with the unchanged nodes of the previous one, and with its keys by position, so that React
 * keeps the elements of the rows.
 */
export function reconcile(next: GroupNode, before: GroupNode): GroupNode {
  const members = next.members.map((member, index) => reconcileNode(member, before.members[index]));
  const isSame =
    next.mode === before.mode &&
    members.length === before.members.length &&
    members.every((member, index) => member === before.members[index]);
  return isSame ? before : { ...next, key: before.key, members };
}
