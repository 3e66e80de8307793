import { type ReactElement, useEffect } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { UploadQueue } from './upload-queue.tsx';
import { isRunning, type UploadQueueOptions, useUploadQueue } from './use-upload-queue.ts';

export interface UploadDialogProps extends UploadQueueOptions {
  readonly title: string;
  /** The accepted files in words: «Videos MP4, WebM o MOV». */
  readonly kinds: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Takes the sent part of all running uploads, from 0 to 1; null when none runs. */
  readonly onProgress: (part: number | null) => void;
}

/** A queue of uploads in a dialog. They continue while it is closed, until it is unmounted. */
export function UploadDialog({
  title,
  kinds,
  open,
  onClose,
  onProgress,
  ...options
}: UploadDialogProps): ReactElement {
  const queue = useUploadQueue(options);
  const running = queue.uploads.filter(isRunning);
  const bytes = running.reduce((sum, one) => sum + one.bytes, 0);
  const sent = running.reduce((sum, one) => sum + one.bytes * one.part, 0);
  const part = running.length > 0 ? sent / bytes : null;
  useEffect(() => onProgress(part), [part, onProgress]);
  return (
    <Dialog onClose={onClose} open={open} title={title} width={44}>
      <UploadQueue accept={options.accept} kinds={kinds} maxBytes={options.maxBytes} queue={queue} />
    </Dialog>
  );
}
