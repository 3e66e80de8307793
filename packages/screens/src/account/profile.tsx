import { useApi, useApiQuery, useInvalidate, useSession } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { type Field, type Fields, withOptions } from '@pauta/domain/kinds/kind.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { AppearanceCard } from './appearance-card.tsx';
import { DelegationsCard } from './delegations-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PhotoCard } from './photo-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

interface ProfileRecord {
  readonly full_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly roles: readonly { readonly name: string; readonly display_name: string }[];
  readonly row_version: number;
}

const own = (name: string): Field => withOptions(fieldOf(users, name), { width: 'full' });

const fields: Fields = { full_name: own('full_name'), email: own('email'), phone: own('phone') };
const emailReason = { email: 'Para cambiar el correo pídalo a un administrador.' };

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: var(--pauta-space-4);
  align-items: start;
  & > div { display: grid; gap: var(--pauta-space-4); min-inline-size: 0; }
`;

const Roles = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2);
  margin: 0 0 var(--pauta-space-4);
`;

function PersonCard({ profile }: { profile: ProfileRecord }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const { fetchUser } = useSession();
  return (
    <Card title="Datos personales">
      <Roles aria-label="Roles">
        {profile.roles.map((role) => (
          <Badge key={role.name}>{role.display_name}</Badge>
        ))}
      </Roles>
      <FieldsForm
        current={{ ...profile }}
        fields={fields}
        key={profile.row_version}
        label="Datos personales"
        locked={emailReason}
        onSubmit={async (values) => {
          if (Object.keys(values).length > 0)
            await api.patch('/profile', values, { ifMatch: profile.row_version });
          notify('Datos guardados');
          void fetchUser();
          await invalidate('/profile');
        }}
      />
    </Card>
  );
}

/** `/perfil`: the user's own data, photo, password, second factor, delegations, sessions, theme and shortcuts. */
export function Profile(): ReactElement {
  const { data, error, mutate } = useApiQuery<{ profile: ProfileRecord }>('/profile');
  const { user } = useSession();
  const profile = data?.profile;
  // A step, such as setting up a second factor, that the server requires before any other request.
  const step = (user as { pending_step?: string | null } | null)?.pending_step;
  return (
    <Page>
      <PageHeader title="Mi Perfil" />
      {step === 'password' && (
        <Banner tone="warning">
          Su contraseña fue creada por otra persona. Cámbiela por una que solo usted conozca para continuar.
        </Banner>
      )}
      {step === 'second_factor' && (
        <Banner tone="warning">Su rol exige la verificación en dos pasos. Actívela para continuar.</Banner>
      )}
      {error && !profile && <FailureBanner error={error} onRetry={() => void mutate()} />}
      <Columns>
        <div>
          {profile ? (
            <PersonCard profile={profile} />
          ) : (
            !error && (
              <Card title="Datos personales">
                <Skeleton lines={4} />
              </Card>
            )
          )}
          <PhotoCard />
          {!step && <KeysCard />}
        </div>
        <div>
          {step === 'second_factor' && <SecondFactorCard />}
          <PasswordCard />
          {step !== 'second_factor' && <SecondFactorCard />}
          {!step && <DelegationsCard />}
          <SessionsCard />
          <AppearanceCard />
        </div>
      </Columns>
    </Page>
  );
}
