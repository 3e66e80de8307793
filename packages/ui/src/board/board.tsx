import type { Tone } from '@pauta/domain/kinds/choice.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { ArrowRightLeft } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  useCallback,
  useId,
  useMemo,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Menu } from '../controls/menu.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { focusRing } from '../controls/style.ts';
import { Link, type To } from '../router.ts';

/** A card of the board. */
export interface BoardCard {
  readonly id: string;
  /** Title of the card and text of its link. */
  readonly title: string;
  readonly to: To;
  readonly tone?: Tone | undefined;
  /** Heading under which it stands; cards of one heading are consecutive. */
  readonly group?: string | undefined;
  /** Shown below the title. */
  readonly content?: ReactNode;
}

/** A column: one state of the cards. */
export interface BoardColumn {
  readonly id: string;
  readonly label: string;
  readonly tone?: Tone | undefined;
  /** Absent while loading. */
  readonly cards?: readonly BoardCard[] | undefined;
  /** Total number, of which `cards` may be only the first ones. */
  readonly total?: number | undefined;
  readonly totalIsEstimate?: boolean | undefined;
  /** Shown below the label, such as the sums of all cards. */
  readonly summary?: ReactNode;
  /** Shown after the cards, such as a link to the remaining ones or an error. */
  readonly after?: ReactNode;
}

export interface BoardProps {
  readonly label: string;
  readonly columns: readonly BoardColumn[];
  /** Returns the ids of the columns to which a card may be moved; empty if it cannot be moved. */
  readonly moves: (card: BoardCard, from: string) => readonly string[];
  readonly onMove: (card: BoardCard, from: string, to: string) => void;
}

