import { ApiError } from '@pauta/core';
import { useSession } from '@pauta/core/react';
import { appCode, recoveryCode } from '@pauta/domain/admin/users/second-factor.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { CodeInput } from '@pauta/ui/field-components/code-input.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; color: var(--pauta-color-text-muted); }
  & > div:last-child { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
`;

const ways = {
  app: { fields: { code: appCode }, inputs: { code: CodeInput }, other: 'Usar un código de recuperación' },
  recovery: { fields: { code: recoveryCode }, inputs: {}, other: 'Usar la aplicación de autenticación' },
} as const;

/** The second step of a sign-in: the code of the app, or a recovery code. */
export function CodeForm({
  challenge,
  onExpired,
  onCancel,
}: {
  challenge: string;
  /** Called with the reason when the password has to be entered again. */
  onExpired: (reason: string) => void;
  onCancel: () => void;
}): ReactElement {
  const { login } = useSession();
  const [way, setWay] = useState<keyof typeof ways>('app');
  const [left, setLeft] = useState(false);
  const { fields, inputs, other } = ways[way];
  return (
    <Root>
      <p>Su contraseña es correcta. Falta el segundo paso.</p>
      {left && (
        <Banner tone="info">Si perdió su teléfono y sus códigos, pida ayuda a un administrador.</Banner>
      )}
      <FieldsForm
        autoFocus
        fields={fields}
        inputs={inputs}
        key={way}
        label="Segundo paso"
        onSubmit={async ({ code }) => {
          try {
            await login({ challenge, code });
          } catch (error) {
            if (!(error instanceof ApiError && error.code === 'challenge_expired')) throw error;
            onExpired(error.message);
          }
        }}
        submitLabel="Continuar"
      />
      <div>
        <Button
          onClick={() => {
            setWay(way === 'app' ? 'recovery' : 'app');
            setLeft(true);
          }}
          size="small"
          tone="quiet"
        >
          {other}
        </Button>
        <Button onClick={onCancel} size="small" tone="quiet">
          Volver
        </Button>
      </div>
    </Root>
  );
}
