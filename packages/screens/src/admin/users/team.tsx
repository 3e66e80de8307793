import { useApiMutation, useApiQuery } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import type { Rule } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { isAbove, type TeamMember, type TeamNode, treeOf, visibleNodes } from './team-tree.ts';

const Tree = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  & [role='treeitem'] {
    display: flex;
    align-items: center;
    gap: var(--pauta-space-2);
    min-block-size: var(--pauta-target-size);
    padding-block: var(--pauta-space-1);
    padding-inline: calc(var(--level) * 1.25rem) var(--pauta-space-2);
    border-radius: var(--pauta-radius-sm);
    cursor: pointer;
    outline: none;
  }
  & [role='treeitem']:hover { background: var(--pauta-color-hover); }
  & [role='treeitem'][aria-selected='true'] { background: var(--pauta-color-accent-soft, var(--pauta-color-hover)); }
  & [role='treeitem']:focus-visible { box-shadow: inset 0 0 0 2px var(--pauta-color-focus); }
  & [data-toggle] { flex: none; display: grid; inline-size: 1.25rem; color: var(--pauta-color-text-muted); }
  & [data-name] { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { color: var(--pauta-color-text-muted); }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2);
  align-items: center;
  & > p { flex: 1 1 14rem; margin: 0; }
