import { accountRooms } from '@pauta/domain/billing/account-rooms/account-room.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { ShareAccountButton } from './share-account-button.tsx';

/** Facturación › Facturación › Páginas de cuenta: who sees which account by a link. */
export const AccountRooms = resourceScreens(accountRooms, {
  list: {
    actions: <ShareAccountButton />,
    empty:
      'Con «Abrir página de cuenta» un cliente o una agencia ve sus facturas y su balance por un enlace.',
    description:
      'Quién de un cliente o de una agencia ve sus facturas, sus pagos y su balance sin usuario, y hasta cuándo.',
  },
});
