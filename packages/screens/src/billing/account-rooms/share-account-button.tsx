import { accountRooms } from '@pauta/domain/billing/account-rooms/account-room.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const ShareAccount = lazy(async () => ({ default: (await import('./share-account.tsx')).ShareAccount }));

/** Opens the dialog that gives somebody the page of an account. */
export function ShareAccountButton(): ReactElement {
  const may = useMay(accountRooms).permission('invoices.issue');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
        {accountRooms.commands.share?.label}
      </Button>
      {isOpen && (
        <Suspense>
          <ShareAccount onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
