import { useApi } from '@pauta/core/react';
import { currentPassword } from '@pauta/domain/admin/users/password.ts';
import { anyCode } from '@pauta/domain/admin/users/second-factor.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { CurrentPasswordInput } from '@pauta/ui/field-components/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';
import { RecoveryCodes } from './recovery-codes.tsx';

const fields = { current_password: currentPassword('Su contraseña'), code: anyCode };

const words = {
  disable: {
    title: 'Desactivar la verificación en dos pasos',
    text: 'Para entrar bastará su contraseña, y sus códigos de recuperación dejarán de valer.',
    submit: 'Desactivar',
    tone: 'danger',
  },
  'recovery-codes': {
    title: 'Códigos de recuperación nuevos',
    text: 'Recibirá diez códigos nuevos; los anteriores dejarán de valer.',
    submit: 'Pedir códigos nuevos',
    tone: 'primary',
  },
} as const;

/** Turns the second factor off or renews its recovery codes: both need the password and a code. */
export function SecondFactorChange({
  what,
  onClose,
}: {
  what: keyof typeof words;
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { title, text, submit, tone } = words[what];
  return (
    <Dialog onClose={onClose} open title={title} width={34}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <FieldsForm
          above={<p>{text}</p>}
          autoFocus
          bar="dialog"
          fields={fields}
          inputs={{ current_password: CurrentPasswordInput }}
          label={title}
          onCancel={onClose}
          onSubmit={async (values) => {
            const answer = await api.post<{ data: { recovery_codes: string[] } } | undefined>(
              `/profile/second-factor/${what}`,
              values,
            );
            if (answer) return setCodes(answer.data.recovery_codes);
            notify('Verificación en dos pasos desactivada');
            onClose();
          }}
          submitLabel={submit}
          submitTone={tone}
        />
      )}
    </Dialog>
  );
}
