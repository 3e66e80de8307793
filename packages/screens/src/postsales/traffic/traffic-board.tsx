import type { TrafficBreak, TrafficDay, TrafficSpot } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import type { MenuAction } from '@pauta/ui/controls/menu.tsx';
import { visuallyHidden } from '@pauta/ui/controls/style.ts';
import { Fragment, type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { styled } from 'styled-components';
import {
  beforeOf,
  conflictsOf,
  type Held,
  idOfHeld,
  othersIn,
  outsideOf,
  startOf,
  steppedTarget,
  type Target,
  unitOfHeld,
} from './held.ts';
import { QuotaCard, SpotCard } from './spot-card.tsx';

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(16rem, 22rem);
  align-items: start;
  gap: var(--pauta-space-4);
  ${badgeStyle}
  & > [data-said] { ${visuallyHidden} }
  & ol, & ul { display: grid; gap: var(--pauta-space-2); margin: 0; padding: 0; list-style: none; }
  & section { min-inline-size: 0; display: grid; gap: var(--pauta-space-2); align-content: start; }
  & h2, & h3 { margin: 0; font-size: var(--pauta-text-md); overflow-wrap: anywhere; }
  & [data-break] { padding: var(--pauta-space-3); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-lg); background: var(--pauta-color-surface-sunken); }
  & [data-break][data-over] { border-color: var(--pauta-color-accent); background: var(--pauta-color-accent-soft); }
  & [data-break][data-over][data-refused] { border-color: var(--pauta-color-danger); background: var(--pauta-color-danger-soft); }
  & [data-break] > header { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--pauta-space-1) var(--pauta-space-3); }
  & [data-break] > header > span, & p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-variant-numeric: tabular-nums; }
  & [data-bar] { grid-column: 1 / -1; block-size: 6px; border-radius: 3px; background: var(--pauta-color-border); overflow: hidden; }
  & [data-bar] > span { display: block; block-size: 100%; inline-size: calc(min(var(--share), 1) * 100%); background: var(--pauta-color-accent); }
  & [data-special] { color: var(--pauta-color-warning-text); }
  & [data-why] { color: var(--pauta-color-danger-text); }
  & [data-mark] { block-size: 4px; border-radius: 2px; background: var(--pauta-color-accent); }
  & [data-card] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--pauta-space-1) var(--pauta-space-2);
    padding: var(--pauta-space-2) var(--pauta-space-3);
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-md);
    background: var(--pauta-color-surface);
  }
  & [data-card][draggable='true'] { cursor: grab; }
  & [data-card][data-held] { outline: 2px solid var(--pauta-color-accent); }
  & [data-card] > button:first-child {
    appearance: none;
    min-block-size: var(--pauta-target-size);
    padding: 0;
    border: 0;
    background: none;
    color: var(--pauta-color-text);
    font: inherit;
    font-weight: var(--pauta-weight-medium);
    text-align: start;
    overflow-wrap: anywhere;
    cursor: inherit;
  }
  & [data-card] > button:first-child:focus-visible { outline: 2px solid var(--pauta-color-accent); outline-offset: 2px; border-radius: var(--pauta-radius-sm); }
  & [data-content] { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-3); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); overflow-wrap: anywhere; }
  @media (max-width: 48rem) { grid-template-columns: minmax(0, 1fr); }
