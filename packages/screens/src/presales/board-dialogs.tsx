import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useApiMutation, useApiQuery } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { date, formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { percent } from '@pauta/domain/kinds/number.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { longText } from '@pauta/domain/kinds/text.ts';
import type { BoardClientsPage, BoardSeller } from '@pauta/domain/presales/board.ts';
import type { Rule } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type ClientChoice, countClients, countMoves, formatSales } from './board-data.ts';

const List = styled.ul`
  display: grid;
  gap: var(--pauta-space-2);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2); }
  & > li > span { flex: 1 1 12rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
`;

const reason = (): Field => longText('Motivo', { max: 500, min: 5, required: true, width: 'full' }) as Field;

interface DialogProps {
  readonly onClose: () => void;
}

interface ChoiceProps extends DialogProps {
  readonly choice: ClientChoice;
  /** Number of clients, for the title. */
  readonly count: number;
  /** Called after the command was executed. */
  readonly onDone: () => void;
}

const personFields: Fields = {
  to_user_id: reference('A quién', () => users, { required: true, width: 'full' }) as Field,
};

/** The result of adding moves to the draft, in a sentence. */
export const describeMoves = ({
  moved,
  kept,
  frozen,
}: {
  moved: number;
  kept: number;
  frozen: number;
}): string => {
  const parts = [
    ...(moved > 0 ? [`${countMoves(moved)} en el borrador`] : []),
    ...(kept > 0 ? [`${countClients(kept)} ${kept === 1 ? 'sigue' : 'siguen'} con quien lo tiene`] : []),
    ...(frozen > 0 ? [`${countClients(frozen)} sin mover: cuenta congelada`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : 'Nada cambió: ya son de esa persona';
};

/** Moves clients to a seller in the draft: the keyboard alternative to dragging. */
export function MoveDialog({ choice, count, onDone, onClose }: ChoiceProps): ReactElement {
  const move = useApiMutation(
    (api, to: string) =>
      api.post<{ data: { moved: number; kept: number; frozen: number } }>('/portfolio/draft/moves', {
        ...choice,
        to_user_id: to,
      }),
    { invalidates: ['/portfolio'] },
  );
  return (
    <Dialog onClose={onClose} open title={`Mover ${countClients(count)}`}>
      <FieldsForm
        above={<p>Queda en su borrador. Nadie lo ve y nada cambia hasta que lo publique.</p>}
        autoFocus
        bar="dialog"
        fields={personFields}
        label={`Mover ${countClients(count)}`}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { data } = await move.run((values.to_user_id as Reference).id);
          notify(describeMoves(data));
          onDone();
        }}
        submitLabel="Mover"
      />
    </Dialog>
  );
}

const freezeFields: Fields = { reason: reason() };

/** Excludes accounts from being moved. */
export function FreezeDialog({
  ids,
  onDone,
  onClose,
}: DialogProps & { ids: readonly string[]; onDone: () => void }): ReactElement {
  const freeze = useApiMutation(
    (api, text: string) => api.post('/portfolio/freezes', { ids, reason: text }),
    {
      invalidates: ['/portfolio'],
    },
  );
  return (
    <Dialog onClose={onClose} open title={`Congelar ${countClients(ids.length)}`}>
      <FieldsForm
        above={<p>Ni reglas, ni borradores, ni transferencias los mueven hasta que los descongele.</p>}
        autoFocus
        bar="dialog"
        fields={freezeFields}
        label="Congelar cuentas"
        onCancel={onClose}
        onSubmit={async (values) => {
          await freeze.run(String(values.reason));
          notify(ids.length === 1 ? 'Cuenta congelada' : `${formatCount(ids.length)} cuentas congeladas`);
          onDone();
        }}
        submitLabel="Congelar"
      />
    </Dialog>
  );
}

const coverFields: Fields = {
  user_id: reference('Quién cubre', () => users, { required: true, width: 'full' }) as Field,
  starts_on: date('Desde', { required: true }) as Field,
  ends_on: date('Hasta', { required: true, hint: 'Ese día todavía vale.' }) as Field,
  split_pct: percent('Su parte', {
    max: 100,
    initial: '0',
    hint: 'Del crédito por la venta en esos días. Lo demás es del vendedor.',
  }) as Field,
  reason: reason(),
};

const inOrder: Rule = ({ starts_on, ends_on }) =>
  typeof starts_on === 'string' && typeof ends_on === 'string' && ends_on < starts_on
    ? { ends_on: ['Debe ser el mismo día que «Desde» o después.'] }
    : null;

/** Assigns clients temporarily to a covering seller. */
export function CoverDialog({ choice, count, onDone, onClose }: ChoiceProps): ReactElement {
  const cover = useApiMutation(
    (api, values: Readonly<Record<string, unknown>>) =>
      api.post<{ data: { clients: number } }>('/portfolio/covers', { ...choice, ...values }),
    { invalidates: ['/portfolio'] },
  );
  return (
    <Dialog onClose={onClose} open title={`Cobertura de ${countClients(count)}`}>
      <FieldsForm
        above={<p>Quien cubre los ve en esos días; siguen siendo de su vendedor.</p>}
        autoFocus
        bar="dialog"
        fields={coverFields}
        label="Cobertura temporal"
        onCancel={onClose}
        onSubmit={async ({ user_id, ...values }) => {
          const { data } = await cover.run({ ...values, user_id: (user_id as Reference).id });
          notify(`Cobertura de ${countClients(data.clients)}`);
          onDone();
        }}
        rules={[inOrder]}
        submitLabel="Dar cobertura"
      />
    </Dialog>
  );
}

interface Cover {
  readonly id: string;
  readonly user: { readonly label: string };
  readonly starts_on: string;
  readonly ends_on: string;
  readonly split_pct: string;
  readonly reason: string | null;
  readonly clients: number;
  readonly example: string;
  readonly state: 'planned' | 'current';
}

/** Current and future covers, and ending them. */
export function CoversDialog({ mayEnd, onClose }: DialogProps & { mayEnd: boolean }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: readonly Cover[] }>('/portfolio/covers');
  const end = useApiMutation((api, id: string) => api.post(`/portfolio/covers/${id}/end`), {
    invalidates: ['/portfolio'],
  });
  const stop = async (id: string): Promise<void> => {
    try {
      await end.run(id);
      notify('Cobertura terminada');
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
    }
  };
  return (
    <Dialog onClose={onClose} open title="Coberturas temporales">
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !data && <Skeleton lines={3} />}
      {data?.data.length === 0 && (
        <p>
          No hay ninguna. Seleccione clientes en el tablero, o use el menú de un vendedor, y elija
          «Cobertura».
        </p>
      )}
      {data && data.data.length > 0 && (
        <List>
          {data.data.map((cover) => (
            <li key={cover.id}>
              <span>
                {cover.user.label}:{' '}
                {cover.clients === 1
                  ? cover.example
                  : `${cover.example} y ${formatCount(cover.clients - 1)} más`}
                <small>
                  {formatCivilDate(cover.starts_on)} – {formatCivilDate(cover.ends_on)}
                  {cover.state === 'planned' && ' · por empezar'}
                  {Number(cover.split_pct) > 0 && ` · ${Number(cover.split_pct)} %`}
                  {cover.reason !== null && ` · ${cover.reason}`}
                </small>
              </span>
              {mayEnd && (
                <Button loading={end.pending} onClick={() => void stop(cover.id)} size="small">
                  Terminar
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
    </Dialog>
  );
}

/** The moves of the draft, one page at a time, and removing them from the draft. */
export function MovesDialog({ onClose }: DialogProps): ReactElement {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, mutate } = useApiQuery<BoardClientsPage>('/portfolio/draft/moves', {
    query: { cursor },
    keepPreviousData: true,
  });
  const remove = useApiMutation(
    (api, ids: readonly string[]) => api.post('/portfolio/draft/moves/remove', { ids }),
    {
      invalidates: ['/portfolio'],
    },
  );
  const drop = (id: string) =>
    remove
      .run([id])
      .catch((failure: unknown) => notify(describeFailure(failure).message, { tone: 'danger' }));
  return (
    <Dialog onClose={onClose} open title="Movimientos del borrador" width={40}>
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !data && <Skeleton lines={4} />}
      {data?.data.length === 0 && <p>El borrador está vacío.</p>}
      {data && data.data.length > 0 && (
        <List>
          {data.data.map((client) => (
            <li key={client.id}>
              <span>
                {client.trade_name}
                <small>
                  {client.owner.label} → {client.moves_to?.label}
                  {client.rule !== null && ` · regla «${client.rule}»`}
                  {client.frozen !== null && ' · congelada: no se publicará'}
                </small>
              </span>
              <Button
                aria-label={`Quitar ${client.trade_name} del borrador`}
                loading={remove.pending}
                onClick={() => void drop(client.id)}
                size="small"
              >
                Quitar
              </Button>
            </li>
          ))}
          <li>
            {cursors.length > 0 && (
              <Button onClick={() => setCursors(cursors.slice(0, -1))} size="small">
                Anteriores
              </Button>
            )}
            {data.next_cursor !== null && (
              <Button onClick={() => setCursors([...cursors, data.next_cursor ?? ''])} size="small">
                Siguientes
              </Button>
            )}
          </li>
        </List>
      )}
    </Dialog>
  );
}

const publishFields: Fields = {
  effective_on: date('Vigente desde', {
    hint: 'Sin fecha, hoy. En un día futuro queda programado.',
  }) as Field,
  reason: longText('Motivo', { max: 1000, min: 5, required: true, width: 'full' }) as Field,
};

interface Conflict {
  readonly label: string;
  readonly reason: string;
}

interface Published {
  readonly moved: number;
  readonly transfers: readonly string[];
  readonly conflicts: readonly Conflict[];
}

const Balances = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  font-size: var(--pauta-text-sm);
  & th, & td { padding: var(--pauta-space-1) var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: end; font-variant-numeric: tabular-nums; }
  & :is(th, td):first-child { padding-inline-start: 0; text-align: start; overflow-wrap: anywhere; }
`;

/** The balance of the draft, its conflicts, and publishing it. */
export function PublishDialog({
  moves,
  sellers,
  onClose,
}: DialogProps & { moves: number; sellers: readonly BoardSeller[] }): ReactElement {
  const key = useRef(createIdempotencyKey());
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const publish = useApiMutation(
    (api, body: object) =>
      api.post<{ data: Published }>('/portfolio/draft/publish', body, { idempotencyKey: key.current }),
    { invalidates: ['/portfolio', '/clients', '/account-transfers'] },
  );
  const changed = sellers.filter(({ gains, losses }) => gains + losses > 0);
  return (
    <Dialog onClose={onClose} open title={`Publicar ${countMoves(moves)}`} width={40}>
      <FieldsForm
        above={
          <>
            <Balances>
              <caption hidden>Clientes y ventas de cada vendedor antes y después</caption>
              <thead>
                <tr>
                  <th scope="col">Vendedor</th>
                  <th scope="col">Antes</th>
                  <th scope="col">Después</th>
                  <th scope="col">De todos</th>
                  <th scope="col">Ventas 12 m</th>
                </tr>
              </thead>
              <tbody>
                {changed.map((seller) => (
                  <tr key={seller.id}>
                    <td>{seller.label}</td>
                    <td>{formatCount(seller.now.clients)}</td>
                    <td>{formatCount(seller.after.clients)}</td>
                    <td>{`${seller.after.share} %`}</td>
                    <td>{seller.figures.sales ? formatSales(seller.figures.sales) : '—'}</td>
                  </tr>
                ))}
              </tbody>
            </Balances>
            {conflicts.length > 0 && (
              <Banner live tone="warning">
                Ya no están como cuando las movió y no se publicarán:{' '}
                {conflicts.map(({ label, reason: why }) => `${label} (${why})`).join(' ')}
              </Banner>
            )}
          </>
        }
        bar="dialog"
        fields={publishFields}
        label="Publicar el borrador"
        onCancel={onClose}
        onSubmit={async (values) => {
          try {
            const { data } = await publish.run({
              reason: values.reason,
              effective_on: values.effective_on ?? null,
              expected: moves,
              skip_conflicts: conflicts.length > 0,
            });
            notify(
              values.effective_on
                ? `${countMoves(data.moved)} en ${data.transfers.length === 1 ? 'una transferencia' : `${data.transfers.length} transferencias`}`
                : `Cartera publicada: ${countMoves(data.moved)}`,
            );
            onClose();
          } catch (error) {
            key.current = createIdempotencyKey();
            const named =
              error instanceof ApiError
                ? (error.body as { conflicts?: readonly Conflict[] } | null)?.conflicts
                : undefined;
            if (named) setConflicts(named);
            throw error;
          }
        }}
        submitLabel={conflicts.length > 0 ? 'Publicar lo demás' : 'Publicar'}
      />
    </Dialog>
  );
}
