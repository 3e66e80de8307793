import { Card } from '@pauta/ui/controls/card.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { useSearchParams } from '@pauta/ui/router.ts';
import { Equal } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import type { Matrix } from './role-data.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-4);
  & > [data-choice] { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: var(--pauta-space-3); align-items: end; }
  & [data-scroll] { overflow-x: auto; }
  & table { inline-size: 100%; border-collapse: collapse; }
  & :is(th, td) { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: start; font-weight: 400; overflow-wrap: anywhere; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & [data-has='true'] { color: var(--pauta-color-success-text); font-weight: var(--pauta-weight-medium); }
  & [data-has='false'] { color: var(--pauta-color-text-muted); }
`;

/** Two roles side by side, by default only their differences. */
export function RoleCompare({ matrix }: { matrix: Matrix }): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const [all, setAll] = useState(false);
  const pick = (name: string, fallback: number) =>
    matrix.roles.find(({ id }) => id === parameters.get(name)) ?? matrix.roles[fallback];
  const [one, two] = [pick('a', 1), pick('b', 2)];
  const choose = (name: string) => (id: string) => {
    const next = new URLSearchParams(parameters);
    next.set(name, id);
    setParameters(next, { replace: true });
  };
  const options = matrix.roles.map(({ id, display_name }) => ({ value: id, label: display_name }));
  if (!one || !two) return <p>Hacen falta dos roles para compararlos.</p>;
  const rows = matrix.permissions
    .map((permission) => ({
      ...permission,
      first: one.permissions.includes(permission.name),
      second: two.permissions.includes(permission.name),
    }))
    .filter(({ first, second }) => all || first !== second);
  const mark = (has: boolean): ReactElement => <td data-has={has}>{has ? 'Sí' : 'No'}</td>;
  return (
    <Root>
      <div data-choice>
        <Select clearable={false} label="Rol" onChange={choose('a')} options={options} value={one.id} />
        <Select
          clearable={false}
          label="Comparar con"
          onChange={choose('b')}
          options={options}
          value={two.id}
        />
        <Checkbox checked={all} label="Mostrar también lo que coincide" onChange={setAll} />
      </div>
      <Card>
        {rows.length === 0 ? (
          <EmptyState icon={<Equal aria-hidden size={24} />} title="Pueden hacer lo mismo">
            Los dos roles tienen los mismos permisos.
          </EmptyState>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
          <section aria-label="Comparación de roles" data-scroll tabIndex={0}>
            <table>
              <caption>
                <small>
                  {all
                    ? `${rows.length} permisos`
                    : rows.length === 1
                      ? 'Se diferencian en 1 permiso'
                      : `Se diferencian en ${rows.length} permisos`}
                </small>
              </caption>
              <thead>
                <tr>
                  <th scope="col">Permiso</th>
                  <th scope="col">{one.display_name}</th>
                  <th scope="col">{two.display_name}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.name}>
                    <th scope="row">
                      {row.label}
                      <small>{row.module}</small>
                    </th>
                    {mark(row.first)}
                    {mark(row.second)}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Card>
    </Root>
  );
}
