import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SheetForm } from './sheet-form.tsx';

const meta = {
  title: 'Fichas técnicas/Formulario',
  component: SheetForm,
  tags: ['every-width'],
  decorators: [
    (Form) => (
      <StoryHost>
        <Form />
      </StoryHost>
    ),
  ],
} satisfies Meta<typeof SheetForm>;

export default meta;
type Story = StoryObj<typeof meta>;

const colors = { options: ['Rojo', 'Verde', 'Azul'] };

export const EachType: Story = {
  args: {
    data: [
      { id: '1', label: 'Producto o campaña', type: 'text', is_required: true, hint: 'Como en el contrato.' },
      { id: '2', label: 'Texto para locución', type: 'long_text' },
      { id: '3', label: 'Ancho', type: 'number', unit: 'm', min: '1', max: '30', is_required: true },
      { id: '4', label: 'Lleva subtítulos', type: 'yes_no' },
      { id: '5', label: 'Acabado', type: 'choice', ...colors },
      { id: '6', label: 'Colores de la marca', type: 'choices', ...colors },
      { id: '7', label: 'Primer día', type: 'date' },
    ],
    materials: [
      {
        id: '8',
        name: 'Spot',
        kind: 'video',
        file_types: ['mov', 'mp4'],
        max_mb: 100,
        width_px: 1920,
        height_px: 1080,
        larger_allowed: true,
        aspect_ratio: '16:9',
        min_duration_sec: '29.50',
        max_duration_sec: '30.50',
        fps: '29.970',
        min_kbps: 8000,
        loudness_lufs: '-24.0',
        loudness_tolerance: '2.0',
        needs_click_url: true,
        instructions: 'Barras y claqueta fuera de la duración contratada.',
      },
      {
        id: '9',
        name: 'Arte final',
        kind: 'document',
        color_space: 'cmyk',
        min_dpi: 300,
        min_bleed_mm: '3.0',
      },
    ],
  },
};

export const Empty: Story = { args: { data: [], materials: [] } };
