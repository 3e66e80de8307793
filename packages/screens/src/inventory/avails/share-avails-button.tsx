import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { Share2 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const ShareAvails = lazy(async () => ({ default: (await import('./share-avails.tsx')).ShareAvails }));

/** The availability to be shared, as a screen shows it. */
export interface SharedAvails {
  /** Query string of the list of spaces, such as `q=noticiero&f.platform_id=…`. */
  readonly query: string;
  /** Of those spaces, the chosen ones; all by default. */
  readonly spaceIds?: readonly string[];
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/**
 * «Compartir disponibilidad»: makes a link to what a screen shows, for people without an account.
 *
 * @example <ShareAvailsButton from="2026-12-01" query="f.platform_id=…" to="2026-12-31" />
 */
export function ShareAvailsButton(avails: SharedAvails): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(availsSheets).permission('avails_sheets.create');
  return (
    <>
      <Button
        disabledReason={may.allowed ? undefined : may.reason}
        icon={<Share2 aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        Compartir disponibilidad
      </Button>
      {isOpen && (
        <Suspense>
          <ShareAvails {...avails} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
