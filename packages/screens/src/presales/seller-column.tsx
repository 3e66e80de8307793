import { useApiQuery } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import {
  type BoardClient,
  type BoardClientsPage,
  type BoardSeller,
  mainSales,
} from '@pauta/domain/presales/board.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Badge, badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { checkRow } from '@pauta/ui/controls/check-style.ts';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { Menu, type MenuAction } from '@pauta/ui/controls/menu.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { Ellipsis, ExternalLink } from 'lucide-react';
import { type DragEvent, type ReactElement, useId, useState } from 'react';
import { styled } from 'styled-components';
import {
  type ClientFilter,
  countClients,
  countDisputes,
  dragType,
  formatAmounts,
  formatGoal,
  formatPipeline,
  formatSales,
  formatTop,
} from './board-data.ts';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-3);
  min-inline-size: 0;
  padding: var(--pauta-space-4);
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-lg);
  background: var(--pauta-color-surface);
  box-shadow: var(--pauta-shadow-sm);
  &[data-over] { outline: 2px dashed var(--pauta-color-accent); outline-offset: -4px; }
  & > header { display: flex; align-items: flex-start; gap: var(--pauta-space-2); }
  & > header > div { flex: 1; min-inline-size: 0; display: grid; gap: var(--pauta-space-1); justify-items: start; }
  & h2 { margin: 0; font-size: var(--pauta-text-md); overflow-wrap: anywhere; }
  & dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px var(--pauta-space-3); margin: 0; font-size: var(--pauta-text-sm); }
  & dt { color: var(--pauta-color-text-muted); }
  & dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  & [data-bar] { block-size: 6px; border-radius: 3px; background: var(--pauta-color-surface-sunken); overflow: hidden; }
  & [data-bar] > span { display: block; block-size: 100%; inline-size: calc(min(var(--share), 100) * 1%); background: var(--pauta-color-accent); }
  & [data-bar][data-over] > span { background: var(--pauta-color-warning); }