`;

const managerFields = {
  reports_to_id: reference('Reporta a', () => users, {
    width: 'full',
    hint: 'Sin nadie queda en lo más alto.',
  }) as Field,
};

/** The target of a key in the tree (WAI-ARIA: tree view); undefined if there is none. */
const stepOf = (
  key: string,
  node: TeamNode,
  nodes: readonly TeamNode[],
  closed: ReadonlySet<string>,
): { to?: TeamNode | undefined; open?: boolean } | undefined => {
  const at = nodes.indexOf(node);
  const isOpen = node.children.length > 0 && !closed.has(node.member.id);
  switch (key) {
    case 'ArrowDown':
      return { to: nodes[at + 1] };
    case 'ArrowUp':
      return { to: nodes[at - 1] };
    case 'Home':
      return { to: nodes[0] };
    case 'End':
      return { to: nodes.at(-1) };
    case 'ArrowRight':
      if (node.children.length === 0) return {};
      return isOpen ? { to: node.children[0] } : { open: true };
    case 'ArrowLeft':
      if (isOpen) return { open: false };
      return { to: nodes.find(({ children }) => children.includes(node)) };
    default: {
      if (key.length !== 1 || !/\p{L}/u.test(key)) return undefined;
      const starts = ({ member }: TeamNode): boolean =>
        member.full_name.toLocaleLowerCase('es').startsWith(key.toLocaleLowerCase('es'));
      return { to: [...nodes.slice(at + 1), ...nodes.slice(0, at)].find(starts) };
    }
  }
};

/**
 * Users as a tree with keyboard navigation: right expands or enters, left collapses or leaves, a letter moves to a
 * name.
 */
function TeamTree({
  roots,
  selected,
  onSelect,
}: {
  roots: readonly TeamNode[];
  selected: string | null;
  onSelect: (id: string) => void;
}): ReactElement {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const nodes = visibleNodes(roots, closed);
  const root = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const moved = useRef(false);
  const current = nodes.some(({ member }) => member.id === focused) ? focused : nodes[0]?.member.id;
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    root.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const toggle = (id: string, open: boolean): void => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const onKeyDown = (event: KeyboardEvent, node: TeamNode): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(node.member.id);
      return;
    }
    const step = stepOf(event.key, node, nodes, closed);
    if (!step) return;
    event.preventDefault();
    if (step.open !== undefined) toggle(node.member.id, step.open);
    if (step.to) {
      moved.current = true;
      setFocused(step.to.member.id);
    }
  };
  return (
    <Tree aria-label="Equipo" ref={root} role="tree">
      {nodes.map((node) => {
        const { member, level, children, size } = node;
        const open = children.length > 0 ? !closed.has(member.id) : undefined;
        const siblings =
          level === 1 ? roots : (nodes.find((one) => one.children.includes(node))?.children ?? []);
        return (
          <li
            aria-expanded={open}
            aria-level={level}
            aria-posinset={siblings.indexOf(node) + 1}
            aria-selected={member.id === selected}
            aria-setsize={siblings.length}
            key={member.id}
            onClick={() => {
              setFocused(member.id);
              onSelect(member.id);
            }}
            onFocus={() => setFocused(member.id)}
            onKeyDown={(event) => onKeyDown(event, node)}
            role="treeitem"
            style={{ '--level': level - 1 } as Record<string, number>}
            tabIndex={member.id === current ? 0 : -1}
          >
            <span
              aria-hidden
              data-toggle
              onClick={(event) => {
                if (open === undefined) return;
                event.stopPropagation();
                toggle(member.id, !open);
              }}
            >
              {open === undefined ? null : open ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
            </span>
            <span data-name>
              {member.full_name} {member.job_position && <small>· {member.job_position}</small>}
              {size > 0 && <small> · {size === 1 ? '1 persona' : `${size} personas`}</small>}
            </span>
            {member.status !== 'active' && (
              <Badge tone={member.status === 'suspended' ? 'danger' : 'info'}>
                {statusLabels[member.status] ?? member.status}
              </Badge>
            )}
          </li>
        );
      })}
    </Tree>
  );
}

const statusLabels: Readonly<Record<string, string>> = {
  invited: 'Invitado',
  pending: 'Pendiente',
  suspended: 'Suspendido',
};

function MoveDialog({
  member,
  members,
  onClose,
}: {
  member: TeamMember;
  members: readonly TeamMember[];
  onClose: () => void;
}): ReactElement {
  const boss = members.find(({ id }) => id === member.reports_to_id);
  const move = useApiMutation(
    (api, to: string | null) =>
      api.patch(`/users/${member.id}`, { reports_to_id: to }, { ifMatch: member.row_version }),
    { invalidates: ['/users'] },
  );
  const noCircle: Rule = ({ reports_to_id: to }) =>
    to && isAbove(members, member.id, (to as Reference).id)
      ? {
          reports_to_id: [
            `${(to as Reference).label} ya reporta a ${member.full_name}. Elija a otra persona.`,
          ],
        }
      : null;
  return (
    <Dialog onClose={onClose} open title={`Mover a ${member.full_name}`}>
      <FieldsForm
        autoFocus
        bar="dialog"
        fields={managerFields}
        initial={{ reports_to_id: boss ? { id: boss.id, label: boss.full_name, code: null } : null }}
        label={`Mover a ${member.full_name}`}
        onCancel={onClose}
        onSubmit={async (values) => {
          await move.run((values.reports_to_id as Reference | null)?.id ?? null);
          notify(`${member.full_name} cambió de lugar`);
          onClose();
        }}
        rules={[noCircle]}
        submitLabel="Mover"
      />
    </Dialog>
  );
}

/** `gestion/usuarios/equipo`: the reporting tree, and moving a user with all users below. */
export function Team(): ReactElement {
  const may = useMay(users);
  const { data, error, mutate } = useApiQuery<{ data: readonly TeamMember[] }>(
    may.view.allowed ? '/users/team' : null,
  );
  const [selected, setSelected] = useState<string | null>(null);
  const [moving, setMoving] = useState(false);
  const members = data?.data;
  const roots = useMemo(() => treeOf(members ?? []), [members]);
  const member = members?.find(({ id }) => id === selected);
  const mayMove = may.permission('users.update_all');
  return (
    <Page data-width="form">
      <PageHeader
        back={{ to: paths.list(users), label: users.label.many }}
        description="Quién reporta a quién. Decide lo que ve quien solo ve lo de su equipo."
        title="Equipo"
      />
      {!may.view.allowed && <NoAccess title="No puede ver el equipo">{may.view.reason}</NoAccess>}
      {error && !members && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {may.view.allowed && !members && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {members && (
        <Card>
          <TeamTree onSelect={setSelected} roots={roots} selected={selected} />
        </Card>
      )}
      {members && (
        <Card>
          <Foot>
            <p aria-live="polite">
              {member ? (
                <strong>{member.full_name}</strong>
              ) : (
                'Elija a una persona para abrir su ficha o cambiar a quién reporta.'
              )}
            </p>
            {member && <LinkButton to={paths.record(users, member.id)}>Abrir ficha</LinkButton>}
            {member && (
              <Button
                disabledReason={mayMove.allowed ? undefined : mayMove.reason}
                onClick={() => setMoving(true)}
                tone="primary"
              >
                Cambiar a quién reporta
              </Button>
            )}
          </Foot>
        </Card>
      )}
      {moving && member && members && (
        <MoveDialog member={member} members={members} onClose={() => setMoving(false)} />
      )}
    </Page>
  );
}
