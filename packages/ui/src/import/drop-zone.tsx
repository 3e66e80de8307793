import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${t('space-2')};
  padding: ${t('space-7')} ${t('space-4')};
  border: 2px dashed ${t('color-border-strong')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-sunken')};
  text-align: center;
  &[data-over] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; }
  & > svg { color: ${t('color-text-muted')}; }
  & > strong { font-size: ${t('text-lg')}; }
  & > p { color: ${t('color-text-muted')}; }
  & > input { display: none; }
`;

/**
 * Where files are dropped, marked while something is held over it. Its content offers to choose them, too: nobody drops
 * by keyboard.
 */
export function DropZone({
  onDropped,
  children,
}: {
  readonly onDropped: (dropped: DataTransfer) => void;
  readonly children: ReactNode;
}): ReactElement {
  const [over, setOver] = useState(false);
  return (
    <Root
      data-over={over || undefined}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropped(event.dataTransfer);
      }}
    >
      {children}
    </Root>
  );
}
