import { formatCount } from '@pauta/domain/text/locale.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { type ReactElement, useState } from 'react';
import { periodInWords } from '../matrix/words.ts';
import { HoldForm } from './hold-form.tsx';
import { QuoteChoice } from './quote-choice.tsx';
import type { Taken } from './taken.ts';

/** Takes some spaces on some days: holds them, or offers them in a quote. */
export function TakeDialog({
  taken,
  how,
  onClose,
  onHeld,
}: {
  readonly taken: Taken;
  readonly how: 'hold' | 'quote';
  readonly onClose: () => void;
  /** Called with what changed, as `holds:<id>`. */
  readonly onHeld: (changed: readonly string[]) => void;
}): ReactElement {
  const [{ spaces, ...period }, setTaken] = useState(taken);
  const [space] = spaces;
  const what = spaces.length === 1 && space ? space.name : `${formatCount(spaces.length)} espacios`;
  return (
    <Dialog
      full
      onClose={onClose}
      open
      title={`${how === 'hold' ? 'Reservar' : 'Presupuestar'} ${what}, ${periodInWords(period)}`}
      width={48}
    >
      {how === 'hold' ? (
        <HoldForm onClose={onClose} onHeld={onHeld} onTaken={setTaken} taken={{ spaces, ...period }} />
      ) : (
        <QuoteChoice taken={{ spaces, ...period }} />
      )}
    </Dialog>
  );
}
