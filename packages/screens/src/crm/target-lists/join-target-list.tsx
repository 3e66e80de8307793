import { clients } from '@pauta/domain/crm/clients/client.ts';
import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useCommand } from '@pauta/ui/command/use-command.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useNavigate } from '@pauta/ui/router.ts';
import { BlockedList } from '@pauta/ui/undo/blocked-list.tsx';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import type { ReactElement } from 'react';

/** Further queries to reload when accounts are added or reassigned. */
const changed = ['/target-list-members'];

interface Joining {
  readonly joining: number;
  readonly already: number;
  readonly unseen: number;
  readonly blocked: readonly { readonly id: string; readonly title: string; readonly reason: string }[];
  readonly blocked_total: number;
}

/** @example 'Entran 12 clientes. 3 ya están en la lista. 1 no puede entrar.' */
export function joiningText({ joining, already, unseen, blocked_total }: Joining): string {
  const are = (count: number, one: string, many: string): string =>
    `${formatCount(count)} ${count === 1 ? one : many}`;
  return [
    joining === 0
      ? 'No entra ningún cliente.'
      : `${joining === 1 ? 'Entra' : 'Entran'} ${countOf(clients.label, joining)}.`,
    ...(already > 0 ? [`${are(already, 'ya está', 'ya están')} en la lista.`] : []),
    ...(blocked_total > 0 ? [`${are(blocked_total, 'no puede entrar', 'no pueden entrar')}:`] : []),
    ...(unseen > 0
      ? [`${are(unseen, 'está archivado o fuera', 'están archivados o fuera')} de su alcance.`]
      : []),
  ].join(' ');
}

/** Shows which clients can join a target list and which cannot, and adds them. */
export function JoinTargetList({
  list,
  selection,
  onCancel,
  onDone,
}: {
  list: { readonly id: string; readonly label: string };
  /** `ids`, or `query` and the number of clients it found. */
  selection: object;
  onCancel: () => void;
  onDone: () => void;
}): ReactElement {
  const { preview, error, running, run, again } = useCommand<Joining>(
    targetLists,
    'accounts',
    list.id,
    selection,
    changed,
  );
  const undo = useUndo();
  const navigate = useNavigate();
  const join = async (): Promise<void> => {
    const done = await run();
    if (!done) return;
    undo.offer(
      `${countOf(clients.label, done.joining)} ${done.joining === 1 ? 'agregado' : 'agregados'} a «${list.label}»`,
      done.request_id,
    );
    onDone();
  };
  return (
    <>
      {error !== undefined && <FailureBanner error={error} onRetry={again} />}
      {error === undefined && !preview && (
        <div role="status">
          <p>Comprobando…</p>
          <Skeleton lines={2} />
        </div>
      )}
      {preview && (
        <>
          <Banner live tone={preview.joining > 0 ? 'info' : 'warning'}>
            {joiningText(preview)}
          </Banner>
          <BlockedList
            blocked={preview.blocked.map((one) => ({ ...one, path: paths.record(clients, one.id) }))}
            label="Clientes que no pueden entrar y por qué"
            onGo={(path) => {
              onCancel();
              void navigate(path);
            }}
            total={preview.blocked_total}
          />
        </>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button
          disabledReason={
            preview && preview.joining > 0
              ? undefined
              : preview
                ? 'No hay clientes que puedan entrar.'
                : 'Espere a que se compruebe quiénes entran.'
          }
          loading={running}
          onClick={() => void join()}
          tone="primary"
        >
          Agregar
        </Button>
      </DialogActions>
    </>
  );
}
