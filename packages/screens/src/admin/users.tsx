import { users } from '@pauta/domain/admin/user.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Gestión › Usuarios: approve who registered, give roles, suspend. */
export const Users = resourceScreens(users, {
  list: {
    actions: <LinkButton to="/gestion/usuarios?f.status=pending">Por aprobar</LinkButton>,
  },
});
