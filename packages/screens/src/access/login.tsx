import { useSession, useSettings } from '@pauta/core/react';
import { currentPassword } from '@pauta/domain/admin/password.ts';
import { email } from '@pauta/domain/kinds/contact.ts';
import { CurrentPasswordInput } from '@pauta/ui/faces/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useEffect } from 'react';
import { GuestCard } from './guest-card.tsx';

const fields = {
  email: email('Correo', { required: true, width: 'full' }),
  password: currentPassword('Contraseña'),
};

/** `/login` */
export function Login(): ReactElement {
  const { login } = useSession();
  const { get, load } = useSettings();
  useEffect(() => {
    // Only a link depends on it; without an answer the link stands, and its page says the rest.
    load().catch(() => {});
  }, [load]);
  return (
    <GuestCard
      links={
        <>
          {get('registration_enabled', true) && (
            <span>
              ¿Trabaja aquí y no tiene cuenta? <Link to="/register">Regístrese</Link>
            </span>
          )}
          <span>
            ¿Quiere anunciar su empresa? <Link to="/client-registration">Registro de clientes</Link>
          </span>
        </>
      }
      title="Iniciar Sesión"
    >
      <FieldsForm
        autoFocus
        fields={fields}
        inputs={{ password: CurrentPasswordInput }}
        label="Iniciar sesión"
        onSubmit={async (values) => {
          await login(values);
        }}
        submitLabel="Iniciar sesión"
      />
    </GuestCard>
  );
}
