import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import { Link } from '@pauta/ui/router.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { byModule, type KnownPermission, type RoleColumn } from './role-data.ts';
import type { RoleDraft } from './use-role-draft.ts';

const Frame = styled.section`
  position: relative;
  min-inline-size: 0;
  max-block-size: max(22rem, calc(100dvh - 19rem));
  overflow: auto;
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-lg);
  background: var(--pauta-color-surface);
  &:focus-visible { outline-offset: -2px; }
  & table { border-collapse: separate; border-spacing: 0; font-size: var(--pauta-text-sm); }
  & :is(th, td) { border-block-end: 1px solid var(--pauta-color-border); text-align: center; }
  & tbody :is(th, td) { block-size: 2.25rem; padding: 0; }
  & thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    vertical-align: bottom;
    min-inline-size: 7.25rem;
    max-inline-size: 8rem;
    padding: var(--pauta-space-2);
    background: var(--pauta-color-surface);
    font-weight: var(--pauta-weight-medium);
    line-height: 1.25;
    hyphens: auto;
    overflow-wrap: break-word;
  }
  & thead small { display: block; margin-block-start: 2px; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); font-weight: 400; }
  & thead a { color: var(--pauta-color-accent-text); text-decoration: none; }
  & thead a:hover { text-decoration: underline; }
  & :is(thead, tbody) th:first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    inline-size: 21rem;
    min-inline-size: 19rem;
    max-inline-size: 21rem;
    padding: var(--pauta-space-1) var(--pauta-space-4);
    background: var(--pauta-color-surface);
    border-inline-end: 1px solid var(--pauta-color-border);
    text-align: start;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  & thead th:first-child { z-index: 3; color: var(--pauta-color-text-muted); }
  & tbody th small { display: block; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); }
  & tr[data-module] :is(th, td) { background: var(--pauta-color-surface-sunken); }
  & tr[data-module] th { padding-inline-start: var(--pauta-space-2); }
  & tr[data-module] button {
    display: flex;
    align-items: center;
    gap: var(--pauta-space-2);
    inline-size: 100%;
    min-block-size: var(--pauta-target-size);
    padding: 0 var(--pauta-space-2);
    border: 0;
    border-radius: var(--pauta-radius-sm);
    background: none;
    color: inherit;
    font: inherit;
    font-weight: var(--pauta-weight-bold);
    text-align: start;
    cursor: pointer;
  }
  & tr[data-module] button svg { flex: none; }
  & tr[data-module] button small { margin-inline-start: auto; font-weight: 400; }
  & tbody tr:not([data-module]):hover :is(th, td) { background: var(--pauta-color-hover); }
  & td > label { display: grid; place-items: center; inline-size: 100%; min-block-size: 2.25rem; cursor: pointer; }
  & td > label:has(:disabled) { cursor: not-allowed; }
  & td[data-changed] { box-shadow: inset 0 0 0 2px var(--pauta-color-warning); }
  & input { inline-size: 17px; block-size: 17px; margin: 0; accent-color: var(--pauta-color-accent); cursor: inherit; }
  & input:focus-visible { outline: var(--pauta-focus-width) solid var(--pauta-color-focus); outline-offset: 2px; }
  & [data-none] { padding: var(--pauta-space-6); color: var(--pauta-color-text-muted); text-align: start; }
`;

const keys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

export interface RoleMatrixTableProps {
  readonly permissions: readonly KnownPermission[];
  readonly roles: readonly RoleColumn[];
  readonly draft: RoleDraft;
  /** Why the box cannot be changed; undefined when it can. */
  readonly lockOf: (role: RoleColumn, permission: string) => string | undefined;
}

/** More permissions are closed at first: a table of thousands of checkboxes takes seconds to open and to filter. */
const openedAtFirst = 60;

/**
 * Permissions by role, as a table of checkboxes. Only one checkbox is in the tab order; the arrow keys move to the
 * others. The row of a module toggles all its permissions that may be changed, and opens it.
 */
