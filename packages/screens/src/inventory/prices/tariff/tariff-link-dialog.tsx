import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Body = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; }
`;

/** A token has 43 characters; anything shorter is an address that stays. */
const isSecret = (path: string): boolean => path.length > '/tarifas/'.length + 40;

/** The link to a published tariff, to be copied. One with a token is shown here once. */
export function TariffLinkDialog({
  path,
  name,
  onClose,
}: {
  path: string;
  name: string;
  onClose: () => void;
}): ReactElement {
  const address = `${location.origin}${path}`;
  const copy = (): void => {
    // On pages without https the clipboard is not available.
    Promise.resolve(navigator.clipboard?.writeText(address) ?? Promise.reject(new Error())).then(
      () => notify('Enlace copiado'),
      () => notify('El navegador no permitió copiar. Selecciónelo y cópielo a mano.', { tone: 'danger' }),
    );
  };
  return (
    <Dialog onClose={onClose} open title={`Enlace a la tarifa: ${name}`} width={36}>
      <Body>
        {isSecret(path) ? (
          <Banner live tone="warning">
            Copie el enlace ahora: no se vuelve a mostrar. Si lo pierde, publique la tarifa otra vez y tendrá
            uno nuevo.
          </Banner>
        ) : (
          <p>La tarifa se abre en esta dirección, sin cuenta ni contraseña.</p>
        )}
        <TextField
          label="Enlace"
          onChange={() => undefined}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          value={address}
        />
      </Body>
      <DialogActions>
        <Button icon={<Copy aria-hidden size={15} />} onClick={copy} tone="primary">
          Copiar enlace
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
      </DialogActions>
    </Dialog>
  );
}
