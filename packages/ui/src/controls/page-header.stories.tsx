import type { Meta, StoryObj } from '@storybook/react-vite';
import { StoryHost } from '../testing/story-host.tsx';
import { Badge } from './badge.tsx';
import { LinkButton } from './link-button.tsx';
import { PageHeader } from './page-header.tsx';

const meta = { title: 'Controles/PageHeader', component: PageHeader } satisfies Meta<typeof PageHeader>;

export default meta;
type Story = StoryObj;

export const Full: Story = {
  render: () => (
    <StoryHost>
      <PageHeader
        actions={
          <>
            <LinkButton to="/a">Editar</LinkButton>
            <LinkButton to="/b" tone="primary">
              Nuevo
            </LinkButton>
          </>
        }
        aside={<Badge tone="success">Activo</Badge>}
        back={{ to: '/', label: 'Clientes' }}
        description="Anunciante"
        title="Compañía de Seguros y Reaseguros del Caribe Oriental, Sociedad Anónima"
      />
    </StoryHost>
  ),
};
