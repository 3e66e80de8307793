import { locale } from '@pauta/domain/text/locale.ts';
import type { ReactElement } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { BlockedList } from './blocked-list.tsx';
import type { UndoAnswer } from './undo-answer.ts';
import { partlyText } from './undo-words.ts';

export interface UndoReportProps {
  readonly answer: UndoAnswer;
  readonly onClose: () => void;
  readonly onGo: (path: string) => void;
}

/** Lists what could not be undone, with the reasons. */
export function UndoReport({ answer, onClose, onGo }: UndoReportProps): ReactElement {
  const { undone, blocked, blocked_total } = answer;
  return (
    <Dialog
      onClose={onClose}
      open
      title={undone === 0 ? 'No se pudo deshacer' : 'Se deshizo una parte'}
      width={34}
    >
      <p>{partlyText(answer)}</p>
      <BlockedList
        blocked={blocked}
        label="Lo que se conserva y por qué"
        onGo={(path) => {
          onClose();
          onGo(path);
        }}
        total={blocked_total}
      />
      <DialogActions>
        <Button autoFocus onClick={onClose} tone="primary">
          Entendido
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Opens the report in its own React root, because the screen that offered the undo may be unmounted. */
export function openUndoReport(answer: UndoAnswer, onGo: (path: string) => void): void {
  const home = document.body.appendChild(document.createElement('div'));
  const root = createRoot(home);
  const close = (): void => {
    root.unmount();
    home.remove();
  };
  root.render(
    <I18nProvider locale={locale}>
      <UndoReport answer={answer} onClose={close} onGo={onGo} />
    </I18nProvider>,
  );
}
