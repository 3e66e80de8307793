import { formatCount } from '@pauta/domain/text/locale.ts';
import { type ReactElement, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { ConfirmDialog } from '../controls/confirm-dialog.tsx';
import type { ImportJob } from './import-job.ts';
import { Parts } from './import-style.ts';
import type { Import } from './use-import.ts';

/** The progress of checking or importing rows, which continues when the page is closed. */
export function ProgressStep({ flow, job }: { flow: Import; job: ImportJob }): ReactElement {
  const [asking, setAsking] = useState(false);
  const saves = job.status === 'committing';
  const said = `${formatCount(job.processed)} de ${formatCount(job.rows)} filas`;
  const tenths = Math.floor((10 * job.processed) / Math.max(job.rows, 1));
  return (
    <Card title={saves ? 'Importando' : 'Revisando las filas'}>
      <Parts>
        <progress aria-label={saves ? 'Importación' : 'Revisión'} max={job.rows} value={job.processed} />
        <p>{said}</p>
        {/* Announced by screen readers at every ten per cent instead of every second. */}
        <p aria-live="polite" data-muted key={tenths}>
          {tenths * 10} % listo. Puede cerrar esta página; el trabajo continúa.
        </p>
        <div data-row>
          <Button loading={flow.pending} onClick={() => (saves ? setAsking(true) : flow.cancel())}>
            {saves ? 'Detener la importación' : 'Cancelar'}
          </Button>
        </div>
      </Parts>
      <ConfirmDialog
        cancel="Seguir importando"
        confirm="Detener"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          flow.cancel();
        }}
        open={asking}
        title="¿Detener la importación?"
        tone="danger"
      >
        Lo que ya se guardó se conserva; después puede deshacerlo completo.
      </ConfirmDialog>
    </Card>
  );
}
