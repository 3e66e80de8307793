import { createIdempotencyKey, hasRole } from '@pauta/core';
import { useApi, useUser } from '@pauta/core/react';
import { administratorsOnly } from '@pauta/domain/admin/settings/setting.ts';
import { type SetupState, type SetupStep, setupSteps } from '@pauta/domain/home/setup.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { Circle, CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { AddressForm } from './address-form.tsx';
import { countDone, type Setup } from './use-setup.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2) var(--pauta-space-4);
  & > p { flex: 1 1 18rem; color: var(--pauta-color-text-muted); }
  & > div { display: flex; align-items: center; gap: var(--pauta-space-3); font-variant-numeric: tabular-nums; font-weight: var(--pauta-weight-medium); }
  & progress {
    appearance: none;
    inline-size: 9rem;
    block-size: 8px;
    border: 0;
    border-radius: var(--pauta-radius-full);
    background: var(--pauta-color-surface-sunken);
    overflow: hidden;
  }
  & progress::-webkit-progress-bar { background: var(--pauta-color-surface-sunken); }
  & progress::-webkit-progress-value { border-radius: var(--pauta-radius-full); background: var(--pauta-color-accent); }
  & progress::-moz-progress-bar { border-radius: var(--pauta-radius-full); background: var(--pauta-color-accent); }
`;

const Steps = styled.ol`
  display: grid;
  margin: var(--pauta-space-4) 0 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: var(--pauta-space-1) var(--pauta-space-3);
    align-items: center;
    padding-block: var(--pauta-space-3);
    border-block-start: 1px solid var(--pauta-color-border);
  }
  & > li > svg { color: var(--pauta-color-text-muted); }
  & > li[data-state='done'] > svg { color: var(--pauta-color-success-text); }
  & > li[data-state='failed'] > svg { color: var(--pauta-color-danger-text); }
  & h3 { margin: 0; font-size: var(--pauta-text-md); font-weight: var(--pauta-weight-medium); }
  & li[data-state='done'] h3 { color: var(--pauta-color-text-muted); font-weight: normal; }
  & p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); overflow-wrap: anywhere; }
  & p[role='status'] { color: var(--pauta-color-danger-text); }
  & > li > [data-more] { grid-column: 2 / -1; }
  @media (max-width: 40rem) {
    & > li > svg { align-self: start; }
    & > li > [data-way] { grid-column: 2 / -1; justify-self: start; }
  }
`;

const Done = styled.details`
  margin-block-start: var(--pauta-space-3);
  & > summary { min-block-size: var(--pauta-target-size); inline-size: fit-content; color: var(--pauta-color-accent-text); cursor: pointer; }
