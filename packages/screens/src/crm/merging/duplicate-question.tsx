import { clients } from '@pauta/domain/crm/clients/client.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import type { ReactElement } from 'react';
import { type DuplicateCandidate, DuplicateList, hiddenDuplicates } from './duplicate-list.tsx';

/** Asks, before a client is saved, whether it is one of the probable duplicates. With the same tax id it always is. */
export function DuplicateQuestion({
  candidates,
  hidden,
  onAnswer,
}: {
  candidates: readonly DuplicateCandidate[];
  hidden: number;
  onAnswer: (isAnother: boolean) => void;
}): ReactElement {
  const same = candidates.some(({ score }) => score >= 1);
  return (
    <Dialog
      alert
      onClose={() => onAnswer(false)}
      open
      title={same ? 'Este cliente ya existe' : '¿Es uno de estos?'}
      width={36}
    >
      <p>
        {same
          ? 'Ya hay un cliente con la misma identificación fiscal. Ábralo en lugar de crear otro, o corrija el número.'
          : 'Hay clientes que pueden ser la misma empresa. Ábralos para comprobarlo; lo que escribió queda como borrador.'}
      </p>
      <DuplicateList candidates={candidates} />
      {hidden > 0 && <p>{hiddenDuplicates(clients.label, hidden)}</p>}
      <DialogActions>
        <Button autoFocus onClick={() => onAnswer(false)}>
          Volver al formulario
        </Button>
        {!same && (
          <Button onClick={() => onAnswer(true)} tone="primary">
            Es otra empresa: guardar
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
