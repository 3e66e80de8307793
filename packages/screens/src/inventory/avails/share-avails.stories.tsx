import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShareAvails } from './share-avails.tsx';

const meta = { title: 'Screens/Share avails', component: ShareAvails } satisfies Meta<typeof ShareAvails>;

export default meta;
type Story = StoryObj;

export const Form: Story = {
  render: () => (
    <StoryHost
      mount="/"
      path="/"
      permissions={['avails_sheets.create', 'prices.view_all']}
      resource={availsSheets}
    >
      <ShareAvails
        from={companyToday()}
        onClose={() => undefined}
        query=""
        to={addDays(companyToday(), 29)}
      />
    </StoryHost>
  ),
};
