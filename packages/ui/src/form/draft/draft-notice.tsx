import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { ReactElement } from 'react';
import { Banner } from '../../controls/banner.tsx';
import { Button } from '../../controls/button.tsx';

const minutes = (milliseconds: number): number => Math.round(milliseconds / 60_000);

function ago(at: number): string {
  const passed = minutes(Date.now() - at);
  if (passed < 1) return 'hace un momento';
  if (passed < 60) return `hace ${passed} ${passed === 1 ? 'minuto' : 'minutos'}`;
  return `el ${formatInstant(at)}`;
}

/** Informs that the form contains input from before that was not saved, with a button to discard it. */
export const DraftNotice = ({ at, onDiscard }: { at: number; onDiscard: () => void }): ReactElement => (
  <Banner
    actions={
      <Button onClick={onDiscard} size="small">
        Descartar borrador
      </Button>
    }
    live
  >
    Se recuperó lo que escribió {ago(at)} y no llegó a guardar.
  </Banner>
);
