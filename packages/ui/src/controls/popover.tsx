import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as Aria } from 'react-aria-components/Popover';
import { styled } from 'styled-components';

const Root = styled(Aria)`
  inline-size: var(--popover-width, 18rem);
  max-inline-size: calc(100vw - 1rem);
  overflow: auto;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-raised')};
  color: ${t('color-text')};
  box-shadow: ${t('shadow-lg')};
  & > [role='dialog'] { outline: none; padding: ${t('space-3')}; }
`;

/** A popup beside the control that opened it. */
export function Popover({
  label,
  open,
  onClose,
  trigger,
  width = 18,
  children,
}: {
  label: string;
  open: boolean;
  onClose: () => void;
  trigger: RefObject<Element | null>;
  /** In rem, or as wide as its content. */
  width?: number | 'max-content';
  children: ReactNode;
}): ReactElement {
  return (
    <Root
      isOpen={open}
      offset={6}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom start"
      style={
        { '--popover-width': typeof width === 'number' ? `${width}rem` : width } as Record<string, string>
      }
      triggerRef={trigger}
    >
      <Dialog aria-label={label}>{children}</Dialog>
    </Root>
  );
}
