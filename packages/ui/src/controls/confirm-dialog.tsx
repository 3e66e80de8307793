import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './button.tsx';
import { closingLabel } from './closing-label.ts';
import { Dialog } from './dialog.tsx';

export const DialogActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${t('space-2')};
  margin-block-start: ${t('space-5')};
  @media (max-width: 40rem) { & > * { flex: 1 1 auto; } }
`;

export interface ConfirmDialogProps {
  readonly title: string;
  /** Describes what will happen. */
  readonly children: ReactNode;
  readonly open: boolean;
  /** The verb of the action: "Archivar". */
  readonly confirm: string;
  readonly cancel?: string;
  readonly tone?: 'primary' | 'danger';
  readonly loading?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks the user to confirm an action. The button that cancels has the focus. */
export function ConfirmDialog({
  title,
  children,
  open,
  confirm,
  cancel = closingLabel(confirm),
  tone = 'primary',
  loading = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps): ReactElement {
  return (
    <Dialog alert onClose={onCancel} open={open} title={title} width={28}>
      <div>{children}</div>
      <DialogActions>
        <Button autoFocus onClick={onCancel}>
          {cancel}
        </Button>
        <Button loading={loading} onClick={onConfirm} tone={tone}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
