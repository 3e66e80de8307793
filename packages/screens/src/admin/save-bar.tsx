import { Button } from '@pauta/ui/controls/button.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.section`
  position: sticky;
  inset-block-end: 0;
  z-index: var(--pauta-z-sticky);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2) var(--pauta-space-3);
  padding: var(--pauta-space-3) var(--pauta-space-4);
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-lg);
  background: var(--pauta-color-surface-raised);
  box-shadow: var(--pauta-shadow-lg);
  & > p { flex: 1 1 10rem; margin: 0; }
`;

/** What is changed and not saved, with the two ways out of it. Nothing while nothing is changed. */
export function SaveBar({
  count,
  saving,
  onSave,
  onDiscard,
}: {
  count: number;
  saving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}): ReactElement | null {
  if (count === 0) return null;
  const changes = count === 1 ? '1 cambio' : `${count} cambios`;
  return (
    <Root aria-label="Cambios sin guardar">
      <p role="status">{changes} sin guardar</p>
      <Button onClick={onDiscard}>Descartar</Button>
      <Button loading={saving} onClick={onSave} tone="primary">
        Guardar {changes}
      </Button>
    </Root>
  );
}
