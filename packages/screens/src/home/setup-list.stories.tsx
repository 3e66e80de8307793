import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { type SetupState, setupSteps } from '@pauta/domain/home/setup.ts';
import type { MailStatus } from '@pauta/domain/mail/mail-status.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { SetupList } from './setup-list.tsx';

const meta = { title: 'Inicio/Puesta en marcha', component: SetupList } satisfies Meta<typeof SetupList>;

export default meta;
type Story = StoryObj;

const stateOf = (done: readonly string[], mail: MailStatus): SetupState => ({
  done: Object.fromEntries(setupSteps.map(({ name }) => [name, done.includes(name)])) as SetupState['done'],
  empty_catalogues: [],
  address: { value: 'https://pauta.medios.test', fixed: false },
  mail,
  dismissed: false,
});

const hosted = (state: SetupState): ReactElement => (
  <StoryHost permissions={['settings.update']} resource={activities} roles={['admin']}>
    <SetupList setup={{ state, isLoading: false, refresh: () => Promise.resolve() }} state={state} />
  </StoryHost>
);

export const FirstHour: Story = { render: () => hosted(stateOf(['catalogues'], { state: 'absent' })) };

export const WrongMailServer: Story = {
  render: () =>
    hosted(
      stateOf(['company', 'address', 'people', 'catalogues'], {
        state: 'failed',
        reason: 'El servidor de correo rechazó el usuario o la clave de SMTP_URL.',
      }),
    ),
};

export const Complete: Story = {
  render: () =>
    hosted(
      stateOf(
        setupSteps.map(({ name }) => name),
        { state: 'ok' },
      ),
    ),
};
