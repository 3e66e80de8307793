import type { Meta, StoryObj } from '@storybook/react-vite';
import { estimate, estimates } from '../testing/command-fixtures.ts';
import type { Answer } from '../testing/contract.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { CommandDialog } from './command-dialog.tsx';
import type { PlanDisplay } from './plan-display.ts';

const meta = { title: 'Pantallas/Comando', component: CommandDialog } satisfies Meta<typeof CommandDialog>;

export default meta;
type Story = StoryObj;

const nothing = (): void => {};
const permissions = ['estimates.update_all', 'estimates.view_all'];

function Opened({
  name,
  always,
  plan,
  recipient,
}: {
  name: 'send' | 'recalculate';
  always?: Answer;
  plan?: PlanDisplay;
  recipient?: string;
}) {
  const command = estimates.commands[name];
  return (
    <StoryHost
      permissions={permissions}
      records={[estimate]}
      resource={estimates}
      {...(always && { always })}
    >
      {command && (
        <CommandDialog
          command={command}
          fields={command.fields}
          initial={{ recipient }}
          name={name}
          onClose={nothing}
          onDone={nothing}
          plan={plan}
          record={estimate}
          resource={estimates}
          title="Campaña de verano"
        />
      )}
    </StoryHost>
  );
}

export const IncompleteInput: Story = { render: () => <Opened name="send" /> };

export const Changes: Story = { render: () => <Opened name="send" recipient="Ana Peñaló" /> };

export const RefusedField: Story = {
  render: () => (
    <Opened
      always={{
        status: 422,
        body: {
          message: 'Hay datos por corregir.',
          errors: { recipient: ['Esta persona ya no trabaja en la empresa.'] },
        },
      }}
      name="send"
      recipient="Luis Gómez"
    />
  ),
};

export const Refused: Story = {
  render: () => (
    <Opened
      always={{
        status: 409,
        body: {
          message: 'No hay tarifas para marzo.',
          reasons: [
            {
              text: 'No hay tarifas para marzo.',
              fix: { label: 'Ver las tarifas', path: '/inventario/tarifas' },
            },
            { text: 'La moneda no tiene tasa.', who: 'Luis Gómez' },
          ],
        },
      }}
      name="recalculate"
    />
  ),
};

export const Plan: Story = {
  render: () => <Opened name="recalculate" plan={{ show: () => <p>Cambia el precio de 12 líneas.</p> }} />,
};

export const Unavailable: Story = {
  render: () => (
    <Opened
      always={{ status: 503, body: { message: 'El servidor está ocupado.' } }}
      name="recalculate"
      plan={{ show: () => null }}
    />
  ),
};
