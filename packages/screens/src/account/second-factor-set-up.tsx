import { useApi, useSession } from '@pauta/core/react';
import { currentPassword } from '@pauta/domain/admin/users/password.ts';
import { appCode } from '@pauta/domain/admin/users/second-factor.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { CodeInput } from '@pauta/ui/field-components/code-input.tsx';
import { CurrentPasswordInput } from '@pauta/ui/field-components/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { encode } from 'uqr';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Secret {
  readonly secret: string;
  readonly uri: string;
}

const passwordFields = { current_password: currentPassword('Su contraseña') };

const Steps = styled.ol`
  display: grid;
  gap: var(--pauta-space-4);
  margin: 0;
  padding-inline-start: 1.2em;
  & svg { display: block; inline-size: min(100%, 13rem); margin-block: var(--pauta-space-2); border-radius: var(--pauta-radius-md); }
  & code { overflow-wrap: anywhere; font-family: ui-monospace, monospace; user-select: all; }
`;

/** Black on white in both themes, because cameras do not read inverted codes reliably. */
function QrCode({ text }: { text: string }): ReactElement {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      aria-label="Código QR para la aplicación de autenticación"
      role="img"
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Password, then the QR code and a first code, then the recovery codes: three steps in one dialog. */
export function SecondFactorSetUp({ onClose }: { onClose: () => void }): ReactElement {
  const api = useApi();
  const { fetchUser } = useSession();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const title = codes ? 'Códigos de recuperación' : 'Activar la verificación en dos pasos';
  return (
    <Dialog onClose={onClose} open title={title} width={34}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : secret ? (
        <FieldsForm
          above={
            <Steps>
              <li>
                Abra su aplicación de autenticación (por ejemplo Google Authenticator, Microsoft Authenticator
                o Aegis) y escanee este código.
                <QrCode text={secret.uri} />
                ¿No puede escanearlo? Escriba esta clave: <code>{grouped(secret.secret)}</code>
              </li>
              <li>Escriba aquí el código de 6 dígitos que muestra.</li>
            </Steps>
          }
          bar="dialog"
          fields={{ code: appCode }}
          inputs={{ code: CodeInput }}
          key="code"
          label="Primer código"
          onCancel={onClose}
          onSubmit={async (values) => {
            const { data } = await api.post<{ data: { recovery_codes: string[] } }>(
              '/profile/second-factor/confirm',
              values,
            );
            setCodes(data.recovery_codes);
            // The factor is active also if reloading the user fails.
            fetchUser({ keepsSession: true }).catch(() => {});
          }}
          submitLabel="Activar"
        />
      ) : (
        <FieldsForm
          above={<p>Confirme que es usted. Se cerrarán sus demás sesiones al activarla.</p>}
          autoFocus
          bar="dialog"
          fields={passwordFields}
          inputs={{ current_password: CurrentPasswordInput }}
          key="password"
          label="Contraseña"
          onCancel={onClose}
          onSubmit={async (values) => {
            const { data } = await api.post<{ data: Secret }>('/profile/second-factor', values);
            setSecret(data);
          }}
          submitLabel="Continuar"
        />
      )}
    </Dialog>
  );
}
