import { useApiMutation, useApiQuery } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { BoardClient, Board as BoardData, BoardSeller } from '@pauta/domain/presales/board.ts';
import { portfolioRules } from '@pauta/domain/presales/portfolio-rule.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useCommands } from '@pauta/layout/keys';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import type { MenuAction } from '@pauta/ui/controls/menu.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { UsersRound } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { type ClientChoice, countClients, countMoves } from './board-data.ts';
import { BoardFilters, useBoardFilter } from './board-filters.tsx';
import { SellerColumn } from './seller-column.tsx';

const dialogs = () => import('./board-dialogs.tsx');
const MoveDialog = lazy(async () => ({ default: (await dialogs()).MoveDialog }));
const FreezeDialog = lazy(async () => ({ default: (await dialogs()).FreezeDialog }));
const CoverDialog = lazy(async () => ({ default: (await dialogs()).CoverDialog }));
const CoversDialog = lazy(async () => ({ default: (await dialogs()).CoversDialog }));
const MovesDialog = lazy(async () => ({ default: (await dialogs()).MovesDialog }));
const PublishDialog = lazy(async () => ({ default: (await dialogs()).PublishDialog }));

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
  align-items: start;
  gap: var(--pauta-space-4);
`;

const Bar = styled.div`
  position: sticky;
  inset-block-start: var(--pauta-space-2);
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2);
  padding: var(--pauta-space-2) var(--pauta-space-3);
  border: 1px solid var(--pauta-color-border-strong);
  border-radius: var(--pauta-radius-md);
  background: var(--pauta-color-surface-raised);
  box-shadow: var(--pauta-shadow-md);
  & > p { flex: 1 1 12rem; margin: 0; }
