import { useApi } from '@pauta/core/react';
import { Download } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../controls/button.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { receiveFile, saveFile } from './save-file.ts';

/**
 * A button that saves a response of the API as a file.
 *
 * @param path path in the API, with its query
 * @param name name of the file if the response has none
 */
export function DownloadButton({
  path,
  name,
  size,
  disabledReason,
  onSaved,
  children,
}: {
  path: string;
  name: string;
  size?: ButtonProps['size'];
  disabledReason?: string | undefined;
  onSaved?: () => void;
  children: ReactNode;
}): ReactElement {
  const api = useApi();
  const [loading, setLoading] = useState(false);
  const save = async (): Promise<void> => {
    setLoading(true);
    try {
      saveFile(await receiveFile(await api.raw('GET', path), name));
      onSaved?.();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      disabledReason={disabledReason}
      icon={<Download aria-hidden size={16} />}
      loading={loading}
      onClick={() => void save()}
      size={size}
    >
      {children}
    </Button>
  );
}
