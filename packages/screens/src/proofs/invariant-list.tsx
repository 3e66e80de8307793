import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { OffendingRow, ProvedInvariant } from '@pauta/domain/proofs/proof-result.ts';
import { indexed } from '@pauta/domain/resource/indexed.ts';
import { resourceIndex } from '@pauta/domain/resource-index.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: var(--pauta-space-1) var(--pauta-space-3);
    padding-block: var(--pauta-space-3);
    border-block-end: 1px solid var(--pauta-color-border);
  }
  & > li:first-child { padding-block-start: 0; }
  & > li:last-child { padding-block-end: 0; border-block-end: 0; }
  & svg { color: var(--pauta-color-text-muted); }
  & [data-state='passed'] > svg { color: var(--pauta-color-success-text); }
  & [data-state='failed'] > svg { color: var(--pauta-color-danger-text); }
  & [data-state='error'] > svg { color: var(--pauta-color-warning-text); }
  & h3 { margin: 0; font-size: var(--pauta-text-md); font-weight: var(--pauta-weight-medium); }
  & h3 > span { color: var(--pauta-color-text-muted); font-variant-numeric: tabular-nums; font-weight: normal; }
  & p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); overflow-wrap: anywhere; }
  & [data-verdict] { color: var(--pauta-color-text); font-weight: var(--pauta-weight-medium); }
  & [data-state='failed'] [data-verdict] { color: var(--pauta-color-danger-text); }
  & ul { margin: var(--pauta-space-2) 0 0; padding-inline-start: var(--pauta-space-5); font-size: var(--pauta-text-sm); overflow-wrap: anywhere; }
  & li li { padding-block: 2px; }
  & a { color: var(--pauta-color-accent-text); }
  @media (max-width: 40rem) {
    & > li > [data-way] { grid-column: 2 / -1; justify-self: start; }
  }
`;

const icons = {
  passed: <CircleCheck aria-label="Se cumple" role="img" size={20} />,
  failed: <CircleAlert aria-label="No se cumple" role="img" size={20} />,
  error: <TriangleAlert aria-label="No se pudo probar" role="img" size={20} />,
  none: <Circle aria-label="Sin probar" role="img" size={20} />,
};

const moment = (at: string): string => dateTimeKind.format(at, {});

/** What the last proof says of an invariant, in one sentence. */
export const verdictOf = ({ state, problem, count, at, since }: ProvedInvariant): string => {
  if (state === null || at === null) return 'Todavía no se ha probado.';
  if (state === 'error') return `No se pudo probar el ${moment(at)}. ${problem ?? ''}`;
  if (state === 'failed')
    return count === 1
      ? `Un registro no lo cumple, según la prueba del ${moment(at)}.`
      : `${formatCount(count)} registros no lo cumplen, según la prueba del ${moment(at)}.`;
  return since === null || since === at
    ? `Se cumplía el ${moment(at)}.`
    : `Cada prueba desde el ${moment(since)} encontró que se cumple.`;
};

function Offender({ row: { resource, id, label, wrong } }: { row: OffendingRow }): ReactElement {
  const page = id === null ? undefined : resourceIndex.find(({ name }) => name === resource);
  return (
    <li>
      {page && id !== null ? <Link to={paths.record(page, id)}>{label}</Link> : <strong>{label}</strong>}:{' '}
      {wrong}
    </li>
  );
}

function Item({ invariant }: { invariant: ProvedInvariant }): ReactElement {
  const { number, title, meaning, enforced_by, state, count, rows, task_id } = invariant;
  const left = count - rows.length;
  return (
    <li data-state={state ?? 'none'}>
      {icons[state ?? 'none']}
      <div>
        <h3>
          <span>{number}</span> {title}
        </h3>
        <p>
          {`${meaning} Lo impide: ${enforced_by.charAt(0).toLocaleLowerCase('es')}${enforced_by.slice(1)}.`}
        </p>
        <p data-verdict>{verdictOf(invariant)}</p>
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <Offender key={`${row.id}${row.label}${row.wrong}`} row={row} />
            ))}
          </ul>
        )}
        {rows.length > 0 && left > 0 && <p>{`Y ${formatCount(left)} más.`}</p>}
        {count > 0 && rows.length === 0 && <p>Son registros que usted no puede ver.</p>}
      </div>
      <div data-way>
        {task_id !== null && (
          <LinkButton size="small" to={paths.record(indexed('activities'), task_id)}>
            Ver la tarea
          </LinkButton>
        )}
      </div>
    </li>
  );
}

/** What always holds, with what a proof found of each: what it means, since when it is kept, and what violates it. */
export function InvariantList({ invariants }: { invariants: readonly ProvedInvariant[] }): ReactElement {
  return (
    <Root>
      {invariants.map((invariant) => (
        <Item invariant={invariant} key={invariant.name} />
      ))}
    </Root>
  );
}