`;

const Rows = styled.ul`
  display: grid;
  gap: var(--pauta-space-1);
  max-block-size: 26rem;
  margin: 0;
  padding: 2px;
  overflow-y: auto;
  list-style: none;
  & > li { display: flex; align-items: flex-start; gap: var(--pauta-space-1); border-radius: var(--pauta-radius-sm); padding-inline: var(--pauta-space-1); }
  & > li:hover { background: var(--pauta-color-hover); }
  & > li[data-leaving] > label > span { color: var(--pauta-color-text-muted); }
  & > li[draggable='true'] { cursor: grab; }
  & > li > label { ${checkRow} flex: 1; min-inline-size: 0; }
  & > li > label > span { min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & [data-page] { display: grid; place-items: center; inline-size: var(--pauta-target-size); block-size: var(--pauta-target-size); flex: none; color: var(--pauta-color-text-muted); }
  ${badgeStyle}
`;

const marksOf = (client: BoardClient, seller: string): readonly (readonly [string, string])[] => [
  ...(client.moves_to === null
    ? []
    : client.moves_to.id === seller
      ? ([['info', `Viene de ${client.owner.label}`]] as const)
      : ([['warning', `Pasa a ${client.moves_to.label}`]] as const)),
  ...(client.rule === null ? [] : ([['neutral', `Regla: ${client.rule}`]] as const)),
  ...(client.frozen === null ? [] : ([['danger', 'Congelada']] as const)),
  ...(client.disputes ? ([['danger', countDisputes(client.disputes)]] as const) : []),
  ...(client.cover === null
    ? []
    : ([
        ['neutral', `Cubre ${client.cover.label} hasta el ${formatCivilDate(client.cover.ends_on)}`],
      ] as const)),
];

export interface Picking {
  readonly selected: ReadonlyMap<string, BoardClient>;
  readonly onSelect: (client: BoardClient, on: boolean) => void;
}

interface ClientPageProps extends Picking {
  readonly seller: BoardSeller;
  readonly on: string | null;
  readonly filter: ClientFilter;
  readonly q: string;
  readonly cursor: string | null;
  /** Present on the last loaded page if there are more clients. */
  readonly onMore?: ((cursor: string) => void) | undefined;
}

/** One page of a seller's clients, as items of the list around it. */
function ClientPage({
  seller,
  on,
  filter,
  q,
  cursor,
  onMore,
  selected,
  onSelect,
}: ClientPageProps): ReactElement {
  const { data, error, mutate } = useApiQuery<BoardClientsPage>(`/portfolio/sellers/${seller.id}/clients`, {
    query: { q: q || undefined, cursor: cursor ?? undefined, on: on ?? undefined, ...filter },
    keepPreviousData: true,
  });
  if (error && !data)
    return (
      <li>
        <FailureBanner error={error} onRetry={() => void mutate()} />
      </li>
    );
  if (!data)
    return (
      <li>
        <Skeleton lines={3} />
      </li>
    );
  if (data.data.length === 0 && cursor === null)
    return (
      <li>{q === '' ? 'Todavía no tiene clientes.' : 'Ningún cliente suyo coincide con la búsqueda.'}</li>
    );
  const drag = (event: DragEvent, client: BoardClient): void => {
    const ids = selected.has(client.id) ? [...selected.keys()] : [client.id];
    event.dataTransfer.setData(dragType, JSON.stringify(ids));
    event.dataTransfer.effectAllowed = 'move';
  };
  const { next_cursor: next } = data;
  return (
    <>
      {data.data.map((client) => (
        <li
          data-leaving={(client.moves_to !== null && client.moves_to.id !== seller.id) || undefined}
          draggable={client.frozen === null && on === null}
          key={client.id}
          onDragStart={(event) => drag(event, client)}
        >
          <label>
            <input
              checked={selected.has(client.id)}
              disabled={on !== null}
              onChange={(event) => onSelect(client, event.target.checked)}
              type="checkbox"
            />
            <span>
              {client.trade_name}
              <small>
                {client.client_code}
                {client.credit_limit !== null &&
                  ` · Crédito ${formatAmounts([{ currency: client.currency_code, amount: client.credit_limit }])}`}
                {client.billed_12m !== null &&
                  ` · Ventas 12 m ${formatAmounts([{ currency: client.currency_code, amount: client.billed_12m }])}`}
              </small>
              {marksOf(client, seller.id).map(([tone, text]) => (
                <span data-badge data-tone={tone} key={text} title={client.frozen ?? undefined}>
                  {text}
                </span>
              ))}
            </span>
          </label>
          <Link aria-label={`Abrir ${client.trade_name}`} data-page to={paths.record(clients, client.id)}>
            <ExternalLink aria-hidden size={14} />
          </Link>
        </li>
      ))}
      {onMore && next !== null && (
        <li>
          <Button onClick={() => onMore(next)} size="small">
            Mostrar más
          </Button>
        </li>
      )}
    </>
  );
}

const change = (now: number, after: number, write: (value: number) => string): string =>
  now === after ? write(now) : `${write(now)} → ${write(after)}`;

export interface SellerColumnProps extends Picking {
  readonly seller: BoardSeller;
  /** The past day that is shown, on which nothing is moved; null: now. */
  readonly on: string | null;
  readonly filter: ClientFilter;
  readonly threshold: number;
  readonly initiallyOpen: boolean;
  /** Called when clients are dropped here; absent while nothing may be moved. */
  readonly onDrop?: ((ids: readonly string[]) => void) | undefined;
  readonly actions: readonly MenuAction[];
}

/**
 * A seller on the board with their balance before and after the draft, and their clients in pages. Clients are dragged
 * onto the column, or moved by "Mover a…".
 */
export function SellerColumn(props: SellerColumnProps): ReactElement {
  const { seller, on, filter, threshold, initiallyOpen, onDrop, actions, selected, onSelect } = props;
  const id = useId();
  const [open, setOpen] = useState(initiallyOpen);
  const [over, setOver] = useState(false);
  const [q, setQ] = useState('');
  // Pages of other clients than those that are shown now are not loaded.
  const shown = JSON.stringify([on, filter, q]);
  const [pages, setPages] = useState<{ readonly of: string; readonly cursors: readonly (string | null)[] }>({
    of: shown,
    cursors: [null],
  });
  const cursors = pages.of === shown ? pages.cursors : [null];
  const { now, after, figures } = seller;
  const takes = (event: DragEvent): boolean =>
    onDrop !== undefined && seller.active && event.dataTransfer.types.includes(dragType);
  return (
    <Root
      aria-labelledby={id}
      data-over={over || undefined}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      }}
      onDrop={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop?.(JSON.parse(event.dataTransfer.getData(dragType)) as string[]);
      }}
    >
      <header>
        <div>
          <h2 id={id}>{seller.label}</h2>
          {!seller.active && <Badge tone="neutral">Sin cuenta activa</Badge>}
          {seller.concentrated && (
            <Badge tone="warning">
              {after.share >= threshold
                ? `Concentra ${after.share} %`
                : `Concentra ${mainSales(figures.sales)?.share} % de las ventas`}
            </Badge>
          )}
          {seller.dependent && <Badge tone="warning">Depende de un cliente</Badge>}
        </div>
        {actions.length > 0 && (
          <Menu actions={actions} label={`Acciones de ${seller.label}`}>
            <IconButton
              icon={<Ellipsis aria-hidden size={16} />}
              label={`Acciones de ${seller.label}`}
              size="small"
            />
          </Menu>
        )}
      </header>
      <dl>
        <dt>Clientes</dt>
        <dd>{change(now.clients, after.clients, formatCount)}</dd>
        <dt>De todos</dt>
        <dd>{change(now.share, after.share, (value) => `${value} %`)}</dd>
        <dt>Crédito</dt>
        <dd>
          {formatAmounts(now.credit) === formatAmounts(after.credit)
            ? formatAmounts(now.credit)
            : `${formatAmounts(now.credit)} → ${formatAmounts(after.credit)}`}
        </dd>
        {figures.sales && (
          <>
            <dt>Ventas 12 m</dt>
            <dd>{formatSales(figures.sales)}</dd>
            <dt>De las ventas</dt>
            <dd>
              {figures.sales.length === 0
                ? '—'
                : figures.sales
                    .map(({ share, currency }) =>
                      figures.sales?.length === 1 ? `${share} %` : `${share} % en ${currency}`,
                    )
                    .join(' · ')}
            </dd>
            <dt>Mayor cliente</dt>
            <dd>{formatTop(figures.sales)}</dd>
          </>
        )}
        {figures.pipeline && (
          <>
            <dt>Pipeline</dt>
            <dd>{formatPipeline(figures.pipeline)}</dd>
          </>
        )}
        {figures.goals && (
          <>
            <dt>Meta del año</dt>
            <dd>{figures.goals.length === 0 ? 'Sin meta' : figures.goals.map(formatGoal).join(' · ')}</dd>
          </>
        )}
        {figures.disputed !== null && figures.disputed > 0 && (
          <>
            <dt>En disputa</dt>
            <dd>{countClients(figures.disputed)}</dd>
          </>
        )}
        <dt>Carga</dt>
        <dd>
          {seller.workload.length === 0
            ? 'Nada pendiente'
            : seller.workload.map(({ label, count }) => `${formatCount(count)} ${label}`).join(' · ')}
        </dd>
      </dl>
      <div
        aria-hidden
        data-bar
        data-over={after.share >= threshold || undefined}
        style={{ '--share': after.share } as Record<string, number>}
      >
        <span />
      </div>
      <Button aria-expanded={open} onClick={() => setOpen(!open)} size="small">
        {open ? 'Ocultar clientes' : `Ver ${countClients(after.clients + seller.losses)}`}
      </Button>
      {open && (
        <>
          <SearchField label={`Buscar entre los clientes de ${seller.label}`} onChange={setQ} value={q} />
          <Rows aria-label={`Clientes de ${seller.label}`}>
            {cursors.map((cursor, index) => (
              <ClientPage
                cursor={cursor}
                filter={filter}
                key={cursor ?? ''}
                on={on}
                onMore={
                  index === cursors.length - 1
                    ? (next) => setPages({ of: shown, cursors: [...cursors, next] })
                    : undefined
                }
                onSelect={onSelect}
                q={q}
                selected={selected}
                seller={seller}
              />
            ))}
          </Rows>
        </>
      )}
    </Root>
  );
}
