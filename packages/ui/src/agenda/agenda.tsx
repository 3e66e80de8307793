import type { Tone } from '@pauta/domain/kinds/choice.ts';
import { formatCount, locale } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Skeleton } from '../controls/skeleton.tsx';
import { focusRing, narrow, visuallyHidden } from '../controls/style.ts';
import { Link, type To } from '../router.ts';
import { lanesOf } from './lanes.ts';

/** An item on a day, at a time or without one. */
export interface AgendaItem {
  readonly id: string;
  readonly title: string;
  readonly to: To;
  /** The civil day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Start in minutes since midnight; null without a time. */
  readonly from: number | null;
  /** Duration in minutes. */
  readonly length: number;
  readonly tone?: Tone | undefined;
  /** Shown after the title, for example the client or the place. */
  readonly detail?: ReactNode;
  /** Completed: shown paler, and cannot be moved. */
  readonly done?: boolean;
}

/** The total number of items of a day. */
export interface DayWhole {
  readonly count: number;
  /** `count` is a lower bound. */
  readonly isEstimate?: boolean;
  readonly to: To;
}

export interface AgendaProps {
  readonly label: string;
  /** The displayed days, one or several, `YYYY-MM-DD`. */
  readonly days: readonly string[];
  readonly items: readonly AgendaItem[];
  /** The current day, which is marked. */
  readonly today: string;
  /** Labels of marked days, such as holidays, by day. */
  readonly marks?: Readonly<Record<string, string>>;
  /** By day, its total number of items and the address of the list with all of them, for items that do not fit here. */
  readonly whole?: Readonly<Record<string, DayWhole>>;
  /** Days whose items are not loaded yet. */
  readonly loading?: readonly string[];
  /**
   * Called to move an item to another day or time (null: to the day without a time). If absent, items cannot be moved.
   */
  readonly onMove?: (item: AgendaItem, day: string, from: number | null) => void;
}

const hour = 60;
/** Minutes to which the time of a dragged item is rounded; a key press moves an item by two steps. */
const step = 15;
const shownHours = { from: 7, to: 19 } as const;

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const timeText = (minutes: number): string => clock.format(new Date(minutes * 60_000));
/** @example dayText('2026-11-22') // 'domingo, 22 de noviembre' */
export const dayText = (day: string): string => longDay.format(at(day));

