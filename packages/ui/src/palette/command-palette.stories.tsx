import { resourceIndex } from '@pauta/domain/resource-index.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useEffect } from 'react';
import type { Answer } from '../testing/contract.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { CommandPalette } from './command-palette.tsx';
import { PaletteButton } from './palette-button.tsx';

const pages = [
  { label: 'Dashboard', href: '/' },
  { label: 'Clientes', group: 'CRM', href: '/crm/clientes' },
  { label: 'Agencias', group: 'CRM', href: '/crm/agencias' },
  { label: 'Ocupación y Disponibilidad', group: 'Ventas', href: '/ventas/ocupacion-disponibilidad' },
];
const actions = [
  { id: 'new', label: 'Nuevo cliente', href: '/crm/clientes/nuevo' },
  { id: 'dark', label: 'Usar el tema oscuro', run: () => {} },
  { id: 'out', label: 'Cerrar sesión', run: () => {} },
];
const hits = ['Óptica Ñandú', 'Optimiza Medios', 'Agua Óptima'].map((title, number) => ({
  resource: 'clients',
  id: String(number),
  title,
  subtitle: `CLI-00${number} · ${title}, S. R. L.`,
  path: `/crm/clientes/${number}`,
}));

/** Enters text into the palette's search box and fires its `input` event. */
function Typing({ text, always }: { text: string; always?: Answer }): ReactElement {
  useEffect(() => {
    const timer = setTimeout(() => {
      const input = document.querySelector<HTMLInputElement>('[role=combobox]');
      if (!input) return;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, 100);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <StoryHost always={always ?? { status: 200, body: { data: hits } }}>
      <CommandPalette actions={actions} onClose={() => {}} pages={pages} resources={resourceIndex} />
    </StoryHost>
  );
}

const meta = { title: 'Pantallas/Paleta de comandos', component: CommandPalette } satisfies Meta<
  typeof CommandPalette
>;

export default meta;
type Story = StoryObj;

export const Opened: Story = { render: () => <Typing text="" /> };
export const Found: Story = { render: () => <Typing text="opti" /> };
export const OnlyActions: Story = { render: () => <Typing text=">" /> };
export const Nothing: Story = {
  render: () => <Typing always={{ status: 200, body: { data: [] } }} text="xyzzy" />,
};
export const Failed: Story = {
  render: () => (
    <Typing always={{ status: 503, body: { message: 'Intente en unos segundos.' } }} text="opti" />
  ),
};
export const TopBarButton: Story = { render: () => <PaletteButton onClick={() => {}} /> };
