import { PublicLinkDialog, ShownOnce } from '@pauta/ui/public-link/public-link-dialog.tsx';
import type { ReactElement } from 'react';

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
  return (
    <PublicLinkDialog onClose={onClose} path={path} title={`Enlace a la tarifa: ${name}`}>
      {isSecret(path) ? (
        <ShownOnce>Si lo pierde, publique la tarifa otra vez y tendrá uno nuevo.</ShownOnce>
      ) : (
        <p>La tarifa se abre en esta dirección, sin cuenta ni contraseña.</p>
      )}
    </PublicLinkDialog>
  );
}