const Root = styled.div`
  position: relative;
  overflow: auto;
  max-block-size: max(24rem, calc(100dvh - 18rem));
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface')};
  & > [data-days] {
    --row: 3.25rem;
    display: grid;
    grid-template-columns: 5.25rem repeat(var(--count), minmax(7rem, 1fr));
    min-inline-size: min-content;
  }
  & [data-corner] { position: sticky; inset-block-start: 0; z-index: 3; border-block-end: 1px solid ${t('color-border')}; background: ${t('color-surface')}; }
  & [data-hours] { position: relative; display: grid; grid-auto-rows: var(--row); color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; }
  & [data-hours] > span { padding-inline: ${t('space-2')}; translate: 0 -0.6em; text-align: end; white-space: nowrap; }
  & [data-hours] > span:first-child { visibility: hidden; }
  & section { display: contents; }
  & [data-head] {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    grid-row: 1;
    grid-column: var(--column);
    display: flex;
    flex-direction: column;
    gap: ${t('space-1')};
    min-inline-size: 0;
    max-block-size: 16rem;
    overflow-y: auto;
    padding: ${t('space-2')};
    border-inline-start: 1px solid ${t('color-border')};
    border-block-end: 1px solid ${t('color-border')};
    background: ${t('color-surface')};
  }
  & [data-head] h2 { display: flex; align-items: baseline; gap: ${t('space-1')}; font-size: ${t('text-sm')}; font-weight: ${t('weight-medium')}; color: ${t('color-text-muted')}; }
  & [data-head] h2 > b { font-size: ${t('text-lg')}; color: ${t('color-text')}; font-variant-numeric: tabular-nums; }
  & section[data-today] h2 > b { padding-inline: ${t('space-2')}; border-radius: ${t('radius-full')}; background: ${t('color-accent')}; color: ${t('color-accent-contrast')}; }
  & [data-head] :is(h2, li, [data-more]) { flex: none; }
  & a[data-more] { block-size: auto; border-inline-start-color: transparent; background: none; color: ${t('color-accent-text')}; text-decoration: underline; }
  & [data-mark] { color: ${t('color-warning-text')}; font-size: ${t('text-xs')}; }
  & [data-body] {
    position: relative;
    grid-row: 2;
    grid-column: var(--column);
    min-inline-size: 0;
    block-size: calc(var(--hours) * var(--row));
    border-inline-start: 1px solid ${t('color-border')};
    background: repeating-linear-gradient(to bottom, ${t('color-border')} 0 1px, transparent 1px var(--row));
  }
  & section[data-mark-day] [data-body] { background-color: ${t('color-surface-sunken')}; }
  & [data-body][data-over], & [data-head][data-over] { background-color: ${t('color-accent-soft')}; }
  & ol { display: contents; margin: 0; padding: 0; list-style: none; }
  & li { min-inline-size: 0; }
  & [data-body] li {
    position: absolute;
    inset-block-start: calc(var(--from) / 60 * var(--row) + 1px);
    block-size: max(1.75rem, calc(var(--length) / 60 * var(--row) - 2px));
    inset-inline-start: calc(var(--lane) / var(--lanes) * 100% + 2px);
    inline-size: calc(100% / var(--lanes) - 4px);
  }
  & a {
    display: block;
    block-size: 100%;
    min-block-size: ${t('target-size')};
    overflow: hidden;
    padding: 2px ${t('space-2')};
    border-inline-start: 3px solid ${t('color-info')};
    border-radius: ${t('radius-sm')};
    background: ${t('color-info-soft')};
    color: ${t('color-info-text')};
    font-size: ${t('text-sm')};
    line-height: 1.3;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  ${(['success', 'warning', 'danger', 'neutral'] as const)
    .map(
      (tone) =>
        `& a[data-tone='${tone}'] { border-color: ${t(`color-${tone}`)}; background: ${t(`color-${tone}-soft`)}; color: ${t(`color-${tone}-text`)}; }`,
    )
    .join('\n')}
  & a[draggable='true'] { cursor: grab; }
  & a[data-done] > strong { text-decoration: line-through; }
  &:focus-visible, & a:focus-visible { ${focusRing} outline-offset: -2px; }
  & a[data-short] { white-space: nowrap; text-overflow: ellipsis; }
  & a[data-short] > span { display: inline; }
  & a > strong { font-weight: ${t('weight-medium')}; }
  & a > span { display: block; }
  & [data-hint] { ${visuallyHidden} }
  & [data-none] { display: none; }
  ${narrow} {
    max-block-size: none;
    overflow: visible;
    & > [data-days] { display: flex; flex-direction: column; min-inline-size: 0; }
    & [data-corner], & [data-hours] { display: none; }
    & [data-head] { position: static; max-block-size: none; border-inline-start: 0; border-block-end: 0; }
    & section + section [data-head] { border-block-start: 1px solid ${t('color-border')}; }
    & [data-body] { display: flex; flex-direction: column; gap: ${t('space-1')}; block-size: auto; padding: 0 ${t('space-2')} ${t('space-3')}; border: 0; background: none; }
    & [data-body] li { position: static; block-size: auto; inline-size: auto; }
    & a { padding: ${t('space-2')} ${t('space-3')}; }
    & [data-none] { display: block; margin: 0; padding: 0 ${t('space-2')} ${t('space-2')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  }
  @media (forced-colors: active) { & a { border: 1px solid CanvasText; } }
`;

/** The displayed hours: the usual ones, extended so that every item is inside. */
const hoursOf = (items: readonly AgendaItem[]): { from: number; to: number } => {
  const timed = items.flatMap(({ from, length }) => (from === null ? [] : [{ from, to: from + length }]));
  return {
    from: Math.min(shownHours.from, ...timed.map(({ from }) => Math.floor(from / hour))),
    to: Math.min(24, Math.max(shownHours.to, ...timed.map(({ to }) => Math.ceil(to / hour)))),
  };
};