`;

/** Sends a test mail to the reader and shows whether the mail server accepted it. */
function TestMail(): ReactElement {
  const api = useApi();
  const [sending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      const { data } = await api.post<{ data: { to: string } }>('/setup/test-mail', undefined, {
        timeout: 60_000,
      });
      notify(`Correo de prueba enviado a ${data.to}`);
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button loading={sending} onClick={() => void send()} size="small">
      Enviar correo de prueba
    </Button>
  );
}

const absentMail =
  'Pauta no tiene servidor de correo: los mensajes quedan en Usuarios › Correos y usted entrega los enlaces. Indique SMTP_URL y PAUTA_MAIL_FROM al iniciar el servidor.';

interface StepStatus {
  readonly state: 'done' | 'open' | 'failed';
  readonly text: ReactNode;
}

const stepStatus = (step: SetupStep, state: SetupState): StepStatus => {
  const isDone = state.done[step.name as keyof SetupState['done']];
  if (step.name === 'mail') {
    const { mail } = state;
    if (mail.state === 'ok') return { state: 'done', text: 'El servidor acepta la conexión.' };
    if (mail.state === 'failed') return { state: 'failed', text: mail.reason };
    return { state: 'open', text: mail.state === 'absent' ? absentMail : 'Comprobando la conexión…' };
  }
  if (step.name === 'address' && isDone) return { state: 'done', text: state.address.value };
  if (step.name === 'catalogues' && !isDone)
    return { state: 'open', text: `Sin opciones: ${state.empty_catalogues.join(', ')}. ${step.why}` };
  return { state: isDone ? 'done' : 'open', text: isDone ? null : step.why };
};

const icons = {
  done: <CircleCheck aria-label="Hecho" role="img" size={20} />,
  open: <Circle aria-label="Pendiente" role="img" size={20} />,
  failed: <CircleAlert aria-label="Con un problema" role="img" size={20} />,
};

function Step({ step, setup, state }: { step: SetupStep; setup: Setup; state: SetupState }): ReactElement {
  const { state: standing, text } = stepStatus(step, state);
  const isOpen = standing !== 'done';
  const isAdministrator = hasRole(useUser(), 'admin');
  const hasMail = step.name === 'mail' && state.mail.state !== 'absent';
  return (
    <li data-state={standing}>
      {icons[standing]}
      <div>
        <h3>{step.title}</h3>
        {text && <p {...(standing === 'failed' && { role: 'status' })}>{text}</p>}
      </div>
      <div data-way>
        {hasMail && <TestMail />}
        {isOpen && step.path !== undefined && (
          <LinkButton size="small" to={step.path}>
            {step.action}
          </LinkButton>
        )}
      </div>
      {step.name === 'address' && isOpen && (
        <div data-more>
          {state.address.fixed ? (
            <p>
              PAUTA_PUBLIC_URL es {state.address.value}, que solo se abre en este equipo. Cámbiela al iniciar
              el servidor.
            </p>
          ) : isAdministrator ? (
            <AddressForm onSaved={setup.refresh} />
          ) : (
            <p>{administratorsOnly}</p>
          )}
        </div>
      )}
    </li>
  );
}

/** The open setup steps of an administrator, each with a link to it. */
export function SetupList({ setup, state }: { setup: Setup; state: SetupState }): ReactElement {
  const api = useApi();
  const [closing, setClosing] = useState(false);
  const done = countDone(state);
  const isComplete = done === setupSteps.length;
  const isOpen = (step: SetupStep): boolean => stepStatus(step, state).state !== 'done';
  const open = setupSteps.filter(isOpen);
  const ready = setupSteps.filter((step) => !isOpen(step));
  const stepOf = (step: SetupStep): ReactElement => (
    <Step key={step.name} setup={setup} state={state} step={step} />
  );
  const dismiss = async (): Promise<void> => {
    setClosing(true);
    try {
      await api.post('/setup/dismiss', undefined, { idempotencyKey: createIdempotencyKey() });
      await setup.refresh();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
      setClosing(false);
    }
  };
  return (
    <Card
      actions={
        isComplete ? (
          <Button
            icon={<X aria-hidden size={15} />}
            loading={closing}
            onClick={() => void dismiss()}
            size="small"
          >
            Quitar de mi inicio
          </Button>
        ) : undefined
      }
      title="Puesta en marcha"
    >
      <Head>
        <p>
          {isComplete
            ? 'Todo está configurado. Si algo deja de funcionar, se lo diremos aquí.'
            : 'Lo que falta para trabajar con Pauta. Cada paso se marca solo cuando está hecho.'}
        </p>
        <div>
          <progress aria-label="Pasos hechos" max={setupSteps.length} value={done} />
          {isComplete ? <Badge tone="success">Completa</Badge> : `${done} de ${setupSteps.length}`}
        </div>
      </Head>
      {open.length > 0 && <Steps>{open.map(stepOf)}</Steps>}
      {ready.length > 0 && (
        <Done>
          <summary>{`${ready.length} ${ready.length === 1 ? 'paso hecho' : 'pasos hechos'}`}</summary>
          <Steps>{ready.map(stepOf)}</Steps>
        </Done>
      )}
    </Card>
  );
}
