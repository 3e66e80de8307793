import { useApi, useInvalidate } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { agree, countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Undo2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { ConfirmDialog } from '../controls/confirm-dialog.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { describeFailure, type Failure } from '../data/failure.ts';
import { paths } from '../data/paths.ts';
import { ErrorFileButton } from './error-file-button.tsx';
import type { ImportJob } from './import-job.ts';
import type { ImportScreenProps } from './import-screen.tsx';
import { Parts } from './import-style.ts';
import { ImportRows } from './row-list.tsx';
import type { Import } from './use-import.ts';

interface Undone {
  readonly undone: number;
  readonly blocked_total?: number;
  readonly blocked: readonly { readonly id: string; readonly title: string; readonly reason: string }[];
}

const titles = {
  done: 'Importación terminada',
  cancelled: 'Importación detenida',
  failed: 'La importación no terminó',
} as const;

/** The last step: written rows, refused rows with reasons, and undo. */
export function ResultStep({
  resource,
  flow,
  job,
  takenOver,
}: ImportScreenProps & { readonly flow: Import; readonly job: ImportJob }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const [undone, setUndone] = useState<Undone>();
  const [failure, setFailure] = useState<Failure>();
  const { created, updated, unchanged, skipped, failed } = job.outcomes;
  const written = created + updated;
  const left = skipped + failed;
  const { label } = resource;

  const undo = async (): Promise<void> => {
    setAsking(false);
    setUndoing(true);
    setFailure(undefined);
    try {
      const { data } = await api.post<{ data: Undone }>(`/undo/${job.request_id}`, {}, { timeout: 0 });
      setUndone(data);
      await invalidate(`/${resource.path}`).catch(() => {});
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setUndoing(false);
    }
  };
  const said = [
    created > 0 && `${countOf(label, created)} ${agree(label, 'creado', created)}`,
    updated > 0 && `${countOf(label, updated)} ${agree(label, 'actualizado', updated)}`,
    unchanged > 0 && `${formatCount(unchanged)} sin cambios`,
    left > 0 && `${formatCount(left)} ${left === 1 ? 'fila' : 'filas'} sin importar`,
  ].filter((part) => part !== false);
  const blocked = undone?.blocked_total ?? undone?.blocked.length ?? 0;

  return (
    <Parts>
      <Banner live tone={job.status === 'done' ? 'success' : 'warning'}>
        <strong>{titles[job.status as keyof typeof titles]}.</strong> {job.failure}{' '}
        {said.length > 0 ? `${said.join(', ')}.` : 'No se guardó nada.'}
      </Banner>
      {failure && (
        <Banner live tone="danger">
          <strong>{failure.title}.</strong> {failure.message}
        </Banner>
      )}
      {job.undone_at && !undone && (
        <Banner>Esta importación se deshizo el {formatInstant(job.undone_at)}.</Banner>
      )}
      {undone && (
        <Banner live tone={blocked > 0 ? 'warning' : 'success'}>
          <strong>Importación deshecha:</strong> {countOf(label, undone.undone)}.{' '}
          {blocked > 0 &&
            `${formatCount(blocked)} no se ${blocked === 1 ? 'pudo' : 'pudieron'} deshacer: ${undone.blocked
              .slice(0, 3)
              .map(({ title, reason }) => `${title} (${reason})`)
              .join(' · ')}`}
        </Banner>
      )}
      <Parts>
        <div data-row>
          <LinkButton to={paths.list(resource)} tone="primary">
            Ver {label.many.toLocaleLowerCase('es')}
          </LinkButton>
          <Button onClick={flow.startOver}>Importar otro archivo</Button>
          {written > 0 && !undone && !job.undone_at && (
            <Button icon={<Undo2 aria-hidden size={16} />} loading={undoing} onClick={() => setAsking(true)}>
              Deshacer la importación
            </Button>
          )}
        </div>
      </Parts>
      {takenOver &&
        created > 0 &&
        job.tie_out !== null &&
        job.tie_out.length > 0 &&
        !undone &&
        !job.undone_at && <Banner actions={takenOver.link}>{takenOver.text}</Banner>}
      {left > 0 && (
        <Card actions={<ErrorFileButton job={job} />} title="Filas sin importar">
          <Parts>
            <ImportRows job={job} outcome={failed > 0 ? 'failed' : 'skipped'} resource={resource} />
          </Parts>
        </Card>
      )}
      <ConfirmDialog
        cancel="No deshacer"
        confirm="Deshacer"
        onCancel={() => setAsking(false)}
        onConfirm={() => void undo()}
        open={asking}
        title="¿Deshacer toda la importación?"
        tone="danger"
      >
        Lo creado se archiva y lo actualizado vuelve a como estaba. Lo que otra persona cambió después se
        queda como está.
      </ConfirmDialog>
    </Parts>
  );
}
