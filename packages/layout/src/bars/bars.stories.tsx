import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement, ReactNode } from 'react';
import { OfflineBar } from './offline-bar.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { SaveBar } from './save-bar.tsx';
import { SessionBar } from './session-bar.tsx';

const ignore = (): void => undefined;

/** Contains the positioned bars, so that several stories can be shown below each other. */
const Screen = ({ children }: { children: ReactNode }): ReactElement => (
  <div style={{ position: 'relative', blockSize: 128, transform: 'translateZ(0)', overflow: 'hidden' }}>
    {children}
  </div>
);

function AllBars(): ReactElement {
  const now = Date.now();
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <Screen>
        <ProgressBar active />
      </Screen>
      <Screen>
        <ProgressBar active label="Importando" value={0.4} />
      </Screen>
      <Screen>
        <OfflineBar online={false} />
      </Screen>
      <Screen>
        <OfflineBar online={false} onRetry={ignore} pending={3} />
      </Screen>
      <Screen>
        <SessionBar expiresAt={now + 3.5 * 60_000} onExtend={ignore} onSignIn={ignore} />
      </Screen>
      <Screen>
        <SessionBar expiresAt={now + 30_000} onSignIn={ignore} />
      </Screen>
      <Screen>
        <SessionBar expiresAt={now - 1} onExtend={ignore} onSignIn={ignore} />
      </Screen>
      <Screen>
        <SaveBar count={1} onDiscard={ignore} onSave={ignore} />
      </Screen>
      <Screen>
        <SaveBar count={12} onDiscard={ignore} onSave={ignore} saving />
      </Screen>
    </div>
  );
}

const meta = { title: 'Layout/Bars', component: AllBars, tags: ['every-width'] } satisfies Meta<
  typeof AllBars
>;

export default meta;
type Story = StoryObj<typeof meta>;

export const States: Story = {};
