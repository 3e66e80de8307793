import { token as t } from '@pauta/layout/theme';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Dialog as Aria, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { keyframes, styled } from 'styled-components';
import { IconButton } from './icon-button.tsx';

const fade = keyframes`from { opacity: 0; }`;
const rise = keyframes`from { opacity: 0; translate: 0 12px; }`;

const Scrim = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${t('z-overlay')};
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  place-items: center;
  padding: ${t('space-4')};
  background: ${t('color-overlay')};
  animation: ${fade} ${t('duration')} ${t('ease')};
  & > div { inline-size: 100%; max-inline-size: var(--dialog-width); animation: ${rise} ${t('duration')} ${t('ease')}; }
  & [role$='dialog'] {
    display: flex;
    flex-direction: column;
    max-block-size: min(52rem, calc(100dvh - 2rem));
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-lg')};
    background: ${t('color-surface-raised')};
    color: ${t('color-text')};
    box-shadow: ${t('shadow-lg')};
    outline: none;
    overflow: clip;
  }
  & [role$='dialog'] > header { display: flex; align-items: flex-start; gap: ${t('space-3')}; padding: ${t('space-4')} ${t('space-4')} ${t('space-2')} ${t('space-5')}; }
  & [role$='dialog'] > header > h2 { flex: 1; padding-block: ${t('space-1')}; font-size: ${t('text-lg')}; overflow-wrap: anywhere; }
  & [data-dialog-body] { overflow: auto; padding: ${t('space-1')} ${t('space-5')} ${t('space-5')}; }
  @media (max-width: 40rem) {
    place-items: end center;
    padding: 0;
    & [role$='dialog'] { max-block-size: 92dvh; border-end-start-radius: 0; border-end-end-radius: 0; }
    &[data-full] [role$='dialog'] { block-size: 100dvh; max-block-size: none; border: 0; border-radius: 0; }
    &[data-full] [data-dialog-body] { flex: 1; }
  }
`;

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Width in rem. */
  readonly width?: number;
  /** An `alertdialog`: only its buttons and Escape close it, not a click outside. */
  readonly alert?: boolean;
  /** Fills the whole screen if the screen is narrow. */
  readonly full?: boolean;
}

/** A modal dialog. It keeps the focus until it closes, and then returns it to the element that had it before. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  width = 36,
  alert = false,
  full = false,
}: DialogProps): ReactElement {
  return (
    <Scrim
      data-full={full || undefined}
      isDismissable={false}
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      style={{ '--dialog-width': `${width}rem` } as Record<string, string>}
    >
      <Modal>
        <Aria role={alert ? 'alertdialog' : 'dialog'}>
          <header>
            <Heading level={2} slot="title">
              {title}
            </Heading>
            {!alert && <IconButton icon={<X aria-hidden size={18} />} label="Cerrar" onClick={onClose} />}
          </header>
          <div data-dialog-body>{children}</div>
        </Aria>
      </Modal>
    </Scrim>
  );
}
