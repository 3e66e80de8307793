import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CodeForm } from './code-form.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { GuestCard } from './guest-card.tsx';
import { Login } from './login.tsx';

const nothing = (): void => undefined;
const token = 'k'.repeat(43);

const meta = { title: 'Acceso/Iniciar sesión', component: Login } satisfies Meta<typeof Login>;

export default meta;
type Story = StoryObj;

export const Password: Story = {
  render: () => (
    <StoryHost mount="/login" path="/login">
      <Login />
    </StoryHost>
  ),
};

export const SecondStep: Story = {
  render: () => (
    <StoryHost mount="/login" path="/login">
      <GuestCard title="Verificación en dos pasos">
        <CodeForm challenge="reto" onCancel={nothing} onExpired={nothing} />
      </GuestCard>
    </StoryHost>
  ),
};

export const Forgotten: Story = {
  render: () => (
    <StoryHost mount="/login" path="/login">
      <GuestCard
        intro="Escriba su correo y le enviaremos un enlace para elegir otra."
        title="¿Olvidó su contraseña?"
      >
        <ForgottenPassword onBack={nothing} />
      </GuestCard>
    </StoryHost>
  ),
};

export const Invitation: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: { data: { purpose: 'invitation', full_name: 'Irene Invitada', email: 'irene@empresa.com' } },
      }}
      mount="/login"
      path={`/login#invitacion=${token}`}
    >
      <Login />
    </StoryHost>
  ),
};

export const OldLink: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 422,
        body: {
          code: 'link_invalid',
          message: 'Este enlace ya se usó, venció o fue reemplazado por otro más reciente. Pida uno nuevo.',
        },
      }}
      mount="/login"
      path={`/login#restablecer=${token}`}
    >
      <Login />
    </StoryHost>
  ),
};
