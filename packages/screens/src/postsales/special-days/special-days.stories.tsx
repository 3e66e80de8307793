import { specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { BlockDialog } from './block-dialog.tsx';
import { DisplacedList, VerdictList } from './effect-lists.tsx';
import { ImportPlacementsButton } from './import-placements-button.tsx';
import { SpecialDays } from './special-days.tsx';
import { someDisplaced, someEffects, someSpecialDay, someVerdicts } from './special-days-fixtures.ts';
import { SpotFileDialog } from './spot-file-dialog.tsx';

const meta = {
  title: 'Postventa/Días especiales',
  tags: ['every-width'],
} satisfies Meta;

export default meta;
type Story = StoryObj;

export const Displaced: Story = { render: () => <DisplacedList displaced={someDisplaced} /> };
export const NothingDisplaced: Story = { render: () => <DisplacedList displaced={[]} /> };
export const Verdicts: Story = { render: () => <VerdictList verdicts={someVerdicts} /> };

const base = `/${specialDays.screen}`;

const at = (path: string, permissions = ['placements.view_all', 'placements.special_days']): StoryObj => ({
  render: () => (
    <StoryHost
      always={(asked) =>
        asked.endsWith('/effects') ? { status: 200, body: { data: someEffects } } : undefined
      }
      mount={`${base}/*`}
      path={`${base}${path}`}
      permissions={permissions}
      records={[someSpecialDay]}
      resource={specialDays}
    >
      <SpecialDays />
    </StoryHost>
  ),
});

export const List: Story = at('');

/** Whoever may only see special days has no way to make one. */
export const ReadOnly: Story = at('', ['placements.view_all']);

/** What a special day took, and whom it moved. */
export const Effects: Story = at(`/${someSpecialDay.id}?tab=efecto`);

export const Block: Story = {
  render: () => (
    <StoryHost permissions={['placements.view_all', 'placements.special_days']} resource={specialDays}>
      <BlockDialog initial={{ day: '2030-12-01' }} onClose={() => {}} onDone={() => {}} />
    </StoryHost>
  ),
};

export const OfficialTime: Story = {
  render: () => (
    <StoryHost permissions={['placements.view_all', 'placements.special_days']} resource={specialDays}>
      <SpotFileDialog
        columns="Columnas: Emisora, Fecha, Hora (o franja), Segundos, Institución y Título."
        done={String}
        onClose={() => {}}
        onDone={() => {}}
        path="/special-days/official"
        title="Cargar tiempo oficial"
      />
    </StoryHost>
  ),
};

export const ImportPlacements: Story = {
  render: () => (
    <StoryHost permissions={['placements.view_all', 'placements.import']}>
      <ImportPlacementsButton />
    </StoryHost>
  ),
};
