import { ApiError } from '@pauta/core';
import { useSession, useSettings } from '@pauta/core/react';
import { currentPassword } from '@pauta/domain/admin/users/password.ts';
import { email } from '@pauta/domain/kinds/contact.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { CurrentPasswordInput } from '@pauta/ui/field-components/password-inputs.tsx';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Link, useLocation, useNavigate } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { GuestCard } from './guest-card.tsx';

const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }));
const ForgottenPassword = lazy(async () => ({
  default: (await import('./forgotten-password.tsx')).ForgottenPassword,
}));
const PasswordLink = lazy(async () => ({ default: (await import('./password-link.tsx')).PasswordLink }));

const fields = {
  email: email('Correo', { required: true, width: 'full' }),
  password: currentPassword('Contraseña'),
};

type Step =
  | { readonly name: 'password'; readonly notice?: string }
  | { readonly name: 'code'; readonly challenge: string }
  | { readonly name: 'forgotten' };

const linkTitles: Readonly<Record<string, string>> = {
  invitacion: 'Aceptar la invitación',
  restablecer: 'Elegir una contraseña nueva',
};

/**
 * A mailed link ends in `#invitacion=<token>` or `#restablecer=<token>`: the part after # is never sent to a server.
 */
const linkIn = (hash: string): { title: string; token: string } | null => {
  const [, name = '', token = ''] = /^#([a-z]+)=([\w-]{1,100})$/.exec(hash) ?? [];
  const title = linkTitles[name];
  return title ? { title, token } : null;
};

/** The challenge in a response that requests the code of a second factor. */
const challengeIn = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null;
  const { challenge } = error.body as { challenge?: unknown };
  return typeof challenge === 'string' ? challenge : null;
};

/** `/login`: e-mail and password, then a code if the account requires one; mailed links open this page too. */
export function Login(): ReactElement {
  const { login } = useSession();
  const { get, load } = useSettings();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ name: 'password' });
  useEffect(() => {
    // Only the visibility of a link depends on it; on failure the link is shown, and its page handles the rest.
    load().catch(() => {});
  }, [load]);

  const link = linkIn(hash);
  const restart = (notice?: string): void => {
    if (hash) navigate('/login', { replace: true });
    setStep({ name: 'password', ...(notice !== undefined && { notice }) });
  };

  if (link && step.name !== 'code') {
    return (
      <GuestCard title={link.title}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <PasswordLink
            key={link.token}
            onDone={restart}
            onSecondFactor={(challenge) => setStep({ name: 'code', challenge })}
            token={link.token}
          />
        </Suspense>
      </GuestCard>
    );
  }
  if (step.name === 'code') {
    return (
      <GuestCard title="Verificación en dos pasos">
        <Suspense fallback={<Skeleton lines={3} />}>
          <CodeForm challenge={step.challenge} onCancel={() => restart()} onExpired={restart} />
        </Suspense>
      </GuestCard>
    );
  }
  if (step.name === 'forgotten') {
    return (
      <GuestCard
        intro="Escriba su correo y le enviaremos un enlace para elegir otra."
        title="¿Olvidó su contraseña?"
      >
        <Suspense fallback={<Skeleton lines={2} />}>
          <ForgottenPassword onBack={() => restart()} />
        </Suspense>
      </GuestCard>
    );
  }
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
      {step.notice && <Banner live>{step.notice}</Banner>}
      <FieldsForm
        autoFocus
        below={
          <Button onClick={() => setStep({ name: 'forgotten' })} size="small" tone="quiet">
            ¿Olvidó su contraseña?
          </Button>
        }
        fields={fields}
        inputs={{ password: CurrentPasswordInput }}
        label="Iniciar sesión"
        onSubmit={async (values) => {
          try {
            await login(values);
          } catch (error) {
            const challenge = challengeIn(error);
            if (challenge === null) throw error;
            setStep({ name: 'code', challenge });
          }
        }}
        submitLabel="Iniciar sesión"
      />
    </GuestCard>
  );
}