/** Maximum number of parallel items that are still readable. */
const lanesAtMost = (days: number): number => (days > 1 ? 3 : 12);

/** Items with a time, ordered and placed side by side where they overlap; those that do not fit are left out. */
const placed = (items: readonly AgendaItem[], most: number) => {
  const timed = items.toSorted((a, b) => Number(a.from) - Number(b.from));
  const spans = timed.map(({ from, length }) => ({
    from: Number(from),
    to: Number(from) + Math.max(length, 30),
  }));
  return lanesOf(spans).flatMap(({ lane, lanes }, index) => {
    const item = timed[index];
    return item && lane < most ? [{ item, lane, lanes: Math.min(lanes, most) }] : [];
  });
};

const moveKeys: Readonly<Record<string, readonly [days: number, minutes: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -2 * step],
  ArrowDown: [0, 2 * step],
};

const dayAfter = (day: string, count: number): string =>
  new Date(at(day).getTime() + count * 86_400_000).toISOString().slice(0, 10);

/**
 * Days side by side, with their items placed by time. The arrow keys move the focus between items; with Shift they move
 * the item, up and down by half an hour, left and right by a day. Items can also be dragged. On a narrow screen the
 * days are lists below each other.
 *
 * @example <Agenda days={week} items={items} label="Agenda" onMove={reschedule} today="2026-11-22" />
 */
