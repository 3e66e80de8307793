export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'success' | 'danger';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of [...listeners]) listener();
}

/** The queue of notifications; `Toasts` displays it. */
export const toastQueue = {
  get: (): readonly Toast[] => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export const clearToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

/**
 * Shows a notification for five seconds, ten with an action. At most three are visible.
 *
 * @example notify('Cliente archivado', { action: { label: 'Deshacer', run: restore } })
 */
export function notify(text: string, options: Partial<Pick<Toast, 'tone' | 'action'>> = {}): void {
  last += 1;
  change([
    ...toasts.slice(-2),
    { id: last, text, tone: options.tone ?? 'success', ...(options.action && { action: options.action }) },
  ]);
}
