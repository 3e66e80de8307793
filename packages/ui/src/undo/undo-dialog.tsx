import { type ReactElement, useState } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { describeFailure } from '../data/failure.ts';
import { useNavigate } from '../router.ts';
import { BlockedList } from './blocked-list.tsx';
import { useUndo } from './offer-undo.tsx';
import { forecastText } from './undo-words.ts';
import { useForecast } from './use-forecast.ts';

/** Shows what the undo of a request would change, what it would not change and why, and runs it on confirmation. */
export function UndoDialog({
  requestId,
  what,
  onClose,
}: {
  requestId: string;
  /** Title of the change: `Cliente actualizado`. */
  what: string;
  onClose: () => void;
}): ReactElement {
  const undo = useUndo();
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const answer = useForecast(requestId);
  const forecast = answer.data?.data;
  const failure = answer.error && !forecast ? describeFailure(answer.error) : null;
  const run = async (): Promise<void> => {
    setRunning(true);
    await undo.run(requestId);
    onClose();
  };
  return (
    <Dialog alert onClose={onClose} open title={`¿Deshacer «${what}»?`} width={34}>
      {failure ? (
        <Banner live tone="danger">
          {failure.message}
        </Banner>
      ) : forecast ? (
        <>
          <p>
            {forecastText(forecast)} Queda anotado en el historial
            {forecast.repeatable ? ' y también puede deshacerse' : ''}.
          </p>
          <BlockedList
            blocked={forecast.blocked}
            label="Lo que se conserva y por qué"
            onGo={(path) => {
              onClose();
              void navigate(path);
            }}
            total={forecast.blocked_total}
          />
        </>
      ) : (
        <Skeleton lines={2} />
      )}
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {failure || forecast?.undone === 0 ? 'Cerrar' : 'Cancelar'}
        </Button>
        {!failure && forecast?.undone !== 0 && (
          <Button loading={running || !forecast} onClick={() => void run()} tone="primary">
            Deshacer
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