`;

const simulationsPath = '/prevanta/distribucion-cartera/simulaciones';

type Open =
  | { readonly kind: 'move' | 'cover'; readonly choice: ClientChoice; readonly count: number }
  | { readonly kind: 'freeze'; readonly ids: readonly string[] }
  | { readonly kind: 'covers' | 'moves' | 'publish' | 'discard' };

interface Applied {
  readonly proposed: number;
  readonly more: boolean;
  readonly by_rule: readonly { readonly name: string; readonly count: number }[];
}

const describeRules = ({ proposed, by_rule, more }: Applied): string =>
  proposed === 0
    ? 'Las reglas no proponen ningún cambio: cada cuenta ya es de quien le toca.'
    : `${countMoves(proposed)} en el borrador: ${by_rule.map(({ name, count }) => `${name} (${formatCount(count)})`).join(', ')}.${more ? ' Hay más: publíquelos y aplique las reglas otra vez.' : ''}`;

/** Number of columns that are expanded initially if the window is wide enough for several. */
const openAtFirst = 3;

function Columned({ board }: { board: BoardData }): ReactElement {
  const may = useMay(portfolioRules);
  const mayMove = may.permission('portfolio.update');
  const mayPublish = may.permission('portfolio.publish');
  const [q, setQ] = useState('');
  const filter = useBoardFilter();
  const isFiltered = Object.keys(filter.clients).length > 0;
  const [selected, setSelected] = useState<ReadonlyMap<string, BoardClient>>(new Map());
  const [open, setOpen] = useState<Open | null>(null);
  const [wide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const invalidates = ['/portfolio'];
  const move = useApiMutation(
    (api, given: { ids: readonly string[]; to: string }) =>
      api.post<{ data: { moved: number; kept: number; frozen: number } }>('/portfolio/draft/moves', {
        ids: given.ids,
        to_user_id: given.to,
      }),
    { invalidates },
  );
  const apply = useApiMutation(
    (api, from?: string) =>
      api.post<{ data: Applied }>('/portfolio/draft/rules', from === undefined ? {} : { from_user_id: from }),
    { invalidates },
  );
  const thaw = useApiMutation((api, ids: readonly string[]) => api.post('/portfolio/freezes/end', { ids }), {
    invalidates,
  });
  const discard = useApiMutation((api) => api.delete('/portfolio/draft'), { invalidates });

  const notifyResult = async (work: () => Promise<string>): Promise<void> => {
    try {
      notify(await work());
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
    }
  };
  const clear = (): void => setSelected(new Map());
  const close = (): void => setOpen(null);
  const done = (): void => {
    close();
    clear();
  };
  const drop = (seller: BoardSeller, ids: readonly string[]): void =>
    void notifyResult(async () => {
      const { data } = await move.run({ ids, to: seller.id });
      clear();
      const { describeMoves } = await dialogs();
      return describeMoves(data);
    });
  const applyRules = (from?: string): void =>
    void notifyResult(async () => describeRules((await apply.run(from)).data));
  const select = (client: BoardClient, on: boolean): void => {
    const next = new Map(selected);
    if (on) next.set(client.id, client);
    else next.delete(client.id);
    setSelected(next);
  };

  const isPast = board.on !== null;
  const past = isPast ? 'Vuelva a hoy para mover cuentas.' : undefined;
  const moveReason = mayMove.allowed ? past : mayMove.reason;
  const publishReason = mayPublish.allowed ? past : mayPublish.reason;
  const actionsOf = (seller: BoardSeller): MenuAction[] => {
    const choice = { from_user_id: seller.id, ...filter.clients };
    const count = seller.now.clients;
    return [
      {
        id: 'move',
        label: 'Mover todos a…',
        disabledReason: moveReason,
        onAction: () => setOpen({ kind: 'move', choice, count }),
      },
      {
        id: 'cover',
        label: 'Cobertura de todos…',
        disabledReason: publishReason,
        onAction: () => setOpen({ kind: 'cover', choice, count }),
      },
      {
        id: 'rules',
        label: 'Aplicar reglas a sus clientes',
        disabledReason: moveReason,
        onAction: () => applyRules(seller.id),
      },
    ].filter(() => count > 0);
  };

  const { moves, conflicts } = board.draft;
  const words = fold(q).split(/\s+/).filter(Boolean);
  const sellers = board.sellers.filter(
    ({ label, leader }) =>
      words.every((word) => fold(label).includes(word)) &&
      (filter.team === null || leader?.id === filter.team),
  );
  const ids = [...selected.keys()];
  const chosen = [...selected.values()];
  const allFrozen = chosen.length > 0 && chosen.every(({ frozen }) => frozen !== null);
  return (
    <>
      <PageHeader
        actions={
          <>
            <LinkButton to={paths.list(portfolioRules)}>Reglas</LinkButton>
            <LinkButton to={simulationsPath}>Simulaciones</LinkButton>
            <Button onClick={() => setOpen({ kind: 'covers' })}>Coberturas</Button>
            <Button disabledReason={moveReason} loading={apply.pending} onClick={() => applyRules()}>
              Aplicar reglas
            </Button>
          </>
        }
        description={
          board.sellers.length > 0 &&
          `${countClients(board.clients)} entre ${board.sellers.length === 1 ? 'una persona' : `${formatCount(board.sellers.length)} personas`}. Arrastre clientes de una a otra, o selecciónelos y elija «Mover a…».`
        }
        title="Distribución de Cartera"
      />
      <BoardFilters sellers={board.sellers} />
      {board.on !== null && (
        <Banner>
          {`Así estaba la cartera el ${formatCivilDate(board.on)}, con las ventas de los doce meses hasta ese día. El pipeline de un día pasado no se conoce.`}
        </Banner>
      )}
      {isFiltered && (
        <Banner>
          Clientes, crédito y ventas son solo los del filtro. Pipeline, metas y carga son de todos los
          clientes, y las reglas se aplican a todos.
        </Banner>
      )}
      {moves > 0 && (
        <Bar aria-label="Borrador" role="region">
          <p>
            <strong>{countMoves(moves)}</strong> en su borrador
            {conflicts > 0 &&
              `; ${conflicts === 1 ? 'una cuenta ya no está' : `${formatCount(conflicts)} cuentas ya no están`} como cuando la movió`}
          </p>
          <Button onClick={() => setOpen({ kind: 'moves' })} size="small">
            Ver movimientos
          </Button>
          <Button onClick={() => setOpen({ kind: 'discard' })} size="small">
            Descartar
          </Button>
          <Button
            disabledReason={publishReason}
            onClick={() => setOpen({ kind: 'publish' })}
            size="small"
            tone="primary"
          >
            Publicar
          </Button>
        </Bar>
      )}
      {selected.size > 0 && (
        <Bar aria-label="Selección" role="region">
          <p aria-live="polite">
            {selected.size === 1
              ? '1 cliente seleccionado'
              : `${formatCount(selected.size)} clientes seleccionados`}
          </p>
          <Button
            disabledReason={moveReason}
            onClick={() => setOpen({ kind: 'move', choice: { ids }, count: ids.length })}
            size="small"
            tone="primary"
          >
            Mover a…
          </Button>
          <Button
            disabledReason={publishReason}
            onClick={() => setOpen({ kind: 'cover', choice: { ids }, count: ids.length })}
            size="small"
          >
            Cobertura…
          </Button>
          {allFrozen ? (
            <Button
              disabledReason={moveReason}
              loading={thaw.pending}
              onClick={() =>
                void notifyResult(async () => {
                  await thaw.run(ids);
                  clear();
                  return ids.length === 1 ? 'Cuenta descongelada' : 'Cuentas descongeladas';
                })
              }
              size="small"
            >
              Descongelar
            </Button>
          ) : (
            <Button disabledReason={moveReason} onClick={() => setOpen({ kind: 'freeze', ids })} size="small">
              Congelar…
            </Button>
          )}
          <Button onClick={clear} size="small">
            Quitar selección
          </Button>
        </Bar>
      )}
      {board.sellers.length === 0 && (
        <Card>
          <EmptyState
            actions={<LinkButton to={paths.list(users)}>Ir a Usuarios</LinkButton>}
            icon={<UsersRound aria-hidden size={24} />}
            title="Todavía no hay nadie que venda"
          >
            Invite a sus vendedores o dé a alguien el rol «Ejecutivo de Ventas». Aquí verá qué clientes tiene
            cada uno.
          </EmptyState>
        </Card>
      )}
      {board.sellers.length > 6 && <SearchField label="Buscar vendedor" onChange={setQ} value={q} />}
      {sellers.length === 0 && board.sellers.length > 0 && (
        <Banner>
          {filter.team === null ? 'Ningún vendedor se llama así.' : 'Ningún vendedor de ese equipo coincide.'}
        </Banner>
      )}
      <Columns>
        {sellers.map((seller, index) => (
          <SellerColumn
            actions={actionsOf(seller)}
            initiallyOpen={wide && index < openAtFirst}
            filter={filter.clients}
            key={seller.id}
            on={board.on}
            onDrop={mayMove.allowed && !isPast ? (dropped) => drop(seller, dropped) : undefined}
            onSelect={select}
            selected={selected}
            seller={seller}
            threshold={board.threshold}
          />
        ))}
      </Columns>
      <Suspense>
        {open?.kind === 'move' && (
          <MoveDialog choice={open.choice} count={open.count} onClose={close} onDone={done} />
        )}
        {open?.kind === 'cover' && (
          <CoverDialog choice={open.choice} count={open.count} onClose={close} onDone={done} />
        )}
        {open?.kind === 'freeze' && <FreezeDialog ids={open.ids} onClose={close} onDone={done} />}
        {open?.kind === 'covers' && <CoversDialog mayEnd={mayPublish.allowed} onClose={close} />}
        {open?.kind === 'moves' && <MovesDialog onClose={close} />}
        {open?.kind === 'publish' && <PublishDialog moves={moves} onClose={close} sellers={board.sellers} />}
      </Suspense>
      <ConfirmDialog
        confirm="Descartar"
        loading={discard.pending}
        onCancel={close}
        onConfirm={() =>
          void notifyResult(async () => {
            await discard.run();
            close();
            return 'Borrador descartado';
          })
        }
        open={open?.kind === 'discard'}
        title={`¿Descartar ${countMoves(moves)}?`}
        tone="danger"
      >
        Las cuentas se quedan con quien las tiene.
      </ConfirmDialog>
    </>
  );
}

/** `prevanta/distribucion-cartera`: the clients of each seller, moving them in a draft, and publishing it. */
export function Board(): ReactElement {
  const may = useMay(portfolioRules);
  useCommands(
    may.view.allowed
      ? [
          {
            id: 'simulations',
            label: 'Simulaciones de cartera',
            href: simulationsPath,
            keywords: ['qué pasaría si'],
          },
        ]
      : [],
  );
  const { day, clients } = useBoardFilter();
  const { data, error, mutate } = useApiQuery<{ data: BoardData }>(
    may.view.allowed ? '/portfolio/board' : null,
    { query: { on: day ?? undefined, ...clients }, keepPreviousData: true },
  );
  if (data)
    return (
      <Page>
        <Columned board={data.data} />
      </Page>
    );
  return (
    <Page>
      <PageHeader title="Distribución de Cartera" />
      {!may.view.allowed ? (
        <NoAccess title="No puede ver la distribución de cartera">{may.view.reason}</NoAccess>
      ) : error ? (
        <FailureBanner error={error} onRetry={() => void mutate()} />
      ) : (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
    </Page>
  );
}
