import type { Meta, StoryObj } from '@storybook/react-vite';
import { StoryHost } from '../testing/story-host.tsx';
import { DownloadButton } from './download-button.tsx';

const meta = { title: 'Controles/DownloadButton', component: DownloadButton } satisfies Meta<
  typeof DownloadButton
>;

export default meta;
type Story = StoryObj;

export const Medium: Story = {
  render: () => (
    <StoryHost>
      <DownloadButton name="Resultados.csv" path="/results">
        Exportar
      </DownloadButton>
    </StoryHost>
  ),
};

export const Small: Story = {
  render: () => (
    <StoryHost>
      <DownloadButton name="Filas sin importar.csv" path="/errors" size="small">
        Descargar filas sin importar
      </DownloadButton>
    </StoryHost>
  ),
};
