import { useApi, useInvalidate, useSession } from '@pauta/core/react';
import { currentPassword, newPasswordFields, samePasswords } from '@pauta/domain/admin/users/password.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { CurrentPasswordInput, NewPasswordInput } from '@pauta/ui/field-components/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';

const fields = {
  current_password: currentPassword('Contraseña actual'),
  ...newPasswordFields,
};

const inputs = {
  current_password: CurrentPasswordInput,
  password: NewPasswordInput,
  password_confirmation: NewPasswordInput,
};

/** Changes the password, which closes every other session. */
export function PasswordCard(): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const { fetchUser } = useSession();
  // A new key empties the fields once the password is changed.
  const [round, setRound] = useState(0);
  return (
    <Card title="Contraseña">
      <FieldsForm
        fields={fields}
        inputs={inputs}
        key={round}
        label="Cambiar contraseña"
        onSubmit={async (values) => {
          await api.post('/profile/password', values);
          notify('Contraseña cambiada. Se cerraron sus demás sesiones.');
          setRound(round + 1);
          void fetchUser();
          void invalidate('/profile');
        }}
        rules={[samePasswords]}
        submitLabel="Cambiar contraseña"
      />
    </Card>
  );
}
