/** A user in the reporting tree. */
export interface TeamMember {
  readonly id: string;
  readonly full_name: string;
  readonly job_position: string | null;
  readonly status: string;
  readonly reports_to_id: string | null;
  readonly row_version: number;
}

/** A user with the ones who report to them. */
export interface TeamNode {
  readonly member: TeamMember;
  readonly level: number;
  readonly children: readonly TeamNode[];
  /** Number of users below. */
  readonly size: number;
}

/**
 * The tree of a list of users, each level in list order. Users whose manager is not in the list are at the top level.
 */
export const treeOf = (members: readonly TeamMember[]): readonly TeamNode[] => {
  const known = new Set(members.map(({ id }) => id));
  const below = Map.groupBy(members, ({ reports_to_id: boss }) => (boss && known.has(boss) ? boss : null));
  const grow = (boss: string | null, level: number): TeamNode[] =>
    (below.get(boss) ?? []).map((member) => {
      const children = grow(member.id, level + 1);
      return { member, level, children, size: children.reduce((sum, child) => sum + 1 + child.size, 0) };
    });
  return grow(null, 1);
};

/** The nodes whose managers are all expanded, from top to bottom. */
export const visibleNodes = (nodes: readonly TeamNode[], closed: ReadonlySet<string>): readonly TeamNode[] =>
  nodes.flatMap((node) => [node, ...(closed.has(node.member.id) ? [] : visibleNodes(node.children, closed))]);

/**
 * Whether a user is the same as another one or their manager, directly or indirectly; the opposite relation would then
 * be a cycle.
 */
export const isAbove = (members: readonly TeamMember[], id: string, boss: string): boolean => {
  const byId = new Map(members.map((member) => [member.id, member]));
  const seen = new Set<string>();
  for (let at: string | null = boss; at !== null && !seen.has(at); ) {
    if (at === id) return true;
    seen.add(at);
    at = byId.get(at)?.reports_to_id ?? null;
  }
  return false;
};
