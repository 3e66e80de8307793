import type { Meta, StoryObj } from '@storybook/react-vite';
import { StoryHost } from '../testing/story-host.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { UndoReport } from './undo-report.tsx';

const nothing = (): void => {};
const blocked = [
  {
    id: '1',
    title: 'Banco Popular',
    reason: '«Límite de crédito» cambió después; se conserva lo que hay ahora.',
    path: '/crm/clientes/1',
  },
  {
    id: '2',
    title: 'Radio',
    reason: 'Ya se usa en 2 clientes. Cambie o archive eso antes de deshacer.',
    path: '/gestion/catalogos/industrias/2',
  },
];
const forecast = {
  request_id: 'r',
  undone: 23,
  blocked,
  blocked_total: 2,
  repeatable: true,
  paths: ['clients'],
  total: 25,
  complete: true,
};

const meta = { title: 'Pantallas/Deshacer', component: UndoReport } satisfies Meta<typeof UndoReport>;

export default meta;
type Story = StoryObj;

export const Report: Story = {
  render: () => <UndoReport answer={forecast} onClose={nothing} onGo={nothing} />,
};

export const Nothing: Story = {
  render: () => <UndoReport answer={{ ...forecast, undone: 0 }} onClose={nothing} onGo={nothing} />,
};

export const Confirm: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: forecast } }}>
      <UndoDialog onClose={nothing} requestId="r" what="Cliente actualizado" />
    </StoryHost>
  ),
};

export const AlreadyUndone: Story = {
  render: () => (
    <StoryHost
      always={{ status: 409, body: { message: 'Esta operación ya se deshizo; no queda nada por deshacer.' } }}
    >
      <UndoDialog onClose={nothing} requestId="r" what="Cliente actualizado" />
    </StoryHost>
  ),
};
