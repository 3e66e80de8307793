import { clients } from '@pauta/domain/crm/clients/client.ts';
import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useCommand } from '@pauta/ui/command/use-command.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useNavigate } from '@pauta/ui/router.ts';
import { BlockedList } from '@pauta/ui/undo/blocked-list.tsx';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import type { ReactElement } from 'react';

interface Named {
  readonly id: string;
  readonly title: string;
}

interface Refreshing {
  readonly entering: number;
  readonly entering_named: readonly Named[];
  readonly leaving: number;
  readonly leaving_named: readonly Named[];
  readonly kept: number;
  readonly removed: number;
  readonly blocked: readonly (Named & { readonly reason: string })[];
  readonly blocked_total: number;
}

/** Further queries to reload when accounts are added or removed. */
const changed = ['/target-list-members'];

/** Maximum number of names per line. */
const mostNamed = 8;

const line = (count: number, named: readonly Named[]): string => {
  if (count === 0) return 'Ninguna';
  const shown = named.slice(0, mostNamed).map(({ title }) => title);
  const rest = count - shown.length;
  return `${formatCount(count)}: ${shown.join(', ')}${rest > 0 ? ` y ${formatCount(rest)} más` : ''}`;
};

/** Shows which accounts enter and leave a dynamic list, and refreshes the list. */
export function RefreshTargetListDialog({
  record: list,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement {
  const { preview, error, running, run, again } = useCommand<Refreshing>(
    targetLists,
    'refresh',
    list.id,
    {},
    changed,
  );
  const undo = useUndo();
  const navigate = useNavigate();
  const refresh = async (): Promise<void> => {
    const done = await run();
    if (!done) return;
    undo.offer(
      `«${String(list.name)}» actualizada: ${formatCount(done.entering)} ${done.entering === 1 ? 'entra' : 'entran'}, ${formatCount(done.leaving)} ${done.leaving === 1 ? 'sale' : 'salen'}`,
      done.entering + done.leaving > 0 ? done.request_id : undefined,
    );
    onClose();
  };
  return (
    <Dialog onClose={onClose} open title={`Actualizar desde el filtro: ${String(list.name)}`} width={42}>
      {error !== undefined && <FailureBanner error={error} onRetry={again} />}
      {error === undefined && !preview && (
        <div role="status">
          <p>Comparando la lista con su filtro…</p>
          <Skeleton lines={3} />
        </div>
      )}
      {preview && (
        <>
          <DescriptionList
            items={[
              {
                key: 'entering',
                label: 'Entran',
                value: line(preview.entering, preview.entering_named),
                wide: true,
              },
              {
                key: 'leaving',
                label: 'Salen',
                value: line(preview.leaving, preview.leaving_named),
                wide: true,
              },
              {
                key: 'kept',
                label: 'Se quedan aunque el filtro ya no las encuentra',
                value:
                  preview.kept === 0
                    ? 'Ninguna'
                    : `${formatCount(preview.kept)}, porque se trabajaron o se agregaron a mano`,
                wide: true,
              },
              ...(preview.removed > 0
                ? [
                    {
                      key: 'removed',
                      label: 'No vuelven',
                      value: `${formatCount(preview.removed)}, porque alguien las quitó de la lista`,
                      wide: true,
                    },
                  ]
                : []),
              ...(preview.blocked_total > 0
                ? [
                    {
                      key: 'blocked',
                      label: 'No pueden entrar',
                      value: formatCount(preview.blocked_total),
                      wide: true,
                    },
                  ]
                : []),
            ]}
          />
          <BlockedList
            blocked={preview.blocked.map((one) => ({ ...one, path: paths.record(clients, one.id) }))}
            label="Clientes que no pueden entrar y por qué"
            onGo={(path) => {
              onClose();
              void navigate(path);
            }}
            total={preview.blocked_total}
          />
        </>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          disabledReason={preview ? undefined : 'Espere a que se compare la lista con su filtro.'}
          loading={running}
          onClick={() => void refresh()}
          tone="primary"
        >
          Actualizar
        </Button>
      </DialogActions>
    </Dialog>
  );
}
