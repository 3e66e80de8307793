import { Card } from '@pauta/ui/controls/card.tsx';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const meta = {
  title: 'Perfil/Verificación en dos pasos',
  component: SecondFactorCard,
} satisfies Meta<typeof SecondFactorCard>;

export default meta;
type Story = StoryObj;

const withState = (data: object): ReactElement => (
  <StoryHost always={{ status: 200, body: { data } }}>
    <SecondFactorCard />
  </StoryHost>
);

export const Off: Story = {
  render: () => withState({ enabled: false, confirmed_at: null, recovery_codes_left: 0, required: false }),
};

export const On: Story = {
  render: () =>
    withState({
      enabled: true,
      confirmed_at: '2026-11-21T10:00:00Z',
      recovery_codes_left: 2,
      required: true,
    }),
};

export const Codes: Story = {
  render: () => (
    <StoryHost>
      <Card title="Códigos de recuperación">
        <RecoveryCodes
          codes={Array.from({ length: 10 }, (_, index) => `k7m${index}-9xqd-4hpt`.replaceAll(/[01]/g, 'a'))}
          onDone={() => undefined}
        />
      </Card>
    </StoryHost>
  ),
};
