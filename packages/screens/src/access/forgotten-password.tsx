import { useApi } from '@pauta/core/react';
import { email } from '@pauta/domain/kinds/contact.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';

const fields = { email: email('Correo', { required: true, width: 'full' }) as Field };

/** Requests a link for choosing another password. The answer does not reveal whether the e-mail is known. */
export function ForgottenPassword({ onBack }: { onBack: () => void }): ReactElement {
  const api = useApi();
  const [answer, setAnswer] = useState<string | null>(null);
  if (answer !== null) {
    return (
      <Banner
        actions={
          <Button onClick={onBack} size="small">
            Volver
          </Button>
        }
        live
        tone="success"
      >
        {answer}
      </Banner>
    );
  }
  return (
    <FieldsForm
      autoFocus
      cancelLabel="Volver"
      fields={fields}
      label="Olvidó su contraseña"
      onCancel={onBack}
      onSubmit={async (values) => {
        const { message } = await api.post<{ message: string }>('/password-links', values);
        setAnswer(message);
      }}
      submitLabel="Enviar el enlace"
    />
  );
}