export function Agenda({
  label,
  days,
  items,
  today,
  marks = {},
  whole: wholes = {},
  loading = [],
  onMove,
}: AgendaProps): ReactElement {
  const hint = useId();
  const root = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ item: AgendaItem; grip: number } | null>(null);
  const [over, setOver] = useState<string | null>(null);
  // The new place of an item that was moved by keyboard: it gets the focus there.
  const follow = useRef<Pick<AgendaItem, 'id' | 'day' | 'from'> | null>(null);
  const hours = hoursOf(items);
  useEffect(() => {
    const wanted = follow.current;
    // A move may wait for the server; until the item has its new place the focus does not change.
    if (!items.some(({ id, day, from }) => id === wanted?.id && day === wanted.day && from === wanted.from))
      return;
    const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    links.find((one) => one.dataset.item === wanted?.id)?.focus();
    follow.current = null;
  }, [items]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    const move = moveKeys[key];
    if (!(target instanceof HTMLElement) || !move || event.ctrlKey || event.altKey || event.metaKey) return;
    const item = items.find(({ id }) => id === target.dataset.item);
    if (!item) return;
    event.preventDefault();
    if (event.shiftKey) {
      if (!onMove || item.done) return;
      const from = item.from === null ? null : Math.max(0, Math.min(1440 - step, item.from + move[1]));
      const day = dayAfter(item.day, move[0]);
      if (day === item.day && from === item.from) return;
      follow.current = { id: item.id, day, from };
      onMove(item, day, from);
      return;
    }
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const vertical = move[0] === 0;
    const place = all.indexOf(target);
    const forward = key === 'ArrowDown' || key === 'ArrowRight';
    const rest = forward ? all.slice(place + 1) : all.slice(0, place).reverse();
    const section = target.closest('section');
    const next = rest.find((one) => vertical || one.closest('section') !== section);
    next?.focus();
  };

  const drop = (event: DragEvent<HTMLElement>, day: string, whole: boolean): void => {
    event.preventDefault();
    setOver(null);
    if (!dragged || !onMove) return;
    const { item, grip } = dragged;
    setDragged(null);
    const box = event.currentTarget.getBoundingClientRect();
    const minutes =
      ((event.clientY - box.top) / Math.max(1, box.height)) * (hours.to - hours.from) * hour - grip;
    const from = whole ? null : Math.max(0, Math.round((hours.from * hour + minutes) / step) * step);
    // An item without a time is moved to a day, not to an hour; an item with a time keeps one.
    const kept = item.from === null ? null : (from ?? item.from);
    if (day !== item.day || kept !== item.from) onMove(item, day, kept);
  };
  const takes = (day: string, part: string) => ({
    'data-over': over === `${day} ${part}` || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!dragged) return;
      event.preventDefault();
      setOver(`${day} ${part}`);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent<HTMLElement>) => drop(event, day, part === 'head'),
  });

  const link = (item: AgendaItem): ReactElement => {
    const movable = onMove !== undefined && !item.done;
    return (
      <Link
        aria-describedby={movable ? hint : undefined}
        data-done={item.done || undefined}
        data-item={item.id}
        data-short={(item.from !== null && item.length < 45) || undefined}
        data-tone={item.tone}
        draggable={movable}
        onDragEnd={() => {
          setDragged(null);
          setOver(null);
        }}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', item.id);
          event.dataTransfer.effectAllowed = 'move';
          const box = event.currentTarget.getBoundingClientRect();
          setDragged({ item, grip: ((event.clientY - box.top) / Math.max(1, box.height)) * item.length });
        }}
        to={item.to}
      >
        {item.from !== null && `${timeText(item.from)} `}
        <strong>{item.title}</strong>
        {item.detail && <span> {item.detail}</span>}
      </Link>
    );
  };

  return (
    // It is scrolled by keyboard also without anything in it.
    <Root aria-label={label} onKeyDown={onKeyDown} ref={root} role="group" tabIndex={0}>
      <p data-hint id={hint}>
        Mayúsculas y flechas la mueven: arriba y abajo media hora, a los lados un día.
      </p>
      <div
        data-days
        style={{ '--count': days.length, '--hours': hours.to - hours.from } as Record<string, number>}
      >
        <div data-corner />
        <div aria-hidden data-hours style={{ gridRow: 2, gridColumn: 1 }}>
          {Array.from({ length: hours.to - hours.from }, (_, index) => (
            <span key={hours.from + index}>{timeText((hours.from + index) * hour)}</span>
          ))}
        </div>
        {days.map((day, index) => {
          const all = wholes[day];
          const whole = items.filter((item) => item.day === day && item.from === null);
          const timed = placed(
            items.filter((item) => item.day === day && item.from !== null),
            all ? lanesAtMost(days.length) : Number.POSITIVE_INFINITY,
          );
          const mark = marks[day];
          const shown = whole.length + timed.length;
          const isLoading = loading.includes(day);
          return (
            <section
              aria-label={`${dayText(day)}${day === today ? ', hoy' : ''}${mark ? `, ${mark}` : ''}`}
              aria-busy={isLoading || undefined}
              data-mark-day={mark ? '' : undefined}
              data-today={day === today || undefined}
              key={day}
              style={{ '--column': index + 2 } as Record<string, number>}
            >
              <div data-head {...takes(day, 'head')}>
                <h2>
                  {weekday.format(at(day))} <b>{Number(day.slice(8))}</b>
                </h2>
                {all && all.count > shown && (
                  <Link data-more to={all.to}>
                    {shown} de {all.isEstimate && 'más de '}
                    {formatCount(all.count)}
                    <span data-hint>: ver todo en la lista</span>
                  </Link>
                )}
                {mark && <span data-mark>{mark}</span>}
                {whole.length > 0 && (
                  <ol>
                    {whole.map((item) => (
                      <li key={item.id}>{link(item)}</li>
                    ))}
                  </ol>
                )}
                {isLoading && <Skeleton lines={2} />}
              </div>
              <div data-body {...takes(day, 'body')}>
                {timed.length > 0 && (
                  <ol>
                    {timed.map(({ item, lane, lanes }) => (
                      <li
                        key={item.id}
                        style={
                          {
                            '--from': Number(item.from) - hours.from * hour,
                            '--length': item.length,
                            '--lane': lane,
                            '--lanes': lanes,
                          } as Record<string, number>
                        }
                      >
                        {link(item)}
                      </li>
                    ))}
                  </ol>
                )}
                {shown === 0 && !isLoading && <p data-none>Nada este día.</p>}
              </div>
            </section>
          );
        })}
      </div>
    </Root>
  );
}
