import { email } from '@pauta/domain/kinds/contact.ts';
import { longText } from '@pauta/domain/kinds/text.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { StoryHost } from '../testing/story-host.tsx';
import { FieldsForm } from './fields-form.tsx';

const fields = {
  email: email('Correo', { required: true }),
  reason: longText('Motivo', { max: 500, min: 5, required: true }),
};
const nothing = (): void => undefined;

const meta = { title: 'Pantallas/Campos', component: FieldsForm } satisfies Meta<typeof FieldsForm>;

export default meta;
type Story = StoryObj;

export const Plain: Story = {
  render: () => (
    <StoryHost>
      <FieldsForm fields={fields} onSubmit={nothing} submitLabel="Enviar" />
    </StoryHost>
  ),
};

export const InDialog: Story = {
  render: () => (
    <StoryHost>
      <FieldsForm
        bar="dialog"
        fields={fields}
        onCancel={nothing}
        onSubmit={nothing}
        submitLabel="Rechazar"
        submitTone="danger"
      />
    </StoryHost>
  ),
};