const Root = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(15rem, 1fr);
  align-items: start;
  gap: ${t('space-3')};
  overflow-x: auto;
  padding: 2px;
  ${badgeStyle}
  & > section {
    display: flex;
    flex-direction: column;
    gap: ${t('space-2')};
    min-inline-size: 0;
    min-block-size: 12rem;
    padding: ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-lg')};
    background: ${t('color-surface-sunken')};
  }
  & > section[data-over] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; }
  & > section[data-closed] { opacity: 0.55; }
  & > section > header { display: flex; align-items: center; gap: ${t('space-2')}; }
  & > section > header > h2 { flex: 1; min-inline-size: 0; font-size: ${t('text-md')}; font-weight: ${t('weight-medium')}; }
  & > section > header > span { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-variant-numeric: tabular-nums; }
  & > section > [data-summary] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-variant-numeric: tabular-nums; }
  & ul {
    display: flex;
    flex-direction: column;
    gap: ${t('space-2')};
    margin: -2px;
    padding: 2px;
    max-block-size: max(24rem, 100dvh - 18rem);
    overflow-y: auto;
    list-style: none;
  }
  & li[data-heading] { padding-block-start: ${t('space-2')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-weight: ${t('weight-medium')}; }
  & li[data-rest] { min-block-size: 1px; }
  & li[data-card] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${t('space-1')} ${t('space-2')};
    padding: ${t('space-2')} ${t('space-2')} ${t('space-3')} ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface')};
    box-shadow: ${t('shadow-sm')};
  }
  & li[draggable='true'] { cursor: grab; }
  & li[data-dragging] { opacity: 0.5; }
  & li[data-card] > a {
    align-self: center;
    min-inline-size: 0;
    min-block-size: ${t('target-size')};
    color: ${t('color-text')};
    font-weight: ${t('weight-medium')};
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  & li > a:hover { color: ${t('color-accent-text')}; text-decoration: underline; }
  & li > a:focus-visible { ${focusRing} border-radius: ${t('radius-sm')}; }
  & li > [data-content] {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: ${t('space-1')} ${t('space-2')};
    min-inline-size: 0;
    color: ${t('color-text-muted')};
    font-size: ${t('text-sm')};
    overflow-wrap: anywhere;
  }
  & [data-none] { margin: 0; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  /* On a phone one column at a time, with the edge of the next; swiping stops at each. */
  @media (max-width: 40rem) {
    grid-auto-columns: min(18rem, 86%);
    scroll-snap-type: x proximity;
    & > section { scroll-snap-align: start; }
  }
  @media (forced-colors: active) { & > section[data-over] { outline: 2px solid Highlight; } }
`;

/** Cards of a column that are rendered at first, and how many are added when the user gets near the last. */
const chunk = 40;

/** The card to which an arrow key moves the focus. */
const neighbour = (link: HTMLElement, key: string): HTMLElement | null => {
  const column = link.closest('section');
  const links = (of: Element | null | undefined): HTMLElement[] => [
    ...(of?.querySelectorAll<HTMLElement>('li > a') ?? []),
  ];
  const here = links(column);
  const place = here.indexOf(link);
  if (key === 'ArrowDown') return here[place + 1] ?? null;
  if (key === 'ArrowUp') return here[place - 1] ?? null;
  const columns = [...(column?.parentElement?.querySelectorAll(':scope > section') ?? [])];
  const step = key === 'ArrowRight' ? 1 : -1;
  for (
    let next = columns.indexOf(column as Element) + step;
    next >= 0 && next < columns.length;
    next += step
  ) {
    const there = links(columns[next]);
    const found = there[Math.min(place, there.length - 1)];
    if (found) return found;
  }
  return null;
};

/**
 * Cards in columns, one per state. A card is moved by dragging or by its menu "Mover a…", which works by keyboard and
 * touch; arrow keys move between cards. `onMove` decides what a move does, and whether it asks for input first.
 *
 * @example <Board label="Actividades por estado" columns={columns} moves={movesOf} onMove={move} />
 */
export function Board({ label, columns, moves, onMove }: BoardProps): ReactElement {
  const [dragged, setDragged] = useState<{ card: BoardCard; from: string } | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const allowed = dragged ? moves(dragged.card, dragged.from) : [];

  const names = JSON.stringify(columns.map(({ id, label: name }) => [id, name]));
  const labels = useMemo(() => new Map(JSON.parse(names) as [string, string][]), [names]);
  const start = useCallback((card: BoardCard, from: string) => setDragged({ card, from }), []);
  const end = useCallback(() => {
    setDragged(null);
    setOver(null);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches('li > a') || !/^Arrow/.test(key)) return;
    event.preventDefault();
    neighbour(target, key)?.focus();
  };

  return (
    <Root
      aria-label={label}
      onKeyDown={onKeyDown}
      role="group"
      // Without cards nothing in it takes the focus, and it could not be scrolled by keyboard.
      tabIndex={columns.some(({ cards = [] }) => cards.length > 0) ? undefined : 0}
    >
      {columns.map((column) => (
        <Column
          closed={dragged !== null && dragged.from !== column.id && !allowed.includes(column.id)}
          column={column}
          labels={labels}
          dragged={dragged?.card.id ?? null}
          key={column.id}
          moves={moves}
          onDragEnd={end}
          onDragStart={start}
          onDrop={() => {
            if (dragged && allowed.includes(column.id)) onMove(dragged.card, dragged.from, column.id);
            end();
          }}
          onMove={onMove}
          onOver={(isOver) => setOver(isOver && allowed.includes(column.id) ? column.id : null)}
          over={over === column.id}
        />
      ))}
    </Root>
  );
}

interface ColumnProps extends Pick<BoardProps, 'moves' | 'onMove'> {
  column: BoardColumn;
  /** Labels of all columns by id. */
  labels: ReadonlyMap<string, string>;
  /** Id of the card being dragged. */
  dragged: string | null;
  closed: boolean;
  over: boolean;
  onDragStart: (card: BoardCard, from: string) => void;
  onDragEnd: () => void;
  onOver: (isOver: boolean) => void;
  onDrop: () => void;
}

interface CardItemProps extends Pick<ColumnProps, 'labels' | 'onMove' | 'onDragStart' | 'onDragEnd'> {
  card: BoardCard;
  from: string;
  isDragged: boolean;
  /** Ids of the columns to which it may be moved, as one text, so that equal ones are not rendered again. */
  targets: string;
}

/** A card; not rendered again while another one is dragged or moved, or more cards are added. */
const CardItem = memo(function CardItem({
  card,
  from,
  labels,
  isDragged,
  targets,
  onMove,
  onDragStart,
  onDragEnd,
}: CardItemProps): ReactElement {
  return (
    <li
      data-card
      data-dragging={isDragged || undefined}
      draggable={targets !== ''}
      onDragEnd={onDragEnd}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', card.id);
        event.dataTransfer.effectAllowed = 'move';
        onDragStart(card, from);
      }}
    >
      <Link draggable={false} to={card.to}>
        {card.title}
      </Link>
      {targets !== '' && (
        <Menu
          actions={targets.split(',').map((id) => ({
            id,
            label: labels.get(id) ?? id,
            onAction: () => onMove(card, from, id),
          }))}
          label={`Mover ${card.title} a…`}
        >
          <IconButton
            icon={<ArrowRightLeft aria-hidden size={15} />}
            label={`Mover a…: ${card.title}`}
            size="small"
          />
        </Menu>
      )}
      {card.content && <div data-content>{card.content}</div>}
    </li>
  );
});

function Column({
  column,
  labels,
  moves,
  onMove,
  dragged,
  closed,
  over,
  onDragStart,
  onDragEnd,
  onOver,
  onDrop,
}: ColumnProps): ReactElement {
  const id = useId();
  const { cards, total = cards?.length, summary, after } = column;
  const [shown, setShown] = useState(chunk);
  // More cards are rendered before the user reaches the last ones.
  const rest = useCallback((end: HTMLElement | null) => {
    if (!end) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setShown((before) => before + chunk);
      },
      { root: end.parentElement, rootMargin: '800px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, []);
  const onDragOver = (event: DragEvent): void => {
    if (dragged === null || closed) return;
    event.preventDefault();
    onOver(true);
  };
  return (
    <section
      aria-labelledby={id}
      data-closed={closed || undefined}
      data-over={over || undefined}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) onOver(false);
      }}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <header>
        <h2 id={id}>
          <span data-badge data-tone={column.tone}>
            {column.label}
          </span>
        </h2>
        {total !== undefined && <span>{`${formatCount(total)}${column.totalIsEstimate ? '+' : ''}`}</span>}
      </header>
      {summary && <div data-summary>{summary}</div>}
      {!cards ? (
        !after && <Skeleton lines={3} />
      ) : cards.length === 0 ? (
        <p data-none>Nada aquí.</p>
      ) : (
        <ul>
          {cards.slice(0, shown).flatMap((card, place) => [
            card.group !== undefined && card.group !== cards[place - 1]?.group && (
              <li data-heading key={`heading ${card.id}`}>
                {card.group}
              </li>
            ),
            <CardItem
              card={card}
              from={column.id}
              isDragged={dragged === card.id}
              key={card.id}
              labels={labels}
              targets={moves(card, column.id).join()}
              onDragEnd={onDragEnd}
              onDragStart={onDragStart}
              onMove={onMove}
            />,
          ])}
          {cards.length > shown && <li aria-hidden data-rest ref={rest} />}
        </ul>
      )}
      {after}
    </section>
  );
}
