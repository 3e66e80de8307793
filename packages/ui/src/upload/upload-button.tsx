import { Upload } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../controls/button.tsx';
import type { UploadDialogProps } from './upload-dialog.tsx';

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }));

export interface UploadButtonProps extends Omit<UploadDialogProps, 'open' | 'onClose' | 'onProgress'> {
  /** Why the user may not upload. */
  readonly disabledReason?: string | undefined;
}

/**
 * Uploads several files in a dialog. They continue while it is closed, as long as the page is open, and the button says
 * how far they are.
 *
 * @example <UploadButton accept={['video/mp4']} kinds="Videos MP4" maxBytes={max} onUploaded={create} title="Subir videos" />
 */
export function UploadButton({ disabledReason, ...dialog }: UploadButtonProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [part, setPart] = useState<number | null>(null);
  return (
    <>
      <Button
        disabledReason={disabledReason}
        icon={<Upload aria-hidden size={16} />}
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        {part === null ? dialog.title : `Subiendo (${Math.floor(part * 100)} %)`}
      </Button>
      {wasOpened && (
        <Suspense>
          <UploadDialog {...dialog} onClose={() => setOpen(false)} onProgress={setPart} open={open} />
        </Suspense>
      )}
    </>
  );
}
