import { users } from '@pauta/domain/admin/users/user.ts';
import { type DistributionMethod, distributionMethods } from '@pauta/domain/crm/target-lists/distribute.ts';
import { distributionScopes, targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useCommand } from '@pauta/ui/command/use-command.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { Option } from '@pauta/ui/controls/combo-box.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { MultiComboBox } from '@pauta/ui/controls/multi-combo-box.tsx';
import { useOptions } from '@pauta/ui/data/use-options.ts';
import { RadioList } from '@pauta/ui/export/radio-list.tsx';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { styled } from 'styled-components';

/** Further queries to reload when accounts are added or reassigned. */
const changed = ['/target-list-members'];

type Scope = keyof typeof distributionScopes;

interface Share {
  readonly id: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly elsewhere: number;
}

interface Distribution {
  readonly accounts: number;
  readonly sellers: readonly Share[];
}

const hints: Record<DistributionMethod, string> = {
  equal: 'A cada quien le tocan las mismas, de mejor a peor puntaje.',
  load: 'Recibe más quien tiene menos cuentas abiertas en listas activas.',
  own: 'Cada cliente va a su vendedor principal; lo demás se reparte en partes iguales.',
};

const Body = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > [data-choices] { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: var(--pauta-space-4); }
  & > [data-shares] { overflow-x: auto; min-block-size: 6rem; }
  & table { inline-size: 100%; border-collapse: collapse; }
  & caption { margin-block-end: var(--pauta-space-2); font-weight: var(--pauta-weight-medium); text-align: start; }
  & th, & td { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: end; font-variant-numeric: tabular-nums; }
  & th:first-child { text-align: start; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: inherit; }
  & tbody th { font-weight: inherit; overflow-wrap: anywhere; }
  & td[data-change] { font-weight: var(--pauta-weight-medium); }
`;

function useSellers(text: string, open: boolean) {
  return useOptions(users, text, { asking: open });
}

const signed = (change: number): string =>
  change === 0 ? 'igual' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`;

/** The number of open accounts of the list per seller, before and after. */
export function ShareTable({ accounts, sellers }: Distribution): ReactElement {
  return (
    <table>
      <caption>
        {accounts === 1 ? 'Se reparte 1 cuenta' : `Se reparten ${formatCount(accounts)} cuentas`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Vendedor</th>
          <th scope="col">Tiene</th>
          <th scope="col">Tendrá</th>
          <th scope="col">Cambio</th>
          <th scope="col">En otras listas</th>
        </tr>
      </thead>
      <tbody>
        {sellers.map(({ id, name, before, after, elsewhere }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{formatCount(before)}</td>
            <td>{formatCount(after)}</td>
            <td data-change>{signed(after - before)}</td>
            <td>{formatCount(elsewhere)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Distributes the pending accounts of a list among sellers: shows the balance before and after, then assigns all at
 * once.
 */
export function DistributionDialog({
  record: list,
  onClose,
}: {
  record: AnyRecord;
  onClose: () => void;
}): ReactElement {
  const [method, setMethod] = useState<DistributionMethod>('equal');
  const [scope, setScope] = useState<Scope>(Number(list.unassigned) > 0 ? 'unassigned' : 'pending');
  const [sellers, setSellers] = useState<readonly Option[]>([]);
  const undo = useUndo();
  const body = useMemo(
    () =>
      sellers.length > 0 || method === 'own' ? { method, scope, sellers: sellers.map(({ id }) => id) } : null,
    [method, scope, sellers],
  );
  const { preview, error, running, run, again } = useCommand<Distribution>(
    targetLists,
    'distribution',
    list.id,
    body,
    changed,
  );
  const reason =
    body === null
      ? 'Elija al menos un vendedor.'
      : !preview
        ? 'Espere a que se calcule el reparto.'
        : preview.accounts === 0
          ? 'No hay cuentas por repartir.'
          : undefined;
  const distribute = async (): Promise<void> => {
    const done = await run({ expected: preview?.accounts });
    if (!done) return;
    undo.offer(
      done.accounts === 1 ? '1 cuenta repartida' : `${formatCount(done.accounts)} cuentas repartidas`,
      done.request_id,
    );
    onClose();
  };
  return (
    <Dialog onClose={onClose} open title={`Repartir: ${String(list.name)}`} width={46}>
      <Body>
        <div data-choices>
          <RadioList
            label="Cuentas"
            onChange={setScope}
            options={[
              { value: 'unassigned', label: distributionScopes.unassigned },
              {
                value: 'pending',
                label: distributionScopes.pending,
                hint: 'También las que ya tienen vendedor.',
              },
            ]}
            value={scope}
          />
          <RadioList
            label="Cómo"
            onChange={setMethod}
            options={(Object.keys(distributionMethods) as DistributionMethod[]).map((value) => ({
              value,
              label: distributionMethods[value],
              hint: hints[value],
            }))}
            value={method}
          />
        </div>
        <MultiComboBox
          hint={method === 'own' ? 'Para las cuentas sin vendedor propio.' : undefined}
          label="Vendedores"
          onChange={setSellers}
          required={method !== 'own'}
          useOptions={useSellers}
          value={sellers}
        />
        <div aria-live="polite" data-shares>
          {error !== undefined ? (
            <FailureBanner error={error} onRetry={again} />
          ) : preview ? (
            preview.accounts === 0 ? (
              <Banner tone="warning">
                No hay cuentas {scope === 'pending' ? 'pendientes' : 'pendientes sin asignar'}.
              </Banner>
            ) : (
              <ShareTable {...preview} />
            )
          ) : body === null ? (
            'Elija vendedores para ver cómo quedaría.'
          ) : (
            'Calculando…'
          )}
        </div>
      </Body>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button disabledReason={reason} loading={running} onClick={() => void distribute()} tone="primary">
          Repartir
        </Button>
      </DialogActions>
    </Dialog>
  );
}
