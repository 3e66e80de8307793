import { useSession } from '@pauta/core/react';
import { newPasswordFields, samePasswords } from '@pauta/domain/admin/users/password.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { email } from '@pauta/domain/kinds/contact.ts';
import { type Field, type Fields, withOptions } from '@pauta/domain/kinds/kind.ts';
import { yesNo } from '@pauta/domain/kinds/yes-no.ts';
import { fieldOf, type Rule } from '@pauta/domain/resource/resource.ts';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import type { Input } from '@pauta/ui/field-components/inputs.tsx';
import { NewPasswordInput } from '@pauta/ui/field-components/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { GuestCard } from './guest-card.tsx';

const fields: Fields = {
  full_name: withOptions(fieldOf(users, 'full_name'), { width: 'full' }),
  email: email('Correo', { required: true, width: 'full' }) as Field,
  phone: withOptions(fieldOf(users, 'phone'), { width: 'full' }),
  ...newPasswordFields,
  accept_terms: yesNo('Acepto usar Pauta solo para el trabajo de la empresa', { width: 'full' }) as Field,
};

const accepted: Rule = ({ accept_terms }) =>
  accept_terms === true ? null : { accept_terms: ['Acepte los términos para registrarse.'] };

const TermsInput: Input = ({ value, onChange, onBlur, error, label, name }) => (
  <Checkbox
    checked={value === true}
    error={error}
    label={label}
    name={name}
    onBlur={onBlur}
    onChange={onChange}
  />
);

/** `/register`: a new user is signed in at once, without permissions until an administrator approves the account. */
export function Register(): ReactElement {
  const { register } = useSession();
  return (
    <GuestCard
      intro="Para el personal de la empresa. Un administrador aprueba cada cuenta y le da sus permisos."
      links={
        <span>
          ¿Ya tiene cuenta? <Link to="/login">Inicie sesión</Link>
        </span>
      }
      title="Registro"
    >
      <FieldsForm
        fields={fields}
        inputs={{
          password: NewPasswordInput,
          password_confirmation: NewPasswordInput,
          accept_terms: TermsInput,
        }}
        label="Registro"
        onSubmit={async (values) => {
          await register(values);
        }}
        rules={[samePasswords, accepted]}
        submitLabel="Crear cuenta"
      />
    </GuestCard>
  );
}
