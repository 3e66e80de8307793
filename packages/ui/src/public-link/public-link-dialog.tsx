import { Copy, MessageCircle } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { copyText } from '../controls/copy-text.ts';
import { Dialog } from '../controls/dialog.tsx';
import { elsewhere, OutsideButton } from '../controls/outside-button.tsx';
import { TextField } from '../controls/text-field.tsx';

const Body = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; }
`;

/** Says that a link is shown once, and how to get another one. */
export const ShownOnce = ({ children }: { children: ReactNode }): ReactElement => (
  <Banner live tone="warning">
    Copie el enlace ahora: no se vuelve a mostrar. {children}
  </Banner>
);

/** The link to a public page, to be copied. */
export function PublicLinkDialog({
  path,
  title,
  children,
  chat,
  onClose,
}: {
  path: string;
  title: string;
  /** What to know about the link. */
  children: ReactNode;
  /** The address of a WhatsApp conversation with the link, if it is offered. */
  chat?: (address: string) => string;
  onClose: () => void;
}): ReactElement {
  const address = `${location.origin}${path}`;
  return (
    <Dialog onClose={onClose} open title={title} width={36}>
      <Body>
        {children}
        <TextField
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
        {chat && (
          <OutsideButton {...elsewhere} href={chat(address)} icon={<MessageCircle aria-hidden size={15} />}>
            WhatsApp
          </OutsideButton>
        )}
        <Button onClick={onClose}>Cerrar</Button>
      </DialogActions>
    </Dialog>
  );
}
