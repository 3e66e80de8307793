import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { clearToast, type Toast } from './toast.ts';

const life = 5000;

/** One notification with its action and a button to close it. */
export function Notice({ toast, paused }: { toast: Toast; paused: boolean }): ReactElement {
  const left = useRef(toast.action ? life * 2 : life);
  useEffect(() => {
    if (paused) return;
    const from = Date.now();
    const timer = setTimeout(() => clearToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - from;
    };
  }, [paused, toast.id]);
  const Icon = toast.tone === 'danger' ? CircleAlert : CircleCheck;
  const { action } = toast;
  return (
    <div data-tone={toast.tone}>
      <Icon aria-hidden size={18} />
      <span>{toast.text}</span>
      {action && (
        <Button
          onClick={() => {
            clearToast(toast.id);
            action.run();
          }}
          size="small"
          tone="quiet"
        >
          {action.label}
        </Button>
      )}
      <IconButton
        icon={<X aria-hidden size={16} />}
        label="Cerrar aviso"
        onClick={() => clearToast(toast.id)}
        size="small"
      />
    </div>
  );
}