`;

const wordsOf = (units: number, unit: string): string =>
  unit === 'seconds' ? `${formatCount(units)} s` : formatCount(units);

const isFixed = ({ pinned, locked, status }: TrafficSpot): boolean =>
  pinned || locked || !['scheduled', 'confirmed'].includes(status);

export interface TrafficBoardProps {
  readonly day: TrafficDay;
  /** Whether the user may move placements, and place units. */
  readonly mayMove: boolean;
  readonly mayPlace: boolean;
  readonly onDrop: (held: Held, at: TrafficBreak, before: TrafficSpot | null) => void;
  readonly onSwap: (spot: TrafficSpot, other: TrafficSpot) => void;
  readonly actionsOf: (spot: TrafficSpot) => readonly MenuAction[];
}

/**
 * The breaks of a day with their spots, and beside them what is not in a break. A card is moved by dragging it, or by
 * picking it up with the space bar and choosing its place with the arrow keys; what would be in the way is said first.
 */
export function TrafficBoard({
  day,
  mayMove,
  mayPlace,
  onDrop,
  onSwap,
  actionsOf,
}: TrafficBoardProps): ReactElement {
  const [picked, setPicked] = useState<{ readonly id: string; readonly target: Target | null } | null>(null);
  const help = useId();
  const spots = [...day.breaks.flatMap((at) => at.spots), ...day.loose];
  // As the day is now: another trafficker may have moved it meanwhile.
  const heldOf = (id: string): Held | null => {
    const spot = spots.find((one) => one.id === id);
    const quota = day.unplaced.find(({ quota_id }) => quota_id === id);
    return spot ? { kind: 'spot', spot } : quota ? { kind: 'quota', quota } : null;
  };
  const held = picked ? heldOf(picked.id) : null;
  const target = held && picked ? picked.target : null;
  const at = target ? day.breaks.find(({ id }) => id === target.breakId) : undefined;
  const why = held && at ? conflictsOf(day, held, at) : [];
  const outside = held && at && target ? outsideOf(day, held, at, target) : null;
  const put = (id: string, next: Target | null): void => setPicked({ id, target: next });
  const pick = (one: Held): void => put(idOfHeld(one), startOf(day, one));
  const drop = (): void => {
    if (held && at && target) onDrop(held, at, beforeOf(at, held, target));
    setPicked(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (
      !held ||
      !target ||
      !(event.target instanceof HTMLElement) ||
      !event.target.matches('[data-card] > button:first-child')
    )
      return;
    const other = at && beforeOf(at, held, target);
    if (/^Arrow/.test(event.key)) put(idOfHeld(held), steppedTarget(day, held, target, event.key));
    else if (event.key === 'Escape') setPicked(null);
    else if (event.key === ' ' || event.key === 'Enter') drop();
    else if (event.key === 'x' && held.kind === 'spot' && other) {
      onSwap(held.spot, other);
      setPicked(null);
    } else return;
    event.preventDefault();
  };
  const said =
    held && at && target
      ? `${unitOfHeld(held).client.label}: corte de las ${at.airs_at}, lugar ${target.index + 1} de ${othersIn(at, held).length + 1}. ${[...why.map(({ text }) => text), ...(outside === null ? [] : [outside])].join(' ')}`
      : '';
  const shared = (one: Held, fixed: boolean) => ({
    fixed,
    help,
    isHeld: held !== null && idOfHeld(one) === idOfHeld(held),
    onPick: () => pick(one),
    onDragStart: () => put(idOfHeld(one), null),
    onDragEnd: () => setPicked(null),
  });
  const cardOf = (spot: TrafficSpot, isLoose: boolean): ReactElement => (
    <SpotCard
      actions={actionsOf(spot)}
      isLoose={isLoose}
      spot={spot}
      {...shared({ kind: 'spot', spot }, !mayMove || isFixed(spot))}
    />
  );
  return (
    <Root onKeyDown={onKeyDown}>
      <section aria-labelledby={`${help}-breaks`}>
        <h2 id={`${help}-breaks`}>Cortes</h2>
        <ol>
          {day.breaks.map((one) => {
            const isOver = at?.id === one.id;
            const reasons = isOver ? why : [];
            const marked = isOver && held && target ? beforeOf(one, held, target) : undefined;
            const free = Math.max(0, one.capacity - one.taken);
            return (
              <li
                data-break={one.id}
                data-over={isOver || undefined}
                data-refused={reasons.length > 0 || undefined}
                key={one.id}
                onDragOver={(event) => {
                  if (!held) return;
                  event.preventDefault();
                  const card =
                    event.target instanceof HTMLElement ? event.target.closest('[data-card]') : null;
                  const index = othersIn(one, held).findIndex(
                    ({ id }) => id === card?.getAttribute('data-card'),
                  );
                  const next = { breakId: one.id, index: index === -1 ? othersIn(one, held).length : index };
                  if (target?.breakId !== next.breakId || target.index !== next.index)
                    put(idOfHeld(held), next);
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  drop();
                }}
              >
                <header>
                  <h3>
                    {one.airs_at} · {one.name}
                  </h3>
                  <span>{`${wordsOf(one.taken, one.unit)} de ${wordsOf(one.capacity, one.unit)}, ${free === 1 && one.unit !== 'seconds' ? 'queda' : 'quedan'} ${wordsOf(free, one.unit)}`}</span>
                  <div
                    aria-hidden
                    data-bar
                    style={{ '--share': one.capacity > 0 ? one.taken / one.capacity : 1 } as object}
                  >
                    <span />
                  </div>
                </header>
                {one.special !== null && (
                  <p
                    data-special
                  >{`${one.capacity === 0 ? 'Bloqueado' : 'Capacidad especial'}: ${one.special}`}</p>
                )}
                {one.official.map(({ institution, title, duration_sec }) => (
                  <p data-special key={`${institution} ${title}`}>
                    {`Tiempo oficial, ${formatCount(duration_sec)} s · ${institution}: ${title}`}
                  </p>
                ))}
                {isOver && outside !== null && <p data-special>{outside}</p>}
                {reasons.map(({ text }) => (
                  <p data-why key={text}>
                    {text}
                  </p>
                ))}
                <ul>
                  {one.spots.map((spot) => (
                    <Fragment key={spot.id}>
                      {marked?.id === spot.id && <li aria-hidden data-mark />}
                      {cardOf(spot, false)}
                    </Fragment>
                  ))}
                  {marked === null && <li aria-hidden data-mark />}
                </ul>
                {one.spots.length === 0 && !isOver && <p>Nada colocado.</p>}
              </li>
            );
          })}
        </ol>
      </section>
      <div>
        <section aria-labelledby={`${help}-loose`}>
          <h2 id={`${help}-loose`}>Este día, sin corte</h2>
          {day.loose.length === 0 ? (
            <p>Todo lo de este día está en un corte.</p>
          ) : (
            <ul>
              {day.loose.map((spot) => (
                <Fragment key={spot.id}>{cardOf(spot, true)}</Fragment>
              ))}
            </ul>
          )}
          <h2>Por colocar</h2>
          {day.unplaced.length === 0 ? (
            <p>Ningún contrato de esta emisora tiene unidades por colocar en este día.</p>
          ) : (
            <ul>
              {day.unplaced.map((quota) => (
                <QuotaCard
                  actions={[]}
                  key={quota.quota_id}
                  quota={quota}
                  {...shared({ kind: 'quota', quota }, !mayPlace)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
      <p data-said id={help}>
        Espacio para tomarla. Después: flechas para elegir el lugar, espacio para colocarla, X para
        intercambiarla con la siguiente, Escape para dejarla.
      </p>
      <p aria-live="assertive" data-said>
        {said}
      </p>
    </Root>
  );
}
