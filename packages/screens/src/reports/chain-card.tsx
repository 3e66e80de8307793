import { useApi, useApiQuery } from '@pauta/core/react';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { formatCount, locale } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { ShieldCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';

interface Verification {
  readonly at: string;
  readonly by: string | null;
  readonly broken: number | null;
  readonly position: number;
  readonly hash: string;
  readonly took_ms: number;
}

interface Chain {
  readonly data: {
    readonly position: number;
    readonly hash: string;
    readonly unsealed: number;
    readonly last: Verification | null;
  };
}

/** "Verificar cadena": checks that no entry of the log was changed or removed since it was sealed. */
export function ChainCheck(): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ShieldCheck aria-hidden size={16} />} onClick={() => setOpen(true)}>
        Verificar cadena
      </Button>
      {open && <ChainDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ChainDialog({ onClose }: { onClose: () => void }): ReactElement {
  const api = useApi();
  const answer = useApiQuery<Chain>('/audit/chain');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const chain = answer.data?.data;
  const last = chain?.last;

  const verify = async (): Promise<void> => {
    setRunning(true);
    setFailure(null);
    try {
      await api.post('/audit/verify', undefined, { timeout: 150_000 });
      await answer.mutate();
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setRunning(false);
    }
  };

  return (
    <Dialog onClose={onClose} open title="Cadena de la auditoría" width={42}>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {failure && (
        <Banner live tone="danger">
          {failure}
        </Banner>
      )}
      {!chain && !answer.error && <Skeleton lines={4} />}
      {chain && (
        <>
          <p>
            Cada movimiento lleva la huella del anterior. Si alguien cambia o borra uno, la cadena deja de
            cuadrar y aquí se ve en qué lugar.
          </p>
          {last &&
            (last.broken === null ? (
              <Banner live tone="success">
                La cadena está íntegra: se comprobaron {formatCount(last.position)} movimientos en{' '}
                {(last.took_ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s, el{' '}
                {dateTimeKind.format(last.at, {})}
                {last.by && ` (${last.by})`}.
              </Banner>
            ) : (
              <Banner live tone="danger">
                La cadena se rompe en la posición {formatCount(last.broken)}: un movimiento se cambió o se
                borró por fuera del sistema. Avise a quien administra la base de datos y conserve una copia
                tal como está. Comprobado el {dateTimeKind.format(last.at, {})}.
              </Banner>
            ))}
          <DescriptionList
            items={[
              { key: 'position', label: 'Movimientos sellados', value: formatCount(chain.position) },
              { key: 'unsealed', label: 'Por sellar', value: formatCount(chain.unsealed) },
              { key: 'hash', label: 'Huella del último', value: <code>{chain.hash}</code>, wide: true },
            ]}
          />
        </>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cerrar</Button>
        <Button loading={running} onClick={() => void verify()} tone="primary">
          Verificar ahora
        </Button>
      </DialogActions>
    </Dialog>
  );
}
