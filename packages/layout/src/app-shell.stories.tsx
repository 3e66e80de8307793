import type { Meta, StoryObj } from '@storybook/react-vite';
import { AppShell } from './app-shell.tsx';
import { ana, ShellFixture } from './shell-fixture.tsx';

const phone = { viewport: { value: 'mobile1', isRotated: false } };

const meta = {
  title: 'Layout/AppShell',
  component: AppShell,
  parameters: { layout: 'fullscreen' },
  render: ({ menu, currentPath, children, ...props }) => <ShellFixture {...props} start={currentPath} />,
  args: {
    product: 'Pauta',
    menu: [],
    currentPath: '/crm/clientes',
    user: ana,
    onLogout: () => undefined,
    children: null,
  },
  argTypes: { menu: { control: false }, currentPath: { control: false }, children: { control: false } },
} satisfies Meta<typeof AppShell>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Light: Story = {};

export const Dark: Story = { globals: { theme: 'dark' } };

export const Rail: Story = { args: { defaultCollapsed: true } };

export const RailWithFlyout: Story = {
  args: { defaultCollapsed: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Ventas' }));
  },
};

export const Searching: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'gestion');
  },
};

export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz');
  },
};

export const UserMenuOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Menú de usuario/ }));
  },
};

export const Phone: Story = { globals: phone };

export const PhoneWithDrawer: Story = {
  globals: phone,
  tags: ['phone'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Abrir menú' }));
  },
};

export const PhoneWithDrawerDark: Story = {
  ...PhoneWithDrawer,
  globals: { ...phone, theme: 'dark' },
  // Storybook reads tags without running the file.
  tags: ['phone'],
};

export const LongTexts: Story = {
  args: {
    product: 'Pauta Central de Medios Exteriores del Caribe Oriental',
    title: 'Conciliación de comisiones de agencia por período de facturación y centro de costo',
    user: {
      name: 'María de los Ángeles Fernández-Guzmán de la Rosa',
      email: 'maria.de.los.angeles.fernandez-guzman@departamento-comercial.medio.com.do',
      roles: [
        'Coordinadora de Facturación y Cobros',
        'Supervisora de Preventa',
        'Ejecutiva',
        'Auditora',
        'Aprobadora',
      ],
    },
  },
};
