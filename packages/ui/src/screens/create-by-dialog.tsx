import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { useMay } from '../data/may.ts';

/**
 * Makes a button for records that a dialog creates instead of a form, for example those that a command prepares. It is
 * disabled, with the reason, for users without the permission to create them.
 *
 * @param load the dialog, loaded when it is opened
 * @example const RunButton = createByDialog(billingRuns, 'Nueva corrida', loadPrepareRun);
 */
export function createByDialog(
  resource: Resource,
  label: string,
  load: () => Promise<ComponentType<{ readonly onClose: () => void }>>,
): () => ReactElement {
  const Content = lazy(async () => ({ default: await load() }));
  return function CreateButton() {
    // `create` of `useMay` is only allowed where a form creates records.
    const may = useMay(resource).permission(resource.permissions.create);
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
          {label}
        </Button>
        {isOpen && (
          <Suspense>
            <Content onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  };
}
