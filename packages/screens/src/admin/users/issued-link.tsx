import { companyTimeFormat } from '@pauta/domain/calendar/company-clock.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { copyText } from '@pauta/ui/controls/copy-text.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A link for choosing a password, as the request that created it returns it. */
export interface IssuedLink {
  readonly sent: boolean;
  readonly path: string | null;
  readonly expires_at: string;
}

const validUntil = companyTimeFormat({ dateStyle: 'long', timeStyle: 'short' });

const Body = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
`;

/** Without a mail server the administrator has to deliver the link: it is shown here once. */
export function IssuedLinkDialog({
  link,
  name,
  onClose,
}: {
  link: IssuedLink;
  name: string;
  onClose: () => void;
}): ReactElement {
  const address = `${location.origin}${link.path ?? ''}`;
  return (
    <Dialog onClose={onClose} open title={`Enlace para ${name}`} width={36}>
      <Body>
        <Banner tone="warning">
          No hay un servidor de correo configurado. Entregue este enlace solo a {name}: quien lo abra elige la
          contraseña de su cuenta. No se vuelve a mostrar.
        </Banner>
        <TextField
          hint={`Vale hasta el ${validUntil(link.expires_at)} y se usa una vez.`}
          label="Enlace"
          onChange={() => undefined}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          value={address}
        />
      </Body>
      <DialogActions>
        <Button
          icon={<Copy aria-hidden size={15} />}
          onClick={() => copyText(address, 'Enlace copiado')}
          tone="primary"
        >
          Copiar enlace
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
      </DialogActions>
    </Dialog>
  );
}
