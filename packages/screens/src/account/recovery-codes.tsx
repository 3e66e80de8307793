import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { Copy, Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const List = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr));
  gap: var(--pauta-space-2);
  margin: var(--pauta-space-4) 0;
  padding: var(--pauta-space-4);
  border-radius: var(--pauta-radius-md);
  background: var(--pauta-color-surface-sunken);
  list-style: none;
  font-family: ui-monospace, monospace;
`;

const save = (codes: readonly string[]): void => {
  const text = `Códigos de recuperación de Pauta\nCada uno vale una sola vez.\n\n${codes.join('\n')}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: 'pauta-codigos-de-recuperacion.txt',
  });
  link.click();
  URL.revokeObjectURL(address);
};

/** Recovery codes; they cannot be shown again. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}): ReactElement {
  const copy = (): void => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify('Códigos copiados'),
      () => notify('El navegador no permitió copiar. Descárguelos.', { tone: 'danger' }),
    );
  };
  return (
    <>
      <Banner live tone="warning">
        Guarde estos códigos donde solo usted pueda verlos: no se vuelven a mostrar. Cada uno le deja entrar
        una vez si no tiene su teléfono.
      </Banner>
      <List aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <DialogActions>
        <Button icon={<Copy aria-hidden size={15} />} onClick={copy}>
          Copiar
        </Button>
        <Button icon={<Download aria-hidden size={15} />} onClick={() => save(codes)}>
          Descargar
        </Button>
        <Button onClick={onDone} tone="primary">
          Ya los guardé
        </Button>
      </DialogActions>
    </>
  );
}
