import { ApiError } from '@pauta/core';
import { useApi, useSession } from '@pauta/core/react';
import { newPasswordFields, samePasswords } from '@pauta/domain/admin/users/password.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { NewPasswordInput } from '@pauta/ui/field-components/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { styled } from 'styled-components';

/** The user a link is for. */
interface LinkOwner {
  readonly purpose: 'invitation' | 'reset';
  readonly full_name: string;
  readonly email: string;
}

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; }
`;

const inputs = { password: NewPasswordInput, password_confirmation: NewPasswordInput };

/**
 * Chooses a password with the token of a mailed link and signs in with it. The token goes to the server in the body of
 * a request, never in an address.
 */
export function PasswordLink({
  token,
  onSecondFactor,
  onDone,
}: {
  token: string;
  /** Called with the challenge when the account also requires a code. */
  onSecondFactor: (challenge: string) => void;
  /** Returns to the sign-in form; with a reason when the link is invalid. */
  onDone: (reason?: string) => void;
}): ReactElement {
  const api = useApi();
  const { login } = useSession();
  const [owner, setOwner] = useState<LinkOwner | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const check = useCallback(() => {
    setFailure(null);
    api
      .post<{ data: LinkOwner }>('/password-links/check', { token })
      .then(({ data }) => setOwner(data), setFailure);
  }, [api, token]);
  useEffect(check, [check]);

  if (failure instanceof ApiError && failure.status === 422) {
    return (
      <Banner
        actions={
          <Button onClick={() => onDone()} size="small">
            Iniciar sesión
          </Button>
        }
        live
        tone="warning"
      >
        {failure.message}
      </Banner>
    );
  }
  if (failure !== null) return <FailureBanner error={failure} onRetry={check} />;
  if (!owner) return <Skeleton lines={4} />;
  return (
    <Root>
      <p>
        {owner.full_name}, elija la contraseña con la que entrará con el correo <strong>{owner.email}</strong>
        .
      </p>
      <FieldsForm
        autoFocus
        fields={newPasswordFields}
        inputs={inputs}
        label="Elegir contraseña"
        onSubmit={async (values) => {
          await api.post('/password-links/use', { ...values, token });
          try {
            await login({ email: owner.email, password: values.password });
          } catch (error) {
            const { challenge } = (error instanceof ApiError ? error.body : {}) as { challenge?: unknown };
            if (typeof challenge === 'string') onSecondFactor(challenge);
            else onDone('Su contraseña nueva está lista. Inicie sesión con ella.');
          }
        }}
        rules={[samePasswords]}
        submitLabel={owner.purpose === 'invitation' ? 'Aceptar y entrar' : 'Guardar y entrar'}
      />
    </Root>
  );
}