export function RoleMatrixTable({ permissions, roles, draft, lockOf }: RoleMatrixTableProps): ReactElement {
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  const [active, setActive] = useState('');
  const frame = useRef<HTMLElement>(null);
  const groups = byModule(permissions);
  const firstBox = `${groups[0]?.[0] ?? ''}|${roles[0]?.id ?? ''}`;

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = keys[event.key];
    const box = event.target as HTMLElement;
    if (!box.matches('input[data-box-key]') || (!step && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    const rows = [...(frame.current?.querySelectorAll('tbody tr') ?? [])].map((row) => [
      ...row.querySelectorAll<HTMLInputElement>('input[data-box-key]'),
    ]);
    const y = rows.findIndex((row) => row.includes(box as HTMLInputElement));
    const x = rows[y]?.indexOf(box as HTMLInputElement) ?? 0;
    const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
    const row = rows[clamp(y + (step?.[0] ?? 0), rows.length)] ?? [];
    const column = event.key === 'Home' ? 0 : event.key === 'End' ? row.length - 1 : x + (step?.[1] ?? 0);
    row[clamp(column, row.length)]?.focus();
  };

  const box = (
    key: string,
    label: string,
    state: { checked: boolean; mixed?: boolean; lock: string | undefined; onChange: (on: boolean) => void },
  ): ReactElement => (
    <label title={state.lock}>
      <VisuallyHidden>
        {label}
        {state.lock && `. ${state.lock}`}
      </VisuallyHidden>
      <input
        aria-disabled={state.lock ? true : undefined}
        checked={state.checked}
        data-box-key={key}
        onChange={(event) => {
          if (!state.lock) state.onChange(event.target.checked);
        }}
        onFocus={() => setActive(key)}
        ref={(input) => {
          if (input) input.indeterminate = state.mixed ?? false;
        }}
        style={state.lock ? { opacity: 0.45, cursor: 'not-allowed' } : undefined}
        tabIndex={(active === '' ? key === firstBox : key === active) ? 0 : -1}
        type="checkbox"
      />
    </label>
  );

  const moduleBox = (module: string, own: readonly KnownPermission[], role: RoleColumn): ReactElement => {
    const on = own.filter(({ name }) => draft.has(role, name)).length;
    const free = own.filter(({ name }) => lockOf(role, name) === undefined).map(({ name }) => name);
    const [first] = own;
    const lock = free.length === 0 && first ? lockOf(role, first.name) : undefined;
    return box(`${module}|${role.id}`, `Todo ${module}, ${role.display_name}`, {
      checked: on === own.length,
      mixed: on > 0 && on < own.length,
      lock,
      onChange: () => draft.set(role, free, !free.every((name) => draft.has(role, name))),
    });
  };

  return (
    <Frame aria-label="Matriz de permisos" onKeyDown={move} ref={frame}>
      <table>
        <thead>
          <tr>
            <th scope="col">Permiso</th>
            {roles.map((role) => (
              <th key={role.id} scope="col" title={role.description ?? undefined}>
                <Link to={`/gestion/roles/${role.id}`}>{role.display_name}</Link>
                <small>{role.users === 1 ? '1 persona' : `${role.users} personas`}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([module, own]) => {
            const isOpen = opened[module] ?? permissions.length <= openedAtFirst;
            return [
              <tr data-module key={module}>
                <th scope="row">
                  <button
                    aria-expanded={isOpen}
                    onClick={() => setOpened({ ...opened, [module]: !isOpen })}
                    type="button"
                  >
                    {isOpen ? <ChevronDown aria-hidden size={15} /> : <ChevronRight aria-hidden size={15} />}
                    {module}
                    <small>{own.length}</small>
                  </button>
                </th>
                {roles.map((role) => (
                  <td
                    data-changed={
                      (!isOpen && own.some(({ name }) => draft.isChanged(role, name))) || undefined
                    }
                    key={role.id}
                  >
                    {moduleBox(module, own, role)}
                  </td>
                ))}
              </tr>,
              ...(isOpen ? own : []).map((permission) => (
                <tr key={permission.name}>
                  <th scope="row">
                    {permission.label}
                    {permission.description && <small>{permission.description}</small>}
                  </th>
                  {roles.map((role) => (
                    <td data-changed={draft.isChanged(role, permission.name) || undefined} key={role.id}>
                      {box(`${permission.name}|${role.id}`, `${permission.label}, ${role.display_name}`, {
                        checked: draft.has(role, permission.name),
                        lock: lockOf(role, permission.name),
                        onChange: (on) => draft.set(role, [permission.name], on),
                      })}
                    </td>
                  ))}
                </tr>
              )),
            ];
          })}
        </tbody>
      </table>
    </Frame>
  );
}
