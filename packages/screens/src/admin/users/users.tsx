import { users } from '@pauta/domain/admin/users/user.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { UserPlus, UserX } from 'lucide-react';
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { useAccountRefusal } from './access-data.ts';
import { UserNameCell } from './user-name-cell.tsx';

const InviteUser = lazy(async () => ({ default: (await import('./invite-user.tsx')).InviteUser }));
const Team = lazy(async () => ({ default: (await import('./team.tsx')).Team }));
const Mails = lazy(async () => ({ default: (await import('../mails.tsx')).Mails }));
const DeactivateUser = lazy(async () => ({
  default: (await import('./deactivate-user.tsx')).DeactivateUser,
}));
const UserAccess = lazy(async () => ({ default: (await import('./user-access.tsx')).UserAccess }));
const Delegations = lazy(async () => ({
  default: (await import('../../account/delegations/delegations.tsx')).Delegations,
}));

const list = paths.list(users);

/** Actions that are not about a single user. */
function ListActions(): ReactElement {
  const may = useMay(users);
  const invite = may.permission('users.create');
  return (
    <>
      <LinkButton to={`${list}?f.status=pending`}>Por aprobar</LinkButton>
      <LinkButton to={`${list}/equipo`}>Equipo</LinkButton>
      {may.permission('mail.view').allowed && <LinkButton to={`${list}/correos`}>Correos</LinkButton>}
      {invite.allowed ? (
        <LinkButton icon={<UserPlus aria-hidden size={15} />} to={`${list}/invitar`} tone="primary">
          Invitar usuario
        </LinkButton>
      ) : (
        <Button disabledReason={invite.reason} icon={<UserPlus aria-hidden size={15} />}>
          Invitar usuario
        </Button>
      )}
    </>
  );
}

/** Deactivation has a screen of its own, because all records of the user must be assigned to others first. */
function Deactivate({ user }: { user: AnyRecord }): ReactElement | null {
  const may = useMay(users).permission('users.update_all');
  const beyond = useAccountRefusal(user);
  if (['inactive', 'invited'].includes(String(user.status))) return null;
  const icon = <UserX aria-hidden size={15} />;
  return may.allowed && beyond === undefined ? (
    <LinkButton icon={icon} to={`${paths.record(users, user.id)}/desactivar`}>
      Desactivar
    </LinkButton>
  ) : (
    <Button disabledReason={may.allowed ? beyond : may.reason} icon={icon}>
      Desactivar
    </Button>
  );
}

/** Content for users who may change accounts. */
function Guarded({
  part: Part,
  user,
}: {
  part: ComponentType<{ user: AnyRecord }>;
  user: AnyRecord;
}): ReactElement {
  const may = useMay(users).permission('users.update_all');
  return may.allowed ? (
    <Suspense fallback={<Skeleton lines={4} />}>
      <Part user={user} />
    </Suspense>
  ) : (
    <Card>{may.reason}</Card>
  );
}

const UserDelegations = ({ user }: { user: AnyRecord }): ReactElement => (
  <Card title="Delegaciones">
    <Delegations path={`/users/${user.id}/delegations`} userId={user.id} />
  </Card>
);

const Screens = resourceScreens(users, {
  cells: { full_name: UserNameCell },
  list: { actions: <ListActions /> },
  detail: {
    actions: (user) => <Deactivate user={user} />,
    useRefusal: useAccountRefusal,
    tabs: [
      { id: 'acceso', label: 'Acceso', content: (user) => <Guarded part={UserAccess} user={user} /> },
      {
        id: 'delegaciones',
        label: 'Delegaciones',
        content: (user) => <Guarded part={UserDelegations} user={user} />,
      },
    ],
  },
});

const waiting = (title: string): ReactElement => (
  <Page data-width="form">
    <PageHeader title={title} />
    <Card>
      <Skeleton lines={6} />
    </Card>
  </Page>
);

const own: readonly (readonly [path: string, title: string, screen: ComponentType])[] = [
  ['invitar', 'Invitar usuario', InviteUser],
  ['equipo', 'Equipo', Team],
  ['correos', 'Correos', Mails],
  [':id/desactivar', 'Desactivar', DeactivateUser],
];

/** Gestión › Usuarios: invite, approve, assign roles, suspend, transfer records and deactivate; the team; the mails. */
export function Users(): ReactElement {
  return (
    <Routes>
      {own.map(([path, title, Screen]) => (
        <Route
          element={
            <Suspense fallback={waiting(title)}>
              <Screen />
            </Suspense>
          }
          key={path}
          path={path}
        />
      ))}
      <Route element={<Screens />} path="*" />
    </Routes>
  );
}
