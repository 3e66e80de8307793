import { createIdempotencyKey } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { FailureBanner } from '../controls/failure-banner.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { useUndo } from '../undo/offer-undo.tsx';
import {
  type CommandRun,
  type FollowedRun,
  isOver,
  progressText,
  resultText,
  undoableRequest,
} from './command-run.ts';
import { followRun, leaveRun } from './run-queue.ts';
import { useRun, useRunReport } from './use-run.ts';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  & p { margin: 0; }
  & [data-muted] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & progress { inline-size: 100%; accent-color: ${t('color-accent')}; }
`;

/**
 * The body of a dialog that follows a command that runs as a job. If it is closed before the end, the run continues and
 * a notification reports its end.
 *
 * @param onFinished after a run that finished; one that was stopped or failed stays on the screen
 */
export function RunProgress({
  onFinished,
  onClose,
  ...followed
}: FollowedRun & { onFinished: (run: CommandRun) => void; onClose: () => void }): ReactElement {
  const { command, resource } = followed;
  const api = useApi();
  const undo = useUndo();
  const report = useRunReport(followed);
  const [stopping, setStopping] = useState(false);
  const { run, error, mutate } = useRun(followed, (ended) => {
    if (ended.state !== 'finished') return;
    report(ended);
    onFinished(ended);
  });

  const latest = useRef<FollowedRun>(followed);
  useEffect(() => {
    latest.current = { run, command, resource };
  });
  useEffect(() => {
    leaveRun(latest.current.run.id);
    return () => {
      if (!isOver(latest.current.run)) followRun(latest.current);
    };
  }, []);

  const stop = async (): Promise<void> => {
    setStopping(true);
    try {
      const answer = await api.post<{ data: CommandRun }>(`/runs/${run.id}/cancel`, undefined, {
        idempotencyKey: createIdempotencyKey(),
      });
      await mutate(answer, { revalidate: false });
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
    } finally {
      setStopping(false);
    }
  };

  if (isOver(run) && run.state !== 'finished') {
    const request = undoableRequest(run, command);
    return (
      <>
        <Banner live tone={run.state === 'failed' ? 'danger' : 'warning'}>
          {resultText(run, command)}
        </Banner>
        <DialogActions>
          {request !== undefined && (
            <Button
              onClick={() => {
                onClose();
                void undo.run(request);
              }}
            >
              Deshacer lo hecho
            </Button>
          )}
          <Button autoFocus onClick={onClose} tone="primary">
            Entendido
          </Button>
        </DialogActions>
      </>
    );
  }
  const tenths = run.total ? Math.floor((10 * run.done) / run.total) : 0;
  return (
    <Parts>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      <progress
        aria-label={command.label}
        {...(run.total !== null && { max: Math.max(run.total, 1), value: run.done })}
      />
      <p>{progressText(run)}</p>
      {/* Announced once every ten per cent. */}
      <p aria-live="polite" data-muted>
        {run.total !== null && `${tenths * 10} % listo. `}
        Puede cerrar esta ventana; el trabajo continúa y se le avisará cuando termine.
      </p>
      <DialogActions>
        <Button loading={stopping || run.cancel_requested_at !== null} onClick={() => void stop()}>
          Detener
        </Button>
        <Button onClick={onClose}>Seguir en segundo plano</Button>
      </DialogActions>
    </Parts>
  );
}
